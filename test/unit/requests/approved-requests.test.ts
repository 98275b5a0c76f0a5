/** Somebody asks, an operator takes it, and a second person has to approve what the operator restores: in any order, whoever dies. */
import fc from 'fast-check';
import { DAY, HOUR } from '../../../src/core/durations.ts';
import type { Asker, PersonKey } from '../../../src/core/person.ts';
import { createRequestFeature } from '../../../src/requests/features.ts';
import type { Duty, Request } from '../../../src/requests/model.ts';
import type { RequestPress } from '../../../src/requests/presses.ts';
import { RequestUpdates } from '../../../src/requests/updates.ts';
import type { RequestView } from '../../../src/requests/views.ts';
import type { Suspension } from '../../../src/sign-in/state/suspension.ts';
import { approvalsOf, presentRule } from '../../../src/restore/state/four-eyes.ts';
import { createFakeAdministrators } from '../../fakes/administrators.ts';
import { intercept, type Around } from '../../fakes/intercept.ts';
import { createFakeRoster } from '../../fakes/roster.ts';
import { createFakeRecords } from '../../fakes/shared-records.ts';
import { aRestoreState, aSession, aTask, CONTOSO } from '../../support/builders.ts';
import { interceptJobs } from '../../support/domain.ts';
import { createFourEyesBench, olga, paula, quentin, somebody } from '../../support/four-eyes-bench.ts';
import { key, serviceTakes } from '../../support/restoring-bench.ts';
import type { RestoreOutside } from '../../support/restore-process.ts';

const REQUEST = 'request-1';
const [anna, otto] = [somebody('anna'), somebody('otto')];
const PEOPLE = { anna, olga, otto, paula, quentin };
const killed = new Error('killed');

/** Olga and Otto are on duty; Paula and Quentin may approve. */
async function createBench() {
  const [requests, duties] = [createFakeRecords<Request>(), createFakeRecords<Duty>()];
  let updates: RequestUpdates | undefined;
  let feature: ReturnType<typeof createRequestFeature> | undefined;
  let tasks = 0;

  function start(outside: RestoreOutside, around: Around) {
    const { clock, audit, log, newId, explorer, store, people } = outside;
    const ports = {
      requests: intercept('requests', requests, around),
      duties,
      jobs: interceptJobs(outside.jobs, around),
      audit: intercept('audit', audit, around),
      announcer: intercept('announcer', outside.announcer, around) as never,
      suspensions: outside.fourEyes?.suspensions ?? createFakeRecords<Suspension>(),
      administrators: createFakeAdministrators(),
      roster: createFakeRoster(),
      dutyTeam: undefined,
      adminUserIds: [],
      restores: {
        isRestoringFor: (...of: [PersonKey, string]) => bench.parts().feature.restores.isRestoringFor(...of),
      },
      organizations: { servedIn: () => [{ organization: CONTOSO, displayName: 'Contoso' }], offers: () => true },
      clock,
      log,
      newId,
    };
    updates = new RequestUpdates(ports);
    feature = createRequestFeature({
      ...ports,
      updates,
      personalChat: async ({ key: chat, address }) => ({ kind: 'found', key: chat, address, isGuest: false }),
      operators: {
        async sessionOf(who) {
          const session = who.key.personId === key.personId ? people.stateOf(key)?.session : aSession();
          if (session === undefined) return { kind: 'refused', notice: { code: 'sign-in-first' } };
          return { kind: 'operator', session: { ...session, organization: CONTOSO } };
        },
      },
      wizard: {
        /** As far as the summary. */
        async findRequested(who, { requestId }) {
          if (who.key.personId !== key.personId) return { kind: 'delivered', view: { kind: 'task-search' } as never };
          const access = { kind: 'operator', organization: outside.organization as never, accessToken: '' } as const;
          const { id } = await explorer.openExplore(access, {
            workload: 'exchange',
            showDeleted: true,
            showAllVersions: false,
          });
          const explore = { id, workload: 'exchange', openedAt: clock.now() } as const;
          const state = store.stateOf(key) ?? aRestoreState();
          store.put(key, { ...state, task: aTask({ id: `task-of-request-${(tasks += 1)}`, requestId, explore }) });
          return { kind: 'delivered', view: { kind: 'task-summary' } as never };
        },
      },
    });
    return feature.jobHandlers;
  }

  const bench = await createFourEyesBench({}, [paula, quentin], undefined, {
    start,
    requestEnded: async (...ended) => updates?.restoreEnded(...ended),
  });
  serviceTakes(bench, 5);
  bench.store.put(key, aRestoreState());
  const onDuty = async (who: Asker): Promise<unknown> => feature && bench.clock.run(feature.duty.begin(who));
  for (const operator of [olga, otto]) await onDuty(operator);

  return Object.assign(bench, {
    requests,
    push: async (who: Asker, kind: RequestPress['kind'], more: Partial<RequestPress> = {}): Promise<unknown> =>
      feature && bench.clock.run(feature.press(who, REQUEST, { kind, fields: {}, ...more }, 'form-card')),
    restores: () => bench.store.stateOf(key)?.restores ?? [],
    viewsOf: (who: Asker, kind: RequestView['kind']): readonly RequestView[] =>
      bench.announcer.cards
        .filter(({ key: of }) => of.personId === who.key.personId)
        .map(({ views }) => views.at(-1) as unknown as RequestView)
        .filter((view) => view.kind === kind),
  });
}
type ApprovedRequests = Awaited<ReturnType<typeof createBench>>;

