/** Whatever is done with a request, in any order, with processes that die and messages that come twice. */
import fc from 'fast-check';
import { DAY, MINUTE } from '../../../src/core/durations.ts';
import type { RequestView } from '../../../src/requests/views.ts';
import { createRequestsBench, REQUEST, type Name, type RequestsBench } from '../../support/requests-bench.ts';

const operator = fc.constantFrom<Name>('olga', 'otto', 'ada', 'sam');
const act = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'take',
      'hand-back',
      'decline',
      'done',
      'search',
      'restored',
      'log-out',
      'sign-in',
      'on-duty',
      'off-duty',
    ),
    who: operator,
  }),
  fc.record({ kind: fc.constantFrom('ask', 'save', 'withdraw'), who: fc.constantFrom<Name>('anna', 'sam') }),
  fc.record({
    kind: fc.constantFrom('work', 'die', 'duplicate', 'redeliver', 'storage-away', 'storage-back'),
    who: fc.constant<Name>('anna'),
  }),
  fc.record({ kind: fc.constant('wait'), who: fc.constant<Name>('anna'), minutes: fc.integer({ min: 1, max: 600 }) }),
);
type Act = { readonly kind: string; readonly who: Name; readonly minutes?: number };

const counts = { total: 1, restored: 1, failed: 0, skipped: 0 };

async function perform(bench: RequestsBench, { kind, who, minutes = 0 }: Act): Promise<void> {
  const { jobs, records, signedIn, clock } = bench;
  switch (kind) {
    case 'ask':
      return void (who === 'anna' ? await bench.askFor() : undefined);
    case 'save':
      return void (await bench.push(who, 'save', { fields: { what: 'budget' } }));
    case 'withdraw':
    case 'take':
    case 'hand-back':
    case 'done':
    case 'search':
      return void (await bench.push(who, kind));
    case 'decline':
      return void (await bench.push(who, kind, { reason: 'because' }));
    case 'restored':
      return bench.updates.restoreEnded(REQUEST, bench.asker(who).key, { id: 'restore-1', counts });
    case 'log-out':
      return void signedIn.delete(who);
    case 'sign-in':
      return void (who === 'sam' ? undefined : signedIn.add(who));
    case 'on-duty':
      return void (await clock.run(bench.duty.begin(bench.asker(who))));
    case 'off-duty':
      return void (await bench.duty.end(bench.asker(who)));
    case 'work':
      return bench.work();
    case 'die':
      return jobs.abandon(new Error('the process has died'));
    case 'duplicate':
      return jobs.duplicate();
    case 'redeliver':
      return jobs.redeliver();
    case 'storage-away':
      return void (records.away = true);
    case 'storage-back':
      return void (records.away = false);
    default:
      return clock.advance(minutes * MINUTE);
  }
}

const OUTCOMES: ReadonlySet<string> = new Set(['done', 'declined', 'expired']);

test('one takes it at a time, and everybody is told exactly one outcome', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const bench = createRequestsBench();
      bench.signedIn.delete('sam');
      await bench.onDuty('olga', 'otto');
      await bench.askFor();
      for (const each of acts) {
        await perform(bench, each).catch((error: unknown) => {
          if (!bench.records.away) throw error;
        });
        const taker = bench.request()?.status;
        if (taker?.kind === 'taken') expect(['olga', 'otto', 'ada']).toContain(taker.by.id);
      }
      bench.records.away = false;
      for (let days = 0; days < 9; days += 1) {
        await bench.clock.advance(DAY);
        await bench.work();
      }
      const request = bench.request();
      if (request?.status.kind !== 'ended') throw new Error('it never ends');
      const { how } = request.status;
      const news = bench.newsTo('anna');
      expect(news.filter((each) => OUTCOMES.has(each))).toEqual(how === 'withdrawn' ? [] : [how]);
      // Nobody takes what somebody has.
      const takings = news.filter((each) => each === 'taken' || each === 'handed-back');
      expect(takings).toEqual(takings.map((_, index) => (index % 2 === 0 ? 'taken' : 'handed-back')));
      expect(bench.seenBy('anna', 'request-own')).toMatchObject({ request: { status: { how } } });
      expect(bench.cardsOf('sam', 'request-card')).toEqual([]);
      for (const name of ['olga', 'otto', 'ada'] as const) {
        const [newest, ...former] = bench.cardsOf(name, 'request-card').toReversed();
        const shown = (newest?.views.at(-1) ?? undefined) as unknown as RequestView | undefined;
        if (shown !== undefined) expect(shown).toMatchObject({ request: { status: { how } } });
        for (const { views } of former) expect(views.at(-1)).toEqual({ kind: 'request-moved' });
      }
      expect(request.run).toBeUndefined();
      expect(bench.jobs.queued).toEqual([]);
    }),
    { numRuns: 150 },
  );
}, 60_000);
