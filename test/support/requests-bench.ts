/** Asking, taking and duty on fakes, with people who have personal chats. */
import type { FlowKind } from '../../src/core/organization.ts';
import type { Asker } from '../../src/core/person.ts';
import { createRequestErasure, createRequestFeature } from '../../src/requests/features.ts';
import type { Duty, Request } from '../../src/requests/model.ts';
import type { PersonalChat } from '../../src/requests/ports.ts';
import type { RequestButton, TypedFields } from '../../src/requests/presses.ts';
import { RequestUpdates } from '../../src/requests/updates.ts';
import { Operators } from '../../src/restore/access/operators.ts';
import type { RestoreNotice } from '../../src/restore/state/notice.ts';
import { noticeReply } from '../../src/restore/state/views.ts';
import type { RequestReply, RequestView } from '../../src/requests/views.ts';
import { Uninstall, uninstallWhenUnreachable } from '../../src/sign-in/uninstall.ts';
import type { Choice } from '../../src/sign-in/state/views.ts';
import type { Suspension } from '../../src/sign-in/state/suspension.ts';
import { createFakeAdministrators } from '../fakes/administrators.ts';
import { createFakeAnnouncer, type FakeAnnouncer, type ShownCard } from '../fakes/announcer.ts';
import { createFakeClock, type FakeClock } from '../fakes/clock.ts';
import { createFakePersonStore } from '../fakes/person-store.ts';
import { createFakeJobs, type FakeJobs } from '../fakes/jobs.ts';
import { createRecordingAudit, createRecordingLog, type RecordingAudit, type RecordingLog } from '../fakes/records.ts';
import { createFakeRoster, type FakeRoster } from '../fakes/roster.ts';
import { createFakeRecords, type FakeRecords } from '../fakes/shared-records.ts';
import { aFault, aPerson, aSession, anAddress, CONTOSO } from './builders.ts';

/** The bot is in no such team until a test says so. */
export const DUTY_TEAM = '19:duty@thread.tacv2';
export const REQUEST = 'request-1';
/** Asks; two operators; an administrator; somebody whom nobody has asked. */
export const NAMES = ['anna', 'olga', 'otto', 'ada', 'sam'] as const;
export type Name = (typeof NAMES)[number];

export interface RequestsBench extends ReturnType<typeof createRequestFeature> {
  readonly clock: FakeClock;
  readonly jobs: FakeJobs;
  readonly announcer: FakeAnnouncer;
  readonly audit: RecordingAudit;
  readonly log: RecordingLog;
  readonly records: FakeRecords<Request>;
  readonly duties: FakeRecords<Duty>;
  readonly suspensions: FakeRecords<Suspension>;
  readonly updates: RequestUpdates;
  readonly roster: FakeRoster;
  readonly erasure: ReturnType<typeof createRequestErasure>;
  /** What the bot does where a chat cannot be written to, or is left. */
  readonly uninstall: Uninstall;
  /** May be changed: who is signed in as operator, and what the wizard finds of a scope. */
  readonly signedIn: Set<Name>;
  /** To which organization, and those that serve who asks. */
  signedInTo: string;
  served: readonly Choice[];
  /** In which the service takes them for operators; and what is said of their session before it is asked. */
  operatorOf: readonly string[];
  refused: RestoreNotice | undefined;
  outside: Name | undefined;
  /** Happens while a service is asked. */
  meanwhile: (of: 'session' | 'search') => Promise<unknown>;
  /** The chat service does not take the card of the search. */
  isChatFailing: boolean;
  /** Whose restore for a request has not ended. */
  restoring: Name | undefined;
  chat: (asker: Asker) => Partial<PersonalChat & { kind: 'found' }> | undefined;
  /** What the wizard was asked for. */
  readonly searched: readonly object[];
  asker(name: Name, changes?: Partial<Asker>): Asker;
  /** Sends a form as anna. */
  askFor(fields?: TypedFields, requestId?: string): Promise<RequestReply>;
  push(
    name: Name,
    kind: RequestButton['kind'],
    more?: { reason?: string; fields?: TypedFields; id?: string },
  ): Promise<RequestReply>;
  /** Puts operators on duty. */
  onDuty(...names: readonly Name[]): Promise<void>;
  /** Lets all jobs run that are due. */
  work(): Promise<void>;
  request(id?: string): Request | undefined;
  cardsOf(name: Name, kind: RequestView['kind']): readonly ShownCard[];
  /** What the newest card of that kind shows now. */
  seenBy<Kind extends RequestView['kind']>(name: Name, kind: Kind): Extract<RequestView, { kind: Kind }> | undefined;
  newsTo(name: Name): readonly string[];
}

