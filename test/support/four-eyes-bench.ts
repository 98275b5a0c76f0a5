/** A restore, or a file, that somebody else has to approve, on fakes: Olga asks, Paula and Quentin may approve. */
import type { Asker } from '../../src/core/person.ts';
import type { ApprovalRequest, ApprovalRule } from '../../src/restore/state/four-eyes.ts';
import type { Session } from '../../src/sign-in/state/model.ts';
import type { ApprovalPress } from '../../src/restore/state/presses.ts';
import type { RestoreReply, RestoreView } from '../../src/restore/state/views.ts';
import { START } from '../fakes/clock.ts';
import type { JobHandlers } from '../fakes/jobs.ts';
import { createFakeFourEyes } from '../fakes/approvals.ts';
import type { Around } from '../fakes/intercept.ts';
import { aBackup, anEntry } from '../fakes/explorer.ts';
import { createFakeExports } from '../fakes/exports.ts';
import type { FileExport } from '../../src/restore/state/export.ts';
import { anAddress, anAsker, aPerson, aSession } from './builders.ts';
import { createBench, withTask, type Bench } from './restoring-bench.ts';
import { createRestoreOutside, key, startRestoreProcess, type RestoreOutside } from './restore-process.ts';
import { shownOf } from '../../src/restore/run/record/create-restore.ts';

export function somebody(name: string): Asker {
  const objectId = `oid-of-${name}`;
  const address = anAddress({
    conversationId: `a:personal-chat-of-${name}`,
    userId: `29:${name}`,
    userName: name,
  });
  return {
    key: { conversationId: address.conversationId, personId: objectId },
    person: aPerson({ objectId, name }),
    address,
  };
}

export const olga = anAsker({ address: anAddress({ userName: 'Olga Operator' }) });
export const paula = somebody('paula');
export const quentin = somebody('quentin');

export const PLAN = anEntry({ id: 'plan', kind: 'document', containerId: 'drive-1', title: 'Kyoto plan.xlsx' });

export interface FourEyesBench extends Bench {
  readonly fourEyes: ReturnType<typeof createFakeFourEyes>;
  readonly session: Session;
  id(): string;
  request(): ApprovalRequest;
  press(who: Asker, press: ApprovalPress): Promise<RestoreReply>;
  /** Runs what is due now, until nothing is. */
  settle(rounds?: number): Promise<void>;
  /** Olga presses **Ask for approval**. */
  ask(): Promise<RestoreReply>;
  /** The same of `PLAN` as a file. */
  askFile(): Promise<RestoreReply>;
  readonly files: ReturnType<typeof createFakeExports>;
  /** The file as it is stored. */
  file(): FileExport | undefined;
  restart(around?: Around): void;
  parts(): ReturnType<typeof startRestoreProcess>;
  /** The last view of each card of a person, oldest first. */
  cardsOf(who: Asker): readonly RestoreView[];
  /** What Olga was told by messages. */
  news(): readonly string[];
}

/** Another feature of the same processes. */
interface Beside extends Pick<RestoreOutside, 'requestEnded'> {
  /** Starts it in a new process. @returns what it does of the jobs */
  readonly start?: (outside: RestoreOutside, around: Around) => JobHandlers;
}

export async function createFourEyesBench(
  rule: Partial<ApprovalRule> = {},
  known: readonly Asker[] = [paula, quentin],
  listed: readonly string[] = ['oid-of-paula', 'oid-of-quentin', 'oid-of-olga'],
  beside: Beside = {},
): Promise<FourEyesBench> {
  const fourEyes = createFakeFourEyes({ mode: 'always', ...rule }, listed);
  for (const { person, address } of known) await fourEyes.administrators.save(person.objectId ?? '', address);
  const session = aSession({ expiresAt: START + 7 * 86_400_000 });
  const plain = createRestoreOutside(session, 'id');
  const files = createFakeExports(plain.clock);
  const outside = { ...plain, fourEyes, files, requestEnded: beside.requestEnded };
  const bench = createBench(outside);
  await withTask(bench);
  const { clock, jobs, announcer, store } = bench;
  const renewals = { renew: async () => ({ kind: 'refused', reason: 'refused', view: {} }) as never };
  let parts: ReturnType<typeof startRestoreProcess>;

  function restart(around: Around = (_, call) => call()): void {
    const effects: Around = (label, call) => (label.startsWith('people.') ? call() : around(label, call));
    parts = startRestoreProcess(outside, { around: effects, renewals });
    const { restore, export: file, approval, ...handlers } = parts.feature.jobHandlers;
    const due = { 'approval-due': handlers['approval-due'], 'export-due': handlers['export-due'] };
    const others = beside.start?.(outside, effects);
    jobs.handle({ restore, export: file, approval, ...due, 'explore-idle': handlers['explore-idle'], ...others });
  }
  restart();

  /** Of the restore or the file: nothing is left of a file that has ended. */
  function id(): string {
    const asked = jobs.sent.findLast(({ job }) => job.kind === 'export')?.job;
    return asked?.kind === 'export' ? asked.exportId : bench.restore().id;
  }

  return Object.assign(bench, {
    fourEyes,
    files,
    session,
    restart,
    parts: () => parts,
    id,
    file: () => files.exports.stateOf(key, id()),
    request() {
      const request = fourEyes.approvals.states.get(id());
      if (request === undefined) throw new Error('There is no request.');
      return request;
    },
    async press(who: Asker, press: ApprovalPress) {
      return clock.run(parts.feature.fourEyes.press(who, id(), press));
    },
    async settle(rounds = 300) {
      for (let quiet = 0, round = 0; quiet < 20 && round < rounds; round += 1) {
        const isDue = jobs.queued.some(({ visibleAt }) => visibleAt <= clock.now());
        quiet = isDue ? 0 : quiet + 1;
        if (isDue) await clock.run(jobs.runDue());
        await clock.advance(1_000);
      }
    },
    async ask() {
      const state = store.stateOf(key);
      const { task } = state ?? {};
      if (state && task) store.put(key, { ...state, task: { ...task, remark: { code: 'overwrites', count: 1 } } });
      const shown = task && shownOf(task);
      const { workload, reason } = task ?? {};
      const options = workload && task?.options?.[workload];
      const press = { kind: 'restore', shown, options, reason, overwrite: true } as const;
      return clock.run(parts.feature.wizard.press(olga, task?.id ?? '', press, 'card-0'));
    },
    async askFile() {
      const state = store.stateOf(key);
      const page = {
        source: { kind: 'search', form: {} },
        number: 0,
        entries: [PLAN],
        found: 1,
        tooMany: false,
      } as const;
      const place = { workload: 'onedrive', step: 'results', page, list: [], explore: undefined } as const;
      if (state?.task) store.put(key, { ...state, task: { ...state.task, ...place } });
      const press = { kind: 'download', entry: PLAN.key, reason: 'Ticket 4711' } as const;
      bench.explorer.backups.set('own', aBackup({ entries: [{ entry: PLAN }] }));
      return clock.run(parts.feature.wizard.press(olga, 'task-1', press, 'card-0'));
    },
    cardsOf: (who: Asker) =>
      announcer.cards
        .filter(({ key: of }) => of.personId === who.key.personId)
        .map(({ views }) => views.at(-1) as unknown as RestoreView),
    news: () =>
      announcer.cards.flatMap(({ views }) =>
        (views as unknown as readonly RestoreView[]).flatMap((view) =>
          view.kind === 'approval-news' ? [view.news] : [],
        ),
      ),
  }) as FourEyesBench;
}
