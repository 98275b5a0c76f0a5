/** What a 401 means where the service accepts the token for other calls: what was asked for is denied, and the session goes on. */
import { aFault, anAsker, aSession } from '../../../support/builders.ts';
import { approvalShown, codeShown, createApprovingBench, restoring, use } from '../../../support/approving-bench.ts';
import { createChat, type Chat } from '../../../support/restore-tasks.ts';
import { createBench, key, serviceTakes, withTask, type Bench } from '../../../support/restoring-bench.ts';

const unauthorized = () => Array.from({ length: 1000 }, () => aFault('REFUSED', { status: 401 }));

const renewedOrOver = ({ people }: Pick<Bench | Chat, 'people'>): boolean =>
  people.stateOf(key)?.session?.accessToken !== aSession().accessToken;

test('a search that alone is answered with 401 is denied, and the session goes on', async () => {
  const chat = createChat();
  chat.explorer.faults.search = unauthorized();
  await chat.find();
  const search = { kind: 'search', scope: 'user-1', workload: 'exchange', form: { words: 'invoice' } } as const;
  expect(await chat.press(search)).toMatchObject({
    task: { remark: { code: 'service', trouble: 'access-denied' } },
  });
  expect(chat.explorer.methods.filter((method) => method === 'search')).toHaveLength(1);
  expect(renewedOrOver(chat)).toBe(false);
});

async function begun(bench: Bench): Promise<void> {
  await withTask(bench);
  serviceTakes(bench, 60);
  await bench.clock.run(bench.process().begin(anAsker(), 'task-1', 'card-0'));
  await bench.drain();
}

test.each(['statistics', 'events'] as const)(
  'a restore whose %s alone are answered with 401 is followed to its end',
  async (method) => {
    const bench = createBench();
    bench.renewals = 'refused';
    bench.explorer.faults[method] = unauthorized();
    await begun(bench);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(renewedOrOver(bench)).toBe(false);
  },
);

test.each([undefined, 'ResourceAccessDenied', 'HttpError'])(
  'a restore that alone is answered with 401 and %s is refused at once, and was not sent again',
  async (reason) => {
    const bench = createBench();
    bench.explorer.faults.restore = Array.from({ length: 9 }, () => aFault('REFUSED', { status: 401, reason }));
    await begun(bench);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'refused', trouble: 'access-denied' });
    expect(bench.explorer.methods.filter((method) => method === 'restore')).toHaveLength(1);
    expect(renewedOrOver(bench)).toBe(false);
  },
);

test.each(['isCodeUsed', 'sessions', 'statistics'] as const)(
  'an administrator whose service answers %s with 401 restores all the same',
  async (method) => {
    const bench = createApprovingBench();
    bench.renewals = 'refused';
    bench.explorer.faults[method] = unauthorized();
    serviceTakes(bench, 60);
    const process = await restoring(bench);
    await bench.clock.advance(10_000);
    use(bench, codeShown(bench));
    const asked = approvalShown(bench).code?.askedAt ?? 0;
    await bench.clock.run(process.press(anAsker(), bench.restore().id, { kind: 'signed-in', asked }));
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(renewedOrOver(bench)).toBe(false);
  },
);