const act = fc.oneof(
  fc.record({ kind: fc.constantFrom('take', 'hand-back', 'refuse', 'done'), who: fc.constantFrom('olga', 'otto') }),
  fc.record({ kind: fc.constantFrom('approve', 'decline'), who: fc.constantFrom('paula', 'quentin', 'olga') }),
  fc.record({
    kind: fc.constantFrom(
      'save',
      'withdraw',
      'search',
      'restore',
      'restore',
      'stop',
      'log-out',
      'sign-in',
      'duplicate',
    ),
  }),
  fc.record({ kind: fc.constantFrom('settle', 'wait', 'die'), amount: fc.integer({ min: 0, max: 40 }) }),
);
interface Act {
  readonly kind: string;
  readonly who?: keyof typeof PEOPLE;
  readonly amount?: number;
}

async function perform(bench: ApprovedRequests, { kind, who = 'anna', amount = 0 }: Act): Promise<unknown> {
  const { clock, jobs, people, store } = bench;
  const state = people.stateOf(key);
  const restore = bench.restores().find(({ endedAt }) => endedAt === undefined);
  switch (kind) {
    case 'take':
    case 'hand-back':
    case 'done':
      return bench.push(PEOPLE[who], kind);
    case 'refuse':
      return bench.push(PEOPLE[who], 'decline', { reason: 'because' });
    case 'save':
      return bench.push(anna, kind, { fields: { what: 'budget' } });
    case 'withdraw':
      return bench.push(anna, kind);
    case 'search':
      return bench.push(olga, kind);
    case 'restore':
      return store.stateOf(key)?.task === undefined ? undefined : bench.ask();
    case 'stop':
      return restore && clock.run(bench.parts().feature.restores.press(olga, restore.id, { kind }, 'card-0'));
    case 'approve':
    case 'decline': {
      const reason = kind === 'decline' ? 'No' : undefined;
      return restore && clock.run(bench.parts().feature.fourEyes.press(PEOPLE[who], restore.id, { kind, reason }));
    }
    case 'log-out': {
      if (state?.session === undefined) return undefined;
      const { session, ...others } = state;
      people.put(key, others);
      const event = { kind: 'over', key, why: 'logged-out', session, open: session } as const;
      return clock.run(bench.parts().sessionEvents.tell(event));
    }
    case 'sign-in':
      if (state === undefined || state.session !== undefined) return undefined;
      people.put(key, { ...state, session: { ...bench.session, signInId: `again-${clock.now()}` } });
      return clock.run(bench.parts().sessionEvents.tell({ kind: 'began', key }));
    case 'duplicate':
      return jobs.duplicate();
    case 'wait':
      return clock.advance(amount * HOUR);
    case 'die': {
      let left = amount;
      bench.restart(async (_, call) => {
        left -= 1;
        if (left < 0) throw killed;
        return call();
      });
      await bench.settle(25);
      jobs.abandon(killed);
      return bench.restart();
    }
    default:
      return bench.settle(40);
  }
}

/** Most runs get somewhere: a random order alone seldom does. */
const ON_THE_WAY: readonly Act[] = [
  { kind: 'settle' },
  { kind: 'take', who: 'olga' },
  { kind: 'restore' },
  { kind: 'settle' },
  { kind: 'approve', who: 'paula' },
  { kind: 'settle' },
];
const story = fc
  .tuple(fc.integer({ min: 0, max: ON_THE_WAY.length }), fc.array(fc.tuple(fc.nat(8), act), { maxLength: 8 }))
  .map(([steps, others]) =>
    others.reduce<readonly Act[]>((acts, [at, each]) => acts.toSpliced(at, 0, each), ON_THE_WAY.slice(0, steps)),
  );

