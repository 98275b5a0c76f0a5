/** The process dies at each effect of asking, and of approving: nothing is lost, and nothing is sent twice. */
import { createFourEyesBench, olga, paula, quentin, type FourEyesBench } from '../../../support/four-eyes-bench.ts';
import { serviceTakes } from '../../../support/restoring-bench.ts';

const killed = new Error('killed');

/** @returns whether it died */
async function dyingAfter(bench: FourEyesBench, effects: number, work: () => Promise<unknown>): Promise<boolean> {
  let left = effects;
  bench.restart(async (_, call) => {
    left -= 1;
    if (left < 0) throw killed;
    return call();
  });
  await work().catch((error: unknown) => {
    if (error !== killed) throw error;
  });
  await bench.settle(25);
  bench.jobs.abandon(killed);
  bench.restart();
  await bench.settle();
  return left < 0;
}

const savesOf = ({ explorer }: FourEyesBench): number => explorer.methods.filter((method) => method === 'save').length;

async function isApproved(bench: FourEyesBench): Promise<void> {
  expect(bench.request().outcome?.kind).toBe('approved');
  await bench.settle();
  for (const who of [paula, quentin]) {
    expect(bench.cardsOf(who).at(-1)).toMatchObject({ outcome: { kind: 'approved' } });
  }
  expect(new Set(bench.news())).toEqual(new Set(['asked', 'approved']));
}

test('at each effect of asking', async () => {
  let effects = 0;
  for (let isDead = true; isDead; effects += 1) {
    const bench = await createFourEyesBench();
    serviceTakes(bench, 5);
    isDead = await dyingAfter(bench, effects, () => bench.ask());
    // Pressed again where nothing came of it.
    if (bench.store.stateOf(olga.key)?.task !== undefined) await bench.ask();
    await bench.settle();
    expect(bench.explorer.restored).toEqual([]);
    await bench.press(paula, { kind: 'approve' });
    await bench.settle();
    expect(bench.explorer.restored).toHaveLength(1);
    await isApproved(bench);
  }
  expect(effects).toBeGreaterThan(15);
});

test('at each effect from the approval to the outcome', async () => {
  let effects = 0;
  for (let isDead = true; isDead; effects += 1) {
    const bench = await createFourEyesBench();
    serviceTakes(bench, 5);
    await bench.ask();
    await bench.settle();
    isDead = await dyingAfter(bench, effects, () => bench.press(paula, { kind: 'approve' }));
    await bench.press(paula, { kind: 'approve' });
    await bench.settle();
    expect(bench.explorer.restored.length).toBeLessThanOrEqual(1);
    await isApproved(bench);
  }
  expect(effects).toBeGreaterThan(25);
});

test('at each effect of asking for a file', async () => {
  let effects = 0;
  for (let isDead = true; isDead; effects += 1) {
    const bench = await createFourEyesBench();
    isDead = await dyingAfter(bench, effects, () => bench.askFile());
    // Pressed again where nothing came of it.
    if (bench.fourEyes.approvals.states.size === 0) {
      await bench.clock.advance(60_000);
      await bench.askFile();
    }
    await bench.settle();
    expect(savesOf(bench)).toBe(0);
    expect(bench.fourEyes.approvals.states.size).toBe(1);
    await bench.press(paula, { kind: 'approve' });
    await bench.settle();
    expect(savesOf(bench)).toBe(1);
    expect(bench.file()?.progress.kind).toBe('offered');
    await isApproved(bench);
  }
  expect(effects).toBeGreaterThan(15);
});

test('at each effect from the approval of a file to its offer', async () => {
  let effects = 0;
  let unclear = 0;
  for (let isDead = true; isDead; effects += 1) {
    const bench = await createFourEyesBench();
    await bench.askFile();
    await bench.settle();
    isDead = await dyingAfter(bench, effects, () => bench.press(paula, { kind: 'approve' }));
    await bench.press(paula, { kind: 'approve' });
    await bench.settle();
    expect(savesOf(bench)).toBeLessThanOrEqual(1);
    const kind = bench.file()?.progress.kind;
    // Whether a download was sent that the process died in is unknown: it is not repeated.
    if (kind === undefined) unclear += 1;
    else expect([kind, savesOf(bench)]).toEqual(['offered', 1]);
    await isApproved(bench);
  }
  expect(unclear).toBeLessThan(8);
  expect(effects).toBeGreaterThan(25);
});