export function createRequestsBench(): RequestsBench {
  const clock = createFakeClock();
  const jobs = createFakeJobs(clock);
  const announcer = createFakeAnnouncer();
  const [audit, log] = [createRecordingAudit(), createRecordingLog()];
  const [records, duties] = [createFakeRecords<Request>(), createFakeRecords<Duty>()];
  const administrators = createFakeAdministrators();
  const suspensions = createFakeRecords<Suspension>();
  const signedIn = new Set<Name>(['olga', 'otto', 'ada', 'sam']);
  const searched: object[] = [];
  let ids = 0;
  const asker = (name: Name, changes: Partial<Asker> = {}): Asker => {
    const conversationId = `a:${name}`;
    return {
      key: { conversationId, personId: name },
      person: aPerson({ objectId: name, name }),
      address: anAddress({ conversationId, userId: `29:${name}`, userName: name }),
      ...changes,
    };
  };
  const roster = createFakeRoster();
  const ports = {
    roster,
    dutyTeam: DUTY_TEAM,
    requests: records,
    duties,
    jobs,
    audit,
    log,
    clock,
    administrators,
    suspensions,
    adminUserIds: ['ada'],
    organizations: {
      servedIn: () => bench.served,
      offers: (_key: string, _tenantId: string, flow: FlowKind) => flow === 'operator',
    },
    newId: () => `id-${(ids += 1)}`,
  };
  const updates = new RequestUpdates(ports);
  const erasure = createRequestErasure({ ...ports, updates });
  // Nobody has signed in here, so that nothing else of it is used.
  const uninstall = new Uninstall({ ...ports, store: createFakePersonStore(), otherRecords: [erasure] } as never);
  const feature = createRequestFeature({
    ...ports,
    announcer: uninstallWhenUnreachable(announcer, uninstall) as never,
    updates,
    async personalChat(who) {
      const found = bench.chat(who);
      if (found === undefined) return { kind: 'none' };
      const { key, address } = asker(who.person.name as Name);
      return { kind: 'found', key, address, mail: `${who.person.name}@contoso.com`, isGuest: false, ...found };
    },
    operators: new Operators({
      access: {
        async authorize(who, work) {
          await bench.meanwhile('session');
          if (!signedIn.has(who.person.name as Name)) return noticeReply({ code: 'sign-in-first' });
          const session = aSession({ organization: bench.signedInTo });
          return bench.refused === undefined
            ? work({ connection: { kind: 'operator', session, call: (ask: () => unknown) => ask() } } as never)
            : noticeReply(bench.refused);
        },
      },
      explorer: { isOperator: async () => bench.operatorOf.includes(bench.signedInTo) },
    }),
    restores: { isRestoringFor: async (key) => bench.restoring === key.personId },
    wizard: {
      async findRequested(who, requested) {
        searched.push(requested);
        await bench.meanwhile('search');
        if (bench.isChatFailing) throw aFault('NO_ANSWER');
        const remark = bench.outside === who.person.name ? { code: 'no-such-scope', typed: '' } : undefined;
        return { kind: 'delivered', view: { kind: 'task-search', task: { remark } } as never };
      },
    },
  });
  jobs.handle(feature.jobHandlers);

  const bench: RequestsBench = {
    ...feature,
    clock,
    jobs,
    announcer,
    audit,
    log,
    records,
    duties,
    suspensions,
    updates,
    roster,
    erasure,
    uninstall,
    signedIn,
    signedInTo: CONTOSO,
    served: [{ organization: CONTOSO, displayName: 'Contoso' }],
    operatorOf: [CONTOSO],
    refused: undefined,
    outside: undefined,
    meanwhile: () => Promise.resolve(),
    isChatFailing: false,
    restoring: undefined,
    chat: () => ({}),
    searched,
    asker,
    askFor: (fields = { what: 'annual report' }, requestId = REQUEST) =>
      clock.run(feature.press(asker('anna'), requestId, { kind: 'ask', fields }, 'form-card')),
    push: (name, kind, { reason, fields = {}, id = REQUEST } = {}) =>
      clock.run(feature.press(asker(name), id, { kind, fields, reason }, undefined)),
    async onDuty(...names) {
      for (const name of names) await clock.run(feature.duty.begin(asker(name)));
    },
    async work() {
      for (let round = 0; round < 20; round += 1) {
        await clock.run(jobs.runDue());
        await clock.settle();
      }
    },
    request: (id = REQUEST) => records.states.get(id),
    cardsOf: (name, kind) =>
      announcer.cards.filter(
        ({ key, views }) => key.personId === name && views.some((view) => (view.kind as string) === kind),
      ),
    seenBy(name, kind) {
      const views = bench.cardsOf(name, kind).at(-1)?.views;
      return views?.at(-1) as never;
    },
    newsTo: (name) =>
      announcer.cards
        .filter(({ key }) => key.personId === name)
        .flatMap(({ views }) => views as readonly unknown[] as readonly RequestView[])
        .flatMap((view) => (view.kind === 'request-news' ? [view.news.kind] : [])),
  };
  void administrators.save('ada', asker('ada').address);
  return bench;
}
