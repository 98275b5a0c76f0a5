/** Restores of an administrator on fakes: Olga is signed in app-only, and somebody approves what is shown. */
import type { RestoreGroup } from '../../src/restore/state/restore.ts';
import type { RestorePress } from '../../src/restore/state/presses.ts';
import type { RestoreRequest } from '../../src/restore/state/ports.ts';
import type { RestoreReply, RestoreView } from '../../src/restore/state/views.ts';
import { START } from '../fakes/clock.ts';
import { SOMEBODY } from '../fakes/identity-provider.ts';
import { anAsker, aPersonState, aRestoreState, aSession, aTask, type TaskChanges } from './builders.ts';
import type { RestoreOutside } from './restore-process.ts';
import { createBench, key, type Bench, type RestoreProcess } from './restoring-bench.ts';

export const asker = anAsker();

export type ApprovalView = Extract<RestoreView, { kind: 'restore-approval' }>;

/** What somebody did about approvals, and what they were used for, by the code or the name of each. */
export interface ApprovingBench extends Bench {
  /** **Approve**, or **I have signed in**, was pressed for it. */
  readonly pressed: ReadonlySet<string>;
  /** Of each request to restore, also of those that the service did not accept. */
  readonly sentWith: readonly (string | undefined)[];
  /** Explore sessions in which a card waited for one. */
  readonly waitedIn: ReadonlySet<string>;
  /** The process that was started last. */
  running: RestoreProcess | undefined;
}

export function createApprovingBench(changes: Partial<RestoreOutside> = {}): ApprovingBench {
  const pressed = new Set<string>();
  const sentWith: (string | undefined)[] = [];
  const waitedIn = new Set<string>();
  const plain = createBench({ adminUserIds: [SOMEBODY.oid], ...changes });
  const { people, announcer, explorer } = plain;
  people.put(key, aPersonState({ session: aSession({ flow: 'app-only', expiresAt: START + 86_400_000 }) }));
  const bench: ApprovingBench = {
    ...plain,
    pressed,
    sentWith,
    waitedIn,
    running: undefined,
    process(around) {
      const process = plain.process(around);
      bench.running = {
        ...process,
        press(who, id, press) {
          const isMeant = ({ approval }: RestoreGroup) =>
            press.kind === 'signed-in' && approval?.kind === 'waiting' && approval.askedAt === press.asked;
          for (const { approval } of groupsOf(bench).filter(isMeant)) pressed.add(approval?.userCode ?? '');
          return process.press(who, id, press);
        },
      };
      return bench.running;
    },
  };
  const edit = announcer.edit.bind(announcer);
  announcer.edit = (...card) => {
    for (const { approval, exploreId } of groupsOf(bench)) if (approval !== undefined) waitedIn.add(exploreId);
    return edit(...card);
  };
  explorer.during.restore = async () => {
    const request = explorer.calls.at(-1)?.asked as RestoreRequest | undefined;
    sentWith.push(groupsOf(bench).find(({ exploreId }) => exploreId === request?.exploreId)?.approval?.userCode);
  };
  return bench;
}

const groupsOf = ({ store }: Bench): readonly RestoreGroup[] =>
  store.stateOf(key)?.restores.flatMap(({ groups }) => groups) ?? [];

/** How it is approved, and where it goes. */
export interface Way {
  readonly outside: Partial<RestoreOutside>;
  readonly task: TaskChanges;
}
const target = { id: 'm-2', type: 'User', name: 'Mika', detail: 'mika@contoso.com', echo: '{}' } as const;
const point = { kind: 'at', id: 'p', backupTime: Date.UTC(2026, 10, 3, 12) } as const;
export const WAYS = {
  'by a code': { outside: {}, task: {} },
  'by a certificate': { outside: { withCertificate: ['contoso.onmicrosoft.com'] }, task: {} },
  'by a code, elsewhere': { outside: { restoreElsewhere: true }, task: { target, point } },
} as const satisfies Record<string, Way>;
export const EVERY_WAY = Object.entries(WAYS) as readonly (readonly [keyof typeof WAYS, Way])[];

/** Stores an administrator's task on its confirm card. */
export function withAdministratorsTask(bench: Bench, changes: TaskChanges = {}): void {
  const task = aTask({ access: 'administrator', scope: { kind: 'organization', name: 'Contoso' }, ...changes });
  bench.store.put(key, aRestoreState({ task }));
}