const OUTCOMES: ReadonlySet<string> = new Set(['done', 'declined', 'expired']);

test('no call without a valid approval, none twice, and whoever asked is told exactly one outcome', async () => {
  const seen = { sent: 0, done: 0 };
  await fc.assert(
    fc.asyncProperty(story, async (acts) => {
      const bench = await createBench();
      await bench.push(anna, 'ask', { fields: { what: 'annual report' } });
      for (const each of acts) await perform(bench, each);
      for (let days = 0; days < 9; days += 1) {
        await bench.settle(30);
        await bench.clock.advance(DAY);
      }
      await bench.settle(30);

      const restores = bench.restores();
      const sent = restores.filter(({ calls }) => calls.some((call) => call.sent === true));
      expect(bench.explorer.restored.length).toBeLessThanOrEqual(sent.length);
      for (const { id, fourEyes } of sent) {
        const request = bench.fourEyes.approvals.states.get(id);
        const rule = await presentRule(bench.fourEyes, olga.address, request);
        const [first] = request === undefined ? [] : approvalsOf(request, rule);
        expect(first?.objectId).toMatch(/paula|quentin/);
        expect(fourEyes?.approved?.by).toHaveLength(1);
      }
      const request = bench.requests.states.get(REQUEST);
      if (request?.status.kind !== 'ended') throw new Error('it never ends');
      const { how, counts } = request.status;
      const news = bench.viewsOf(anna, 'request-news').flatMap((view) => ('news' in view ? [view.news.kind] : []));
      const outcomes = new Set(news.filter((each) => OUTCOMES.has(each)));
      // Copies of a message are harmless; another outcome would not be.
      expect([...outcomes]).toEqual(how === 'withdrawn' ? [] : [how]);
      if (counts !== undefined) expect(sent.length).toBeGreaterThan(0);
      // One that was posted by a process that died then is nobody's: a press on it shows how it is.
      expect(request.asked).toHaveLength(2);
      for (const { cardId = '' } of request.asked) {
        expect(bench.announcer.shows(cardId)).toMatchObject({ request: { status: { how } } });
      }
      for (const approver of [paula, quentin]) {
        for (const view of bench.cardsOf(approver)) {
          if (view.kind === 'approval-request') expect(view.outcome).toBeDefined();
        }
      }
      expect(bench.restores().every(({ endAnnounced, unwatched }) => endAnnounced === true || unwatched === true)).toBe(
        true,
      );
      seen.sent += sent.length;
      if (counts !== undefined) seen.done += 1;
    }),
    { numRuns: 200 },
  );
  expect(seen.done).toBeGreaterThan(5);
  expect(seen.sent).toBeGreaterThanOrEqual(seen.done);
}, 60_000);

/** As far as the approval. */
async function approved(): Promise<ApprovedRequests> {
  const bench = await createBench();
  await bench.push(anna, 'ask', { fields: { what: 'annual report' } });
  for (const each of ON_THE_WAY) await perform(bench, each);
  return bench;
}

test('whoever asked hears that it is done also where the chat of the operator is gone by then', async () => {
  const bench = await createBench();
  await bench.push(anna, 'ask', { fields: { what: 'annual report' } });
  for (const each of ON_THE_WAY.slice(0, -1)) await perform(bench, each);
  const { announcer } = bench;
  const edit = announcer.edit.bind(announcer);
  announcer.edit = async (address, of, ...others) =>
    of.personId === key.personId ? { kind: 'unreachable' } : edit(address, of, ...others);
  await bench.settle();
  expect(bench.viewsOf(anna, 'request-news')).toMatchObject([{ news: { kind: 'taken' } }, { news: { kind: 'done' } }]);
});

test('the lines of its approval in the audit log name the request', async () => {
  const bench = await approved();
  const named = bench.audit.records.filter(({ reference, restore }) => [reference, restore?.request].includes(REQUEST));
  expect(named.map(({ event }) => event)).toEqual([
    'request-made',
    'request-taken',
    'approval-asked',
    'approval-given',
    'restore-started',
    'restore-ended',
    'request-ended',
  ]);
});
