/** Where administrators and approvers can be written to, and the reports that they receive. */
import { StorageUnavailableError } from '../../core/errors.ts';
import type { JobOf } from '../../core/jobs.ts';
import { changeState, keep, readForJob, write } from '../../durable/record.ts';
import type { Address, Asker, PersonKey } from '../../core/person.ts';
import { isSuspended } from './suspensions.ts';
import type { Transition } from '../state/transitions.ts';
import type { SharedInputs, SignInInputs } from '../state/inputs.ts';
import type { PersonState, Report } from '../state/model.ts';
import type { PersonStore } from '../state/ports.ts';
import { displayName, serviceHost } from '../state/presenter.ts';
import type { View } from '../state/views.ts';

type ContactsPorts = Pick<SignInInputs, 'administrators' | 'adminUserIds' | 'approverIds'>;
type Ports = SharedInputs & ContactsPorts & Pick<SignInInputs, 'suspensions'>;

/** Whose personal chat is remembered: administrators and approvers. */
export const contactIds = ({
  adminUserIds,
  approverIds = [],
}: Pick<ContactsPorts, 'adminUserIds' | 'approverIds'>): ReadonlySet<string> =>
  new Set([...adminUserIds, ...approverIds]);

export class AdministratorContacts {
  readonly #ports: ContactsPorts;

  constructor(ports: ContactsPorts) {
    this.#ports = ports;
  }

  /** Does nothing unless the asker is an administrator or an approver, in a personal chat. @throws StorageUnavailableError */
  async save({ person, address }: Asker, addedAt?: number): Promise<void> {
    const objectId = person.objectId?.toLowerCase();
    if (objectId === undefined || address.place !== 'personal' || !contactIds(this.#ports).has(objectId)) return;
    await this.#ports.administrators.save(objectId, address, addedAt);
  }
}

/** How long another instance's claim on a notification is honoured. */
const CLAIM_MILLISECONDS = 60_000;

/** All administrators but the person whom a report is about. */
export const otherAdministrators = (adminUserIds: readonly string[], { personId }: PersonKey): readonly string[] =>
  adminUserIds.filter((id) => id !== personId);

type AddressPorts = Pick<SignInInputs, 'administrators' | 'suspensions'>;

/** Where a report goes, unless the administrator is suspended. @throws StorageUnavailableError */
const addressOf = async ({ administrators, suspensions }: AddressPorts, id: string): Promise<Address | undefined> =>
  (await isSuspended(suspensions, id)) ? undefined : administrators.find(id);

/** Those of them who have talked to the bot. @throws StorageUnavailableError */
export async function reportAddressees(
  { adminUserIds, ...ports }: AddressPorts & Pick<SignInInputs, 'adminUserIds'>,
  key: PersonKey,
): Promise<readonly string[]> {
  const others = otherAdministrators(adminUserIds, key);
  const addresses = await Promise.all(others.map((id) => addressOf(ports, id)));
  return others.filter((_, index) => addresses[index] !== undefined);
}

/** Handler of `report` jobs: one notification after the other; throws when one failed, so that the job is repeated. */
export async function notifyAdministrators(ports: Ports, job: JobOf<'report'>, signal: AbortSignal): Promise<void> {
  const { store, jobs, log } = ports;
  const { state } = await readForJob(store, job.key);
  const report = reportIn(state, job.reportId);
  const errors: unknown[] = [];
  let isClaimed = false;
  if (report?.to.length === 0) await release(store, job.key, report.id);
  for (const to of report?.to ?? []) {
    signal.throwIfAborted();
    try {
      if ((await notifyOne(ports, job, to)) === 'theirs') isClaimed = true;
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      log.warn({ event: 'report-not-delivered', report: job.reportId, error }, 'a report is not delivered yet');
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  if (isClaimed) await jobs.send(job, CLAIM_MILLISECONDS / 1000);
}

async function notifyOne(ports: Ports, { key, reportId }: JobOf<'report'>, to: string): Promise<'done' | 'theirs'> {
  const { store, clock } = ports;
  const address = await addressOf(ports, to);
  const now = clock.now();
  const { result, loaded } = await changeState(store, key, claimNotification(reportId, to, now));
  if (typeof result === 'string') return result;
  try {
    if (address !== undefined && loaded.state !== undefined) await post(ports, to, address, result, loaded.state);
  } catch (error) {
    await release(store, key, reportId);
    throw error;
  }
  await release(store, key, reportId, to);
  return 'done';
}

async function post(
  { administrators, organizations, announcer }: Ports,
  to: string,
  address: Address,
  report: Report,
  state: PersonState,
): Promise<void> {
  const key = { conversationId: address.conversationId, personId: to };
  const delivery = await announcer.post(address, key, reportView(organizations, report, state));
  if (delivery.kind === 'unreachable') await administrators.erase(to);
}

function reportView(organizations: Ports['organizations'], report: Report, { person, address }: PersonState): View {
  const { at, flow, organization: name, signInId: reference } = report;
  const organization = displayName(organizations, name);
  const service = serviceHost(organizations, name);
  const facts = { at, flow, reference, organization, service, person: person.name, place: address.place };
  if (report.kind === 'somebody-else') {
    const { approver } = report;
    const asker = { userId: person.objectId ?? address.userId, tenantId: person.tenantId };
    return { kind: 'somebody-else-report', ...facts, asker, approver };
  }
  const { account, signedInAt, revoked, expiresAt } = report;
  return { kind: 'not-me-report', ...facts, account, signedInAt, revoked, expiresAt };
}

/** @param notified the administrator who needs no further notification */
async function release(store: PersonStore, key: PersonKey, reportId: string, notified?: string): Promise<void> {
  const decide: Transition = (state) => {
    const report = reportIn(state, reportId);
    if (state === undefined || report === undefined) return keep(undefined);
    const to = report.to.filter((each) => each !== notified);
    return write(withReport(state, { ...report, to, telling: undefined }), undefined);
  };
  await changeState(store, key, decide);
}

const reportIn = (state: PersonState | undefined, id: string): Report | undefined =>
  state?.reports?.find((report) => report.id === id);

/** Drops a report once everybody is notified. */
function withReport(state: PersonState, report: Report): PersonState {
  const others = state.reports?.filter(({ id }) => id !== report.id) ?? [];
  const reports = report.to.length === 0 ? others : [...others, report];
  return { ...state, reports: reports.length === 0 ? undefined : reports };
}

/** Claims the notification of one administrator for a limited time. @returns the report, if it is claimed */
const claimNotification =
  (reportId: string, to: string, at: number): Transition<Report | 'theirs' | 'done'> =>
  (state) => {
    const report = reportIn(state, reportId);
    if (state === undefined || report === undefined || !report.to.includes(to)) return keep('done');
    const { telling } = report;
    // The write had succeeded and only its response was lost.
    if (telling?.to === to && telling.at === at) return keep(report);
    if (telling !== undefined && at - telling.at < CLAIM_MILLISECONDS) return keep('theirs');
    const claimed = { ...report, telling: { to, at } };
    return write(withReport(state, claimed), claimed);
  };
