/** Restores whose process dies at each of its effects in turn. */
import { dyingAt } from '../fakes/intercept.ts';
import type { Bench, RestoreProcess } from './restoring-bench.ts';

interface Scene<B extends Bench> {
  /** The fakes around the processes. */
  readonly create: () => B;
  /** What was there before the process that dies. */
  readonly before: (bench: B) => Promise<void>;
  /** What the person does; done again afterwards, as somebody does who got no answer. */
  readonly act: (bench: B, restoring: RestoreProcess) => Promise<unknown>;
  readonly check: (bench: B, where: string) => void;
}

/** @returns what there is to die of, in order */
export async function everywhere<B extends Bench>({
  create,
  before,
  act,
  check,
}: Scene<B>): Promise<readonly string[]> {
  const places: string[] = [];
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const bench = create();
      await before(bench);
      const death = dyingAt(effect, when);
      const first = bench.process(death.around);
      await bench.clock.run(act(bench, first).catch(() => undefined));
      // As long as it lives it does its jobs.
      await bench.clock.advance(300_000);
      const at = death.at();
      if (at === undefined) break;
      const where = `${when} ${effect} ${at}`;
      if (when === 'before') places.push(at);

      const second = bench.process();
      await bench.clock.run(act(bench, second));
      await bench.drain();

      check(bench, where);
    }
  }
  return places;
}