/** What the card shows of the approval; fails where it shows something else. */
export function approvalShown(bench: Bench, cardId?: string): ApprovalView {
  const view = bench.shown(cardId);
  if (view?.kind !== 'restore-approval') throw new Error(`The card shows ${view?.kind ?? 'nothing'}.`);
  return view;
}

export const codeShown = (bench: Bench): string | undefined => approvalShown(bench).code?.userCode;

/** Somebody signs in with it at Microsoft. */
export function use(bench: Bench, userCode: string | undefined): void {
  const code = bench.explorer.codes.get(userCode ?? '');
  if (code === undefined) throw new Error(`The service has given no code ${userCode}.`);
  code.isUsed = true;
}

/** **Restore**, with the process that follows it. @returns the process */
export async function restoring(bench: Bench, changes: TaskChanges = {}) {
  withAdministratorsTask(bench, changes);
  const process = bench.process();
  await bench.clock.run(process.begin(asker, 'task-1', 'card-0'));
  await bench.clock.advance(0);
  return process;
}

/** A button of the card that is shown. */
export function press(
  bench: Bench,
  process: Pick<Awaited<ReturnType<typeof restoring>>, 'press'>,
  pressed: RestorePress,
) {
  return bench.clock.run<RestoreReply>(process.press(asker, bench.restore().id, pressed));
}

/** Somebody who sees a code on the card signs in with it; where there is **Approve** instead, it is pressed. */
export function somebodyApproves(bench: ApprovingBench): void {
  const { announcer, clock, explorer } = bench;
  explorer.during.isCodeUsed = async () => {
    const view = bench.shown();
    if (view?.kind === 'restore-approval' && view.code !== undefined) use(bench, view.code.userCode);
  };
  const approve = async (): Promise<void> => {
    await clock.sleep(1_000);
    const view = bench.shown();
    if (view?.kind !== 'restore-approval' || view.code?.certificate !== true) return;
    await bench.running?.press(asker, view.restore.restoreId, { kind: 'signed-in', asked: view.code.askedAt });
  };
  const edit = announcer.edit.bind(announcer);
  announcer.edit = async (...card) => {
    const edited = await edit(...card);
    // It may die of the press.
    void approve().catch(() => undefined);
    return edited;
  };
}

/**
 * Each call went with an approval of its own that somebody gave, to where it was to go, and none is left anywhere.
 *
 * @param open explore sessions that are left
 */
export function nothingUnapproved(
  bench: ApprovingBench,
  where: string,
  { outside, task }: Way = WAYS['by a code'],
  open: readonly string[] = [],
): void {
  const { explorer, store, sentWith, pressed, waitedIn } = bench;
  const kind = outside.withCertificate === undefined ? 'code' : 'certificate';
  const used = [...explorer.codes].filter(([, { isUsed }]) => isUsed).map(([userCode]) => userCode);
  const given: ReadonlySet<string | undefined> = kind === 'code' ? new Set(used) : pressed;
  expect([where, sentWith.filter((approval) => !given.has(approval))]).toEqual([where, []]);
  expect([where, new Set(sentWith).size]).toEqual([where, sentWith.length]);
  const requests = explorer.calls
    .filter(({ method }) => method === 'restore')
    .map(({ asked }) => asked as RestoreRequest);
  const expected = sentWith.map((userCode) => (kind === 'code' ? { kind, userCode } : { kind }));
  expect([where, requests.map(({ credentials }) => credentials)]).toEqual([where, expected]);
  const targets = requests.map((request) => request.target);
  const place = task.target && {
    item: task.target,
    folder: expect.stringMatching(/ 2026-11-03 [\da-z]{6}$/) as string,
  };
  expect([where, targets]).toEqual([where, targets.map(() => place)]);
  if (kind === 'certificate') expect([where, explorer.codes.size]).toEqual([where, 0]);

  expect([where, groupsOf(bench).filter(({ approval }) => approval !== undefined)]).toEqual([where, []]);
  expect([where, JSON.stringify(store.stateOf(key)).includes('CODE-')]).toEqual([where, false]);
  expect([where, bench.log.text().includes('CODE-')]).toEqual([where, false]);
  const asked = new Set([...[...explorer.codes.values()].map(({ exploreId }) => exploreId), ...waitedIn]);
  const working = explorer.working.map(({ id }) => id);
  expect([where, working.filter((id) => asked.has(id))]).toEqual([where, open]);
}
