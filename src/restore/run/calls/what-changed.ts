/**
 * What the service showed before a call was sent, and what changed since: the only sign of an administrator's call, whose
 * body has no `reason` to carry a reference.
 */
import { onUpstreamError } from '../../../core/errors.ts';
import type { Entry, ScopeItem } from '../../backups/entries/entry.ts';
import type { RestoreCall, ShownBefore } from '../../state/restore.ts';
import type { ServiceSession } from '../../state/ports.ts';
import type { CallContext } from './call-step.ts';
import { progressOf } from './progress.ts';
import { readProgress, type Reading } from './read-progress.ts';
import { entriesOfCall, groupOfCall } from '../../state/restore-transitions.ts';

const PAGE_SIZE = 100;
const MAX_SESSIONS = 500;
/** How far back sessions are listed. The service's clock may differ. */
const CLOCK_SKEW_MILLISECONDS = 10 * 60_000;

/** A session with a restore that was sent, and how that is known. */
export interface FoundRestore {
  readonly sessionId: string;
  /** Nothing tells that it is this restore but that no other is new. */
  readonly assumed?: true | undefined;
}

/** Of what runs within the session that was opened for it. */
export function shownIn(reading: Reading): Pick<ShownBefore, 'total' | 'events'> {
  const { statistics, events } = reading;
  return {
    total: statistics === undefined && events === undefined ? undefined : progressOf(reading).total,
    events: events?.filter(({ isRestore }) => isRestore).length,
  };
}

/** What was not known before, or is not known now, has not changed. */
const isMore = (before: number | undefined, now: number | undefined): boolean =>
  before !== undefined && now !== undefined && now > before;

export const hasGrown = (before: ShownBefore, now: Pick<ShownBefore, 'total' | 'events'>): boolean =>
  isMore(before.total, now.total) || isMore(before.events, now.events);

type Described = Pick<ServiceSession, 'kind' | 'organization' | 'initiatedBy'>;
const DESCRIBED = ['kind', 'organization', 'initiatedBy'] as const;

/**
 * The only session begun since that may be of this restore.
 *
 * @param like the session that was opened for it: the restore's has its kind, organization and initiator
 * @param isOpenedHere sessions that the bot has opened itself
 */
export function onlyNewSession(
  { sessions: before }: ShownBefore,
  now: readonly ServiceSession[],
  like: Described,
  isOpenedHere: (sessionId: string) => boolean,
): ServiceSession | undefined {
  if (before === undefined) return undefined;
  const known = new Set(before);
  const [first, ...others] = now.filter(
    (session) =>
      !known.has(session.id) &&
      !isOpenedHere(session.id) &&
      DESCRIBED.every((field) => [session[field], undefined].includes(like[field]) || session[field] === undefined),
  );
  return others.length === 0 ? first : undefined;
}

type Names = ReadonlySet<string>;
type Texts = readonly (string | undefined)[];

const namesOf = (texts: Texts): Names => new Set(texts.flatMap((text) => text || []));

const areIn = (named: Names, own: Texts): boolean => own.some((name) => name !== undefined && named.has(name));

/** What a session says that it restores: items, and what they are in. */
function namedIn({ statistics, events = [] }: Reading): { readonly items: Names; readonly holders: Names } {
  const restores = events.filter(({ isRestore }) => isRestore);
  const items = (statistics?.items ?? []).flatMap(({ id, name }) => [id, name]);
  const holders = restores.flatMap(({ target, siteId, teamId }) => [target, siteId, teamId]);
  return {
    items: namesOf([...items, ...restores.map(({ itemName }) => itemName)]),
    holders: namesOf([...(statistics?.holders ?? []), ...holders]),
  };
}

/**
 * Whether a session shows a restore that names what this one is of. Others may have opened a session meanwhile, which
 * restores nothing, or have begun a restore of their own, also with this bot: another person's sessions are not known here.
 *
 * @param target where it goes, unless that is the original place
 */
export function mayRestore(
  reading: Reading,
  {
    containerId,
    containerName,
    containerDetail,
    whole,
  }: Pick<RestoreCall, 'containerId' | 'containerName' | 'containerDetail' | 'whole'>,
  entries: readonly Entry[],
  target?: ScopeItem,
): boolean {
  const { total = 0, events = 0 } = shownIn(reading);
  if (total === 0 && events === 0) return false;
  const { items, holders } = namedIn(reading);
  const ids = entries.map(({ id }) => id);
  const isWhole = whole === true;
  // A folder or list may be one of the items, or what they are in.
  if (areIn(items, ids) || (isWhole && areIn(holders, ids))) return true;
  const titles = entries.map(({ title }) => title);
  if (!isWhole && items.size > 0) return areIn(items, titles);
  // What is restored with a whole has names that nobody here knows, and the title of a folder or list is no name of its own.
  const wholes = isWhole ? entries.flatMap(({ within, location }) => [within, location]) : [];
  const places = [containerId, containerName, containerDetail, target?.id, target?.name, target?.detail, ...wholes];
  return areIn(holders.size > 0 ? holders : items, places);
}

/** Page by page, newest first, each once; `isAll`: no more follow. Stops where there are more than are worth reading. */
export async function* sessionPages({ ports, connection }: CallContext, sentAt: number) {
  const from = sentAt - CLOCK_SKEW_MILLISECONDS;
  const seen = new Set<string>();
  for (let offset = 0; offset < MAX_SESSIONS;) {
    const slice = { offset, limit: PAGE_SIZE, from };
    const { results, more, next } = await connection.call((access) => ports.explorer.sessions(access, slice));
    const fresh = results.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    yield { results: fresh, isAll: !more };
    if (!more || results.length === 0) return;
    offset = next ?? offset + PAGE_SIZE;
  }
}

/** @returns undefined where the service lists more than are read */
async function allSessions(context: CallContext, sentAt: number): Promise<readonly ServiceSession[] | undefined> {
  const sessions: ServiceSession[] = [];
  for await (const { results, isAll } of sessionPages(context, sentAt)) {
    sessions.push(...results);
    if (isAll) return sessions;
  }
  return undefined;
}

/**
 * Taken before the call is sent. What the service does not tell, or refuses to administrators, is left out: it delays no
 * restore, and only makes less certain what became of a call whose response is lost.
 */
export async function readBefore(context: CallContext): Promise<ShownBefore> {
  const { ports, restore, call } = context;
  const unknown = onUpstreamError(() => undefined);
  const [sessions, reading] = await Promise.all([
    allSessions(context, ports.clock.now()).catch(unknown),
    readProgress(context, groupOfCall(restore, call).exploreId, true).catch(unknown),
  ]);
  return { sessions: sessions?.map(({ id }) => id), ...shownIn(reading ?? {}) };
}

/** @throws UpstreamError where the service does not list its sessions now */
export async function findNewSession(
  context: CallContext,
  before: ShownBefore,
  { like, sentAt }: { readonly like: Described; readonly sentAt: number },
  isOpenedHere: (sessionId: string) => boolean,
): Promise<FoundRestore | undefined> {
  if (before.sessions === undefined) return undefined;
  const now = (await allSessions(context, sentAt)) ?? [];
  const found = onlyNewSession(before, now, like, isOpenedHere);
  if (found === undefined) return undefined;
  const { restore, call } = context;
  const reading = await readProgress(context, found.id, true);
  const isOurs = mayRestore(reading, call, entriesOfCall(restore, call), groupOfCall(restore, call).target);
  return isOurs ? { sessionId: found.id, assumed: true } : undefined;
}
