/** Explore sessions and restores as the API shows them: `RESTRestoreSession`, statistics, events. */
import type { ExploreSession } from './explore-sessions.ts';
import { type Outcome, type Run, type Target, type Unit, countsOf } from '../restores/runs.ts';
import { uuidOf } from '../sample-data/seeded.ts';

const BASE = '/v8/RestoreSessions';

export const instant = (at: number): string => new Date(at).toISOString();

/** A session with its restores: an explore session alone, a restore alone, or both under one id. */
export interface Shown {
  readonly id: string;
  readonly explore: ExploreSession;
  readonly runs: readonly Run[];
  readonly createdAt: number;
  readonly endedAt: number | undefined;
}

export function sessionBody({ id, explore, runs, createdAt, endedAt }: Shown): object {
  const { who, type, scope } = explore;
  const count = runs.reduce((sum, { units }) => sum + units.length, 0);
  return {
    id,
    name: runs.length === 0 ? `Explore ${scope.name}` : `Restore of ${count} item(s)`,
    organization: who.organizationName,
    type,
    creationTime: instant(createdAt),
    endTime: endedAt === undefined ? null : instant(endedAt),
    state: endedAt === undefined ? 'Working' : 'Stopped',
    // While it works this means nothing, as in the real service.
    result: endedAt === undefined ? 'Success' : resultOf(runs),
    initiatedBy: who.userName,
    details: detailsOf(runs, endedAt),
    scopeName: scope.name,
    clientHost: '127.0.0.1',
    reason: runs[0]?.reason ?? explore.reason ?? '',
    eTag: createdAt,
    _links: {
      self: { href: `${BASE}/${id}` },
      organization: { href: `${BASE}/${id}/organization` },
      events: { href: `${BASE}/${id}/Events` },
    },
  };
}

function resultOf(runs: readonly Run[]): 'Success' | 'Warning' | 'Failed' {
  const { restored, failed, skipped, warned } = countsOf(runs);
  if (failed > 0 && restored + skipped === 0) return 'Failed';
  return failed + warned > 0 || runs.some(({ cancelled }) => cancelled) ? 'Warning' : 'Success';
}

function detailsOf(runs: readonly Run[], endedAt: number | undefined): string {
  if (runs.length === 0 || endedAt === undefined) return '';
  const { total, restored, failed, skipped } = countsOf(runs);
  const stopped = runs.some(({ cancelled }) => cancelled) ? 'Stopped by the user. ' : '';
  return `${stopped}Restored ${restored} of ${total}, failed ${failed}, skipped ${skipped}.`;
}

export function statisticsBody({ runs }: Shown): object {
  const { total, restored, failed, skipped } = countsOf(runs);
  const eventsOf = (status: Outcome['status']): readonly string[] =>
    runs.flatMap(({ units, outcomes }) =>
      outcomes.flatMap((outcome, at) => (outcome.status === status ? [sentence(units[at], outcome)] : [])),
    );
  return {
    totalItemsCount: total,
    restoredItemsCount: restored,
    failedItemsCount: failed,
    skippedItemsCount: skipped,
    warnings: eventsOf('Warning'),
    errors: eventsOf('Failed'),
    items: runs.flatMap((run) => (run.target.kind === 'mailbox' ? [mailboxDetails(run)] : documentDetails(run))),
  };
}

function sentence(unit: Unit | undefined, { why = '' }: Outcome): string {
  return `${unit?.name === '' ? '(no subject)' : (unit?.name ?? '')}: ${why}`;
}

/** There is no kind of detail for a single mail: those are in the events alone. */
function mailboxDetails(run: Run): object {
  const { target } = run;
  const { restored, failed, skipped, warned } = countsOf([run]);
  const status = failed > 0 && restored === 0 ? 'Failed' : failed + warned > 0 ? 'Warning' : 'Success';
  return {
    id: target.id,
    itemRestoreDetailsType: 'BulkMailbox',
    title: target.name,
    name: target.name,
    itemType: 'ExchangeMailbox',
    status,
    warnings: [],
    mailboxEmail: target.address,
    mailboxIsArchive: target.isArchive,
    mailboxIsPublic: false,
    createdMailboxItemsCount: restored,
    mergedMailboxItemsCount: 0,
    failedMailboxItemsCount: failed,
    skippedMailboxItemsCount: skipped,
  };
}

function documentDetails({ units, holders = [], outcomes }: Run): readonly object[] {
  const into = holders.map((holder) => ({
    ...holder,
    itemRestoreDetailsType: 'Item',
    title: holder.name,
    status: 'Success',
    warnings: [],
  }));
  const items = outcomes.map(({ status, why }, at) => ({
    id: units[at]?.id ?? '',
    itemRestoreDetailsType: 'Item',
    title: units[at]?.name ?? '',
    name: units[at]?.name ?? '',
    itemType: units[at]?.itemType ?? 'OneDriveItem',
    status,
    ...(status === 'Failed' ? { error: why } : {}),
    warnings: status === 'Warning' || status === 'Skipped' ? [why] : [],
    path: units[at]?.path ?? '',
  }));
  return items.length === 0 ? [] : [...into, ...items];
}

/** In order, the oldest first. */
export function eventBodies({ id, explore, runs, createdAt }: Shown): readonly EventBody[] {
  const events: EventBody[] = [];
  const add = (status: string, message: string, at: number, more: object = {}): void => {
    const eventId = uuidOf(`${id} ${events.length}`);
    events.push({
      id: eventId,
      type: 'None',
      status,
      startTime: instant(at),
      endTime: status === 'Running' ? null : instant(at),
      duration: '00:00:00',
      title: message,
      message,
      order: events.length,
      organizationId: explore.who.organizationId,
      ...more,
      _links: { self: { href: `${BASE}/${id}/Events/${eventId}` } },
    });
  };

  add('Success', 'The session has been started.', createdAt);
  for (const { units, outcomes, startedAt, durationMilliseconds, endedAt, cancelled, target } of runs) {
    const each = Number.isFinite(durationMilliseconds) ? durationMilliseconds / units.length : 0;
    for (const [at, { status, why }] of outcomes.entries()) {
      const unit = units[at];
      const name = unit?.name ?? '';
      const message = why === undefined ? `Restored "${name}".` : `${VERBS[status]} "${name}": ${why}`;
      add(status, message, Math.min(startedAt + (at + 1) * each, endedAt ?? Infinity), aboutItem(unit, target));
    }
    const next = units[outcomes.length];
    if (cancelled) add('Cancelled', 'The restore has been stopped.', endedAt ?? startedAt);
    else if (next !== undefined) {
      add('Running', `Restoring "${next.name}".`, startedAt + outcomes.length * each, aboutItem(next, target));
    }
  }
  return events;
}

interface EventBody {
  readonly id: string;
  readonly [field: string]: unknown;
}

const VERBS: Readonly<Record<Outcome['status'], string>> = {
  Success: 'Restored',
  Warning: 'Restored with a warning',
  Failed: 'Could not restore',
  Skipped: 'Skipped',
};

function aboutItem(unit: Unit | undefined, { kind, id, address: target }: Target): object {
  return {
    type: 'Restore',
    itemName: unit?.name ?? '',
    itemSizeBytes: unit?.sizeBytes ?? 0,
    source: unit?.path ?? '',
    target,
    siteId: kind === 'site' ? id : null,
    teamId: kind === 'team' ? id : null,
  };
}
