import type { JobRun } from '../../../src/core/jobs.ts';
import { CLAIM_MILLISECONDS, runAlone, type SoleRun } from '../../../src/durable/sole-run.ts';
import { newId } from '../../../src/core/platform.ts';
import { createFakeRecords } from '../../fakes/shared-records.ts';

interface Note {
  readonly text: string;
  readonly run?: JobRun | undefined;
}

async function noted() {
  const records = createFakeRecords<Note>();
  await records.write('note', { text: 'new' }, undefined);
  let now = 0;
  const ports = { records, clock: { now: () => now }, newId };
  const run = (id: string, work: (run: SoleRun<Note>) => Promise<void>) => runAlone(ports, 'note', id, work);
  const wait = (milliseconds: number) => (now += milliseconds);
  return { records, run, wait, stored: () => records.states.get('note') };
}

const nothing = () => Promise.resolve();
const to =
  (text: string) =>
  (note: Note): Note => ({ ...note, text });

test('another run has to wait until the first has ended', async () => {
  const { run, stored } = await noted();
  const seen: string[] = [];
  await run('first', async (first) => {
    seen.push(await run('second', nothing));
    await first.release(to('done'));
  });
  expect([...seen, await run('second', nothing), stored()?.text]).toStrictEqual(['theirs', 'done', 'done']);
});

test('a redelivery of the same message goes on at once', async () => {
  const { run } = await noted();
  await run('first', async () => {
    await expect(run('second', nothing)).resolves.toBe('theirs');
    await expect(run('first', nothing)).resolves.toBe('done');
  });
  expect.assertions(2);
});

test('a run that fails keeps nobody waiting', async () => {
  const { run } = await noted();
  const failed = new Error('failed');
  await expect(run('first', () => Promise.reject(failed))).rejects.toBe(failed);
  await expect(run('second', nothing)).resolves.toBe('done');
});

test('each write extends the claim', async () => {
  const { run, wait } = await noted();
  await run('first', async (first) => {
    wait(CLAIM_MILLISECONDS - 1);
    await first.change(to('half'));
    wait(CLAIM_MILLISECONDS - 1);
    await expect(run('second', nothing)).resolves.toBe('theirs');
  });
  expect.assertions(1);
});

test('a run that has stopped storing is taken over, and is broken off at its next write', async () => {
  const { run, wait, stored } = await noted();
  const reached: string[] = [];
  await run('first', async (first) => {
    wait(CLAIM_MILLISECONDS);
    await run('second', nothing);
    reached.push('before');
    await first.change(to('late'));
    reached.push('after');
  });
  expect([reached, stored()]).toMatchObject([['before'], { text: 'new', run: { id: 'second' } }]);
});

const lateEnds: Record<string, (late: SoleRun<Note>) => Promise<unknown>> = {
  'at its next write': (late) => late.change(to('late')),
  'at its end': (late) => late.release(to('late')),
  'when it fails': () => Promise.reject(new Error('failed')),
};

test.each(Object.entries(lateEnds))(
  'a redelivery keeps what it takes over from a run of its message: %s',
  async (_, end) => {
    const { run, stored } = await noted();
    const isTaken = Promise.withResolvers<void>();
    const late = run('message', async (first) => {
      await isTaken.promise;
      await end(first);
    });
    await run('message', async (second) => {
      isTaken.resolve();
      // It is not done: its message must not be deleted.
      await expect(late.catch(({ message }: Error) => message)).resolves.toMatch(/^(theirs|failed)$/v);
      await second.change(to('redelivered'));
    });
    expect(stored()).toMatchObject({ text: 'redelivered', run: { id: 'message' } });
  },
);

test('what others change stays, and the run is not released while that is to be done', async () => {
  const { records, run } = await noted();
  const seen: unknown[] = [];
  await run('first', async (first) => {
    const found = await records.read('note');
    if (found.kind !== 'found') throw new Error('no note');
    await records.write('note', { ...found.state, text: 'pressed' }, found.version);
    seen.push(await first.release((note) => (note.text === 'new' ? note : undefined)), first.state.text);
  });
  expect(seen).toStrictEqual([false, 'pressed']);
});

test('there is nothing to do where there is no record, or none any more', async () => {
  const { records, run } = await noted();
  const reached: string[] = [];
  await run('first', async (first) => {
    await records.erase('note');
    reached.push('before');
    await first.change(to('after'));
    reached.push('after');
  });
  await run('second', async (second) => {
    reached.push(second.state.text);
  });
  expect(reached).toStrictEqual(['before']);
});
