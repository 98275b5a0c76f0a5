import { readFile } from 'node:fs/promises';

/** Instructions with continued lines joined, comments left out. */
export async function instructions(): Promise<readonly string[]> {
  const text = await readFile('deploy/Dockerfile', 'utf8');
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

export const argumentsOf = (all: readonly string[], name: string): readonly string[] =>
  all.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim());

/** What is done in the stage of that name. */
export function stage(all: readonly string[], name: string): readonly string[] {
  const from = all.findIndex((line) => new RegExp(`^FROM .* AS ${name}$`).test(line));
  const after = all.findIndex((line, index) => index > from && line.startsWith('FROM '));
  return from === -1 ? [] : all.slice(from + 1, after === -1 ? undefined : after);
}

/** What is done in the stage that becomes the image. */
export const lastStage = (all: readonly string[]): readonly string[] =>
  all.slice(all.findLastIndex((line) => line.startsWith('FROM ')) + 1);
