import { readFileSync } from 'node:fs';
import { DockerfileParser, type Dockerfile, type Instruction } from 'dockerfile-ast';

export const DOCKERFILE = 'deploy/Dockerfile';

export const parseDockerfile = (): Dockerfile => DockerfileParser.parse(readFileSync(DOCKERFILE, 'utf8'));

/** What stands behind each instruction of that name, without flags, continued lines joined. */
export const argumentsOf = (all: readonly Instruction[], name: string): readonly string[] =>
  all.filter((each) => each.getKeyword() === name).map((each) => each.getArgumentsContent() ?? '');

/** What is done in the stage of that name; `null`: in the one that becomes the image. */
export function stage(file: Dockerfile, name: string | null): readonly Instruction[] {
  const from = file.getFROMs().findLast((each) => each.getBuildStage() === name);
  const image = from && file.getContainingImage(from.getRange().start);
  if (!image) throw new Error(`${DOCKERFILE} has no stage ${name ?? 'without a name'}`);
  return image.getInstructions();
}
