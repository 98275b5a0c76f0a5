/** **This was not me**: telling the administrators who can be written to, each once, by a job that survives a crash. */
import { StorageUnavailableError } from '../../core/errors.ts';
import type { Organizations } from '../organizations.ts';
import type { AdministratorAddresses, PersonStore, SignInAnnouncer } from '../ports.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Job, Jobs } from '../../core/jobs.ts';
import { displayName, serviceHost } from '../presenter.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import type { PersonState, Report } from '../model.ts';
import { changeState, readState, type Decided } from '../../core/optimistic-update.ts';
import type { View } from '../views.ts';

export interface NotMeReportsDependencies {
  readonly administrators: AdministratorAddresses;
  /** Object ids, lower case. */
  readonly adminUserIds: readonly string[];
  readonly organizations: Pick<Organizations, 'get'>;
  readonly store: PersonStore;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly announcer: SignInAnnouncer;
  readonly clock: Clock;
  readonly log: Log;
}

type ReportJob = Extract<Job, { kind: 'report' }>;

export interface NotMeReports {
  /** Administrators who have talked to the bot, without the one who reports. @throws StorageUnavailableError */
  addressees(reporter: PersonKey): Promise<readonly string[]>;
  /** Handler of `report` jobs. */
  tell(job: ReportJob, signal: AbortSignal): Promise<void>;
}

/** So long somebody who is being told is taken for being told by another instance. */
const TELLING_MILLISECONDS = 60_000;

const NOTHING: Decided<undefined, PersonState> = { kind: 'keep', result: undefined };

const reportIn = (state: PersonState | undefined, id: string): Report | undefined =>
  state?.reports?.find((report) => report.id === id);

/** A report that nobody is left to be told of is no longer kept. */
function withReport(state: PersonState, report: Report): PersonState {
  const others = state.reports?.filter(({ id }) => id !== report.id) ?? [];
  const reports = report.to.length === 0 ? others : [...others, report];
  return { ...state, reports: reports.length === 0 ? undefined : reports };
}

export function createNotMeReports(dependencies: NotMeReportsDependencies): NotMeReports {
  const { administrators, adminUserIds, organizations, store, jobs, announcer, clock, log } = dependencies;

  function viewOf(report: Report, { person, address }: PersonState): View {
    const { account, at, flow, organization, signInId: reference, signedInAt, revoked, expiresAt } = report;
    return {
      kind: 'not-me-report',
      person: person.name,
      account,
      organization: displayName(organizations, organization),
      service: serviceHost(organizations, organization),
      flow,
      signedInAt,
      at,
      place: address.place,
      reference,
      revoked,
      expiresAt,
    };
  }

  type Turn = { readonly kind: 'mine' | 'theirs' | 'done'; readonly report?: Report | undefined };

  /** The right to tell one administrator. */
  function begin(state: PersonState | undefined, id: string, to: string, at: number): Decided<Turn, PersonState> {
    const report = reportIn(state, id);
    if (state === undefined || report === undefined || !report.to.includes(to)) {
      return { kind: 'keep', result: { kind: 'done' } };
    }
    const { telling } = report;
    if (telling?.to === to && telling.at === at) return { kind: 'keep', result: { kind: 'mine', report } };
    if (telling !== undefined && at - telling.at < TELLING_MILLISECONDS) {
      return { kind: 'keep', result: { kind: 'theirs' } };
    }
    const begun = { ...report, telling: { to, at } };
    return { kind: 'write', state: withReport(state, begun), result: { kind: 'mine', report: begun } };
  }

  async function settle(key: PersonKey, id: string, to: string, told: boolean): Promise<void> {
    await changeState(store, key, (state) => {
      const report = reportIn(state, id);
      if (state === undefined || report === undefined) return NOTHING;
      const left = told ? report.to.filter((each) => each !== to) : report.to;
      const next = withReport(state, { ...report, to: left, telling: undefined });
      return { kind: 'write', state: next, result: undefined };
    });
  }

  async function post(to: string, address: Address, view: View): Promise<void> {
    const delivery = await announcer.post(address, { conversationId: address.conversationId, personId: to }, view);
    if (delivery.kind === 'unreachable') await administrators.erase(to);
  }

  async function tellOne({ key, reportId }: ReportJob, to: string): Promise<'told' | 'later'> {
    const address = await administrators.find(to);
    const at = clock.now();
    const { result: turn, loaded } = await changeState(store, key, (state) => begin(state, reportId, to, at));
    if (turn.kind === 'theirs') return 'later';
    if (turn.report === undefined || loaded.state === undefined) return 'told';
    try {
      if (address !== undefined) await post(to, address, viewOf(turn.report, loaded.state));
    } catch (error) {
      await settle(key, reportId, to, false);
      throw error;
    }
    await settle(key, reportId, to, true);
    return 'told';
  }

  return {
    async addressees({ personId }) {
      const others = adminUserIds.filter((id) => id !== personId);
      const found = await Promise.all(others.map(async (id) => ((await administrators.find(id)) ? id : undefined)));
      return found.filter((id) => id !== undefined);
    },

    async tell(job, signal) {
      const { state } = await readState(store, job.key);
      const faults: unknown[] = [];
      let later = false;
      for (const to of reportIn(state, job.reportId)?.to ?? []) {
        signal.throwIfAborted();
        try {
          later = (await tellOne(job, to)) === 'later' || later;
        } catch (error) {
          if (error instanceof StorageUnavailableError) throw error;
          log.warn(
            { event: 'report-not-delivered', report: job.reportId, error },
            'a report could not be delivered to an administrator yet',
          );
          faults.push(error);
        }
      }
      if (faults.length > 0) throw faults[0];
      if (later) await jobs.send(job, TELLING_MILLISECONDS / 1000);
    },
  };
}
