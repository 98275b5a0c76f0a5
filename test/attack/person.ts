/** What the people notice during an attack: how long /healthz and a command take. */
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SamplePerson } from '../../local/people.ts';
import type { Stack } from '../../local/stack.ts';

/** Milliseconds. */
export interface Latency {
  readonly samples: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** Not answered at all, or by an error. Each counts as PATIENCE_MILLISECONDS at least. */
  readonly failed: number;
}

export const PATIENCE_MILLISECONDS = 5_000;
/** A request is due this often, whether or not the one before was answered. */
const HEALTH_MILLISECONDS = 100;
/** Each person stays below Teams' limit of 60 messages in 30 s. */
const STATUS_MILLISECONDS = 600;

export function latencyOf(milliseconds: readonly number[], failed = 0): Latency {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const at = (part: number): number => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
  return { samples: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1), failed };
}

/** @param answers milliseconds, or undefined where none came within the patience */
export function latencyOfAnswers(answers: readonly (number | undefined)[], patience: number): Latency {
  const failed = answers.filter((answer) => answer === undefined).length;
  return latencyOf(
    answers.map((answer) => answer ?? patience),
    failed,
  );
}

/** On a connection of its own, as the platform's probes ask. @returns milliseconds, or undefined without a good answer */
function askHealth(port: number): Promise<number | undefined> {
  const began = performance.now();
  return new Promise((resolve) => {
    const outgoing = get({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode === 200 ? performance.now() - began : undefined));
    });
    outgoing.setTimeout(PATIENCE_MILLISECONDS, () => outgoing.destroy());
    outgoing.once('error', () => resolve(undefined));
  });
}

export async function measureHealth(port: number, seconds: number): Promise<Latency> {
  const asked: Promise<number | undefined>[] = [];
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; await sleep(HEALTH_MILLISECONDS)) {
    asked.push(askHealth(port));
  }
  return latencyOfAnswers(await Promise.all(asked), PATIENCE_MILLISECONDS);
}

/** From sending `restore status` until the card is in the chat; one command after the other. */
export async function measureStatus(
  { connector }: Pick<Stack, 'connector'>,
  person: SamplePerson,
  seconds: number,
): Promise<readonly number[]> {
  const conversation = connector.conversationFor(person);
  const until = performance.now() + seconds * 1_000;
  const samples: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    const before = connector.messages(conversation).length;
    const isAnswered = (): boolean =>
      connector
        .messages(conversation)
        .slice(before)
        .some(({ from }) => from.kind === 'bot');
    const patience = until - began + PATIENCE_MILLISECONDS;
    const saying = connector.say({ person, conversation, text: 'restore status' });
    await connector.waitFor(isAnswered, patience).catch(() => undefined);
    const took = performance.now() - began;
    // Who waits for an answer sends no commands meanwhile: those would have taken as long, less the time since then.
    for (let left = took; left > 0; left -= STATUS_MILLISECONDS) samples.push(left);
    await saying;
    await sleep(Math.max(0, STATUS_MILLISECONDS - took));
  }
  return samples;
}
