import { foldName, foldText } from '../../src/core/text.ts';
import { UpstreamError } from '../../src/core/errors.ts';
import type {
  Access,
  ExploreRequest,
  Explorer,
  FolderRef,
  Page,
  RestoreRequest,
  ServiceOrganization,
  ServiceSession,
  Slice,
  Statistics,
} from '../../src/restore/state/ports.ts';
import type { SessionEvent } from '../../src/restore/state/restore.ts';
import type { Container, Entry, ScopeItem } from '../../src/restore/backups/entries/entry.ts';
import type { RestorePoint } from '../../src/restore/backups/catalog.ts';
import { containerType, kindRules, WORKLOADS, type Workload } from '../../src/restore/backups/workloads/index.ts';
import type { ScopeList } from '../../src/restore/backups/catalog.ts';
import type { Clock } from '../../src/core/platform.ts';

/** An entry where it lies: `folderId` is absent at the container's root. */
export interface Stored {
  readonly entry: Entry;
  readonly folderId?: string | undefined;
}

/** The backup of one person. */
/** With the containers of each workload. */
export interface FakeBackup extends Readonly<Partial<Record<Workload, Container[]>>> {
  readonly exchange: Container[];
  readonly onedrive: Container[];
  readonly sharepoint: Container[];
  /** Items, documents and folders of all containers. */
  readonly entries: Stored[];
  /** Earlier versions by document id, newest first. */
  readonly versions: Map<string, Entry[]>;
  points: RestorePoint[];
}

export type Method = keyof Explorer;

const HAS_EFFECTS: ReadonlySet<Method> = new Set(['openExplore', 'stop', 'requestRestoreCode', 'restore']);

/** A call that goes wrong: before the service acts, or after it, so that only its answer is lost. */
export type Fault = UpstreamError | { readonly afterwards: UpstreamError };

export interface FakeSession extends ServiceSession {
  /** What it was opened with; absent on a restore session. */
  readonly request?: ExploreRequest | undefined;
  /** An administrator's, of the whole organization. */
  readonly isTenant?: boolean | undefined;
  /** What it restores. */
  readonly restores?: RestoreRequest | undefined;
  readonly statistics: Statistics;
  readonly events: readonly SessionEvent[];
}

export interface FakeExplorer extends Explorer {
  operator: boolean;
  me: { readonly id: string; readonly name: string };
  /** `EffectiveScope`. */
  scopeItems: ScopeItem[];
  /** `GET /v8/Organization`, and what an administrator's session is of. */
  tenant: ServiceOrganization;
  /** Codes of restores, in the order in which they were requested, and whether somebody signed in with each. */
  readonly codes: Map<string, { readonly exploreId: string; isUsed: boolean }>;
  /** By scope item's id, `own`, and `organization` for administrators. */
  readonly backups: Map<string, FakeBackup>;
  /** What the next calls of a method throw, one after the other. */
  readonly faults: { -readonly [M in Method]?: (Fault | undefined)[] };
  /** Waited for within a call, before it is answered. */
  readonly during: { -readonly [M in Method]?: () => Promise<void> };
  /** What a search finds, where it is not to be looked for by the query's words. */
  finds: ((query: string, request: ExploreRequest | undefined) => readonly Entry[]) | undefined;
  /** What a listing shows of what is stored, where backups differ; all of it if undefined. */
  shows: ((stored: Stored, request: ExploreRequest | undefined) => boolean) | undefined;
  /** Which containers a session has of those of the backup, where backups differ; all of them if undefined. */
  has: ((container: Container, request: ExploreRequest) => boolean) | undefined;
  /** Whether an answer tells when its session was opened. */
  tellsTimes: boolean;
  /** Access tokens that are answered with 401. */
  readonly refusedTokens: Set<string>;
  /** Whether `restore` answers the explore session's own id instead of a new one. */
  restoresInExplore: boolean;
  /** Every call, as `search` and what it was asked. */
  readonly calls: readonly { readonly method: Method; readonly accessToken: string; readonly asked: unknown }[];
  /** Names of the methods called, in order. */
  readonly methods: readonly Method[];
  /** `restore` calls that reached the service. */
  readonly restored: readonly RestoreRequest[];
  /** Oldest first. */
  readonly allSessions: readonly FakeSession[];
  /** Sessions that are open: explore sessions and running restores. */
  readonly working: readonly FakeSession[];
  /** The service forgot a session: 404 from now on. */
  drop(sessionId: string): void;
  /** A session changes at the service: counts, items, state. */
  change(sessionId: string, changes: Partial<FakeSession>): void;
  /** A restore ends; without counts everything was restored. */
  finish(sessionId: string, statistics?: Partial<Statistics>, result?: ServiceSession['result']): void;
  /** Takes an item, document or folder out of every backup. */
  remove(entryId: string): void;
}

export const notFound = (): UpstreamError =>
  new UpstreamError('backup service', 'REFUSED', { status: 404, reason: 'ResourceNotFound' });

export function aScopeItem(changes: Partial<ScopeItem> = {}): ScopeItem {
  const item = { id: 'user-1', type: 'User', name: 'Ada Lovelace', detail: 'ada@contoso.example', ...changes } as const;
  return { echo: JSON.stringify({ id: item.id, type: item.type, user: { id: item.id } }), ...item };
}

export function anEntry(changes: Partial<Entry> = {}): Entry {
  const id = changes.id ?? 'item-1';
  return { key: `k-${id}`, kind: 'message', containerId: 'mailbox-1', id, title: `Subject of ${id}`, ...changes };
}

export function aPoint(changes: Partial<RestorePoint> = {}): RestorePoint {
  return {
    id: 'point-1',
    backupTime: Date.UTC(2026, 10, 19, 22),
    repositoryId: 'repository-1',
    workloads: ['exchange', 'onedrive'],
    hidden: false,
    ...changes,
  };
}

/** A backup with a mailbox and a drive, both empty but for what is given, and points of the last three days. */
export function aBackup(changes: Partial<FakeBackup> = {}): FakeBackup {
  return {
    exchange: [{ id: 'mailbox-1', name: 'Mailbox', detail: 'somebody@contoso.example', isArchive: false }],
    onedrive: [{ id: 'drive-1', name: 'OneDrive', detail: 'https://contoso.example/drive', isArchive: false }],
    sharepoint: [{ id: 'site-1', name: 'Site', detail: 'https://contoso.example/sites/1', isArchive: false }],
    entries: [],
    versions: new Map(),
    points: [1, 2, 3].map((day) => aPoint({ id: `point-${day}`, backupTime: Date.UTC(2026, 10, 20 - day, 22) })),
    ...changes,
  };
}

/** As many messages of a mailbox as wanted, each a minute older than the one before. */
export function someMessages(count: number, changes: Partial<Entry> = {}, folderId = 'inbox'): Stored[] {
  return Array.from({ length: count }, (_, index) => ({
    folderId,
    entry: anEntry({
      id: `message-${index}`,
      title: `Invoice ${index}`,
      who: 'Grace Hopper',
      at: Date.UTC(2026, 10, 19, 12) - index * 60_000,
      sizeBytes: 1000 + index,
      ...changes,
    }),
  }));
}

export function fakeScopeList(items: readonly ScopeItem[]): ScopeList {
  const counts = { User: 0, Site: 0, Team: 0 };
  for (const { type } of items) counts[type] += 1;
  return {
    counts,
    bytes: 100 * items.length,
    find: (id) => items.find((item) => item.id === id),
    findAll: (ids) => items.filter(({ id }) => ids.has(id)),
    search(typed, types, most) {
      const words = foldText(typed).split(' ');
      const fits = ({ name, detail }: ScopeItem): boolean =>
        words.every((word) => foldName(`${name} ${detail}`).includes(word));
      return items.filter((item) => types.includes(item.type) && fits(item)).slice(0, most);
    },
    contains: (typed) => items.some(({ name, detail }) => foldName(`${name} ${detail}`).includes(foldText(typed))),
  };
}

/** A container of an administrator's session. */
const itemOf = (workload: Workload, { id, name, detail = '', isArchive }: Container): ScopeItem => {
  return { id, type: containerType(workload), name, detail, echo: '{}', isArchive: isArchive || undefined };
};

const NOTHING: Statistics = { total: 0, restored: 0, failed: 0, skipped: 0, warnings: [], errors: [], items: [] };

function slice<T>(all: readonly T[], { offset, limit }: Slice): Page<T> {
  return { results: all.slice(offset, offset + limit), more: all.length > offset + limit };
}

/** Bare words and the values of words' criteria; times and the like are not looked at. */
function wordsOf(query: string): readonly string[] {
  const words: string[] = [];
  for (const [, criterion, quoted, bare] of query.matchAll(/(?:([\w.]+):\s*)?(?:"((?:[^"\\]|\\.)*)"|([^\s"()]+))/g)) {
    if (criterion !== undefined && !['subject', 'filename', 'from', 'to', 'title'].includes(criterion)) continue;
    const word = (quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '').replaceAll('*', '').toLowerCase();
    if (word !== '' && !['and', 'or', 'not'].includes(word)) words.push(word);
  }
  return words;
}

/** The service's restore endpoints over backups in memory: sessions open, are dropped and stopped, restores count up. */
export function createFakeExplorer(clock: Pick<Clock, 'now'>): FakeExplorer {
  const calls: { method: Method; accessToken: string; asked: unknown }[] = [];
  const restored: RestoreRequest[] = [];
  const sessions = new Map<string, FakeSession>();
  const dropped = new Set<string>();
  let opened = 0;

  const aborted = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });

  async function call<T>(method: Method, access: Access, asked: unknown, given: AbortSignal | undefined, act: () => T) {
    // The end of the session cuts off what has no effects.
    const signal = HAS_EFFECTS.has(method) ? given : (given ?? access.signal);
    await Promise.resolve();
    signal?.throwIfAborted();
    calls.push({ method, accessToken: access.accessToken, asked });
    const waiting = fake.during[method]?.();
    await (signal === undefined ? waiting : Promise.race([waiting, aborted(signal)]));
    if (fake.refusedTokens.has(access.accessToken))
      throw new UpstreamError('backup service', 'REFUSED', { status: 401 });
    const fault = fake.faults[method]?.shift();
    if (fault instanceof UpstreamError) throw fault;
    const answer = act();
    if (fault !== undefined) throw fault.afterwards;
    return answer;
  }

  function sessionOf(id: string): FakeSession {
    const session = sessions.get(id);
    if (session === undefined || dropped.has(id)) throw notFound();
    return session;
  }

  /** What an explore session shows: nothing before the first backup, and nothing once it is stopped. */
  function explored(exploreId: string): FakeBackup {
    const { request, state, isTenant } = sessionOf(exploreId);
    if (request === undefined || state === 'stopped') throw notFound();
    const backup = fake.backups.get(isTenant === true ? 'organization' : (request.scope?.id ?? 'own'));
    const first = Math.min(...(backup?.points ?? []).map(({ backupTime }) => backupTime));
    if (backup === undefined || (request.at ?? Infinity) < first) return aBackup({ exchange: [], onedrive: [] });
    const there = WORKLOADS.map((one) => [one, backup[one]?.filter((each) => fake.has?.(each, request) ?? true)]);
    return { ...backup, ...(Object.fromEntries(there) as Partial<FakeBackup>) };
  }

  function listed({ workload, exploreId, containerId, folder }: FolderRef, folders: boolean): readonly Entry[] {
    const { entries, ...backup } = explored(exploreId);
    const folderId = folder?.id;
    if (!WORKLOADS.flatMap((one) => backup[one] ?? []).some(({ id }) => id === containerId)) throw notFound();
    const { request, isTenant } = sessionOf(exploreId);
    // A post opens, too, and is an item all the same.
    const isFolder = (entry: Entry) => {
      const { opens, restores, whole } = kindRules(workload, entry, isTenant === true ? 'administrator' : 'operator');
      return opens === true && (restores === 'contents' || whole === true);
    };
    const isThere = (stored: Stored) => fake.shows?.(stored, request) ?? true;
    const inside = entries.filter((stored) => stored.entry.containerId === containerId && isThere(stored));
    if (folderId !== undefined && !inside.some(({ entry }) => entry.id === folderId)) {
      throw notFound();
    }
    return inside
      .filter((stored) => stored.folderId === folderId && isFolder(stored.entry) === folders)
      .map(({ entry }) => entry);
  }

  function add(changes: Partial<FakeSession>): FakeSession {
    opened += 1;
    const session: FakeSession = {
      id: `session-${opened}`,
      createdAt: clock.now(),
      state: 'working',
      result: 'success',
      initiatedBy: fake.me.name,
      statistics: NOTHING,
      events: [],
      ...changes,
    };
    sessions.set(session.id, session);
    return session;
  }

  /** A code is for the session that it was requested in. */
  function isApproved({ exploreId, credentials }: RestoreRequest): boolean {
    if (credentials?.kind !== 'code') return credentials !== undefined;
    const code = fake.codes.get(credentials.userCode);
    return code?.isUsed === true && code.exploreId === exploreId;
  }

  function change(id: string, changes: Partial<FakeSession>): void {
    const session = sessions.get(id);
    if (session !== undefined) sessions.set(id, { ...session, ...changes });
  }

  const fake: FakeExplorer = {
    operator: true,
    me: { id: 'user-me', name: 'Olga Operator' },
    scopeItems: [aScopeItem()],
    tellsTimes: true,
    tenant: { id: 'organization-1', name: 'contoso.onmicrosoft.com', type: 'Office365' },
    codes: new Map(),
    backups: new Map([
      ['organization', aBackup()],
      ['own', aBackup()],
      ['user-1', aBackup()],
    ]),
    faults: {},
    during: {},
    finds: undefined,
    shows: undefined,
    has: undefined,
    refusedTokens: new Set(),
    restoresInExplore: false,
    calls,
    get methods() {
      return calls.map(({ method }) => method);
    },
    restored,
    get allSessions() {
      return [...sessions.values()];
    },
    get working() {
      return [...sessions.values()].filter(({ id, state }) => state === 'working' && !dropped.has(id));
    },

    whoAmI: (access) => call('whoAmI', access, undefined, undefined, () => fake.me),
    isOperator: (access) => call('isOperator', access, undefined, undefined, () => fake.operator),
    effectiveScope: (access) =>
      call('effectiveScope', access, undefined, undefined, () => fakeScopeList(fake.scopeItems)),

    organization: (access) => call('organization', access, undefined, undefined, () => fake.tenant),
    exploredOrganization: (access, exploreId) =>
      call('exploredOrganization', access, exploreId, undefined, () => {
        sessionOf(exploreId);
        return { id: fake.tenant.id, name: fake.tenant.name };
      }),

    restorePoints: (access, scopeId) =>
      call('restorePoints', access, scopeId, undefined, () => {
        const whose = access.kind === 'administrator' ? 'organization' : (scopeId ?? 'own');
        return fake.backups.get(whose)?.points ?? [];
      }),

    openExplore: (access, request) =>
      call('openExplore', access, request, undefined, () => {
        const { workload, scope, reason } = request;
        if (access.kind === 'administrator') return add({ kind: workload, request, isTenant: true });
        if (scope !== undefined && !fake.scopeItems.some(({ id }) => id === scope.id)) {
          throw new UpstreamError('backup service', 'REFUSED', { status: 403, reason: 'ResourceAccessDenied' });
        }
        const session = add({ kind: workload, request, reason, scopeName: scope?.name });
        return fake.tellsTimes ? session : { ...session, createdAt: 0 };
      }),

    session: (access, id, signal) => call('session', access, id, signal, () => sessionOf(id)),
    sessions: (access, asked) =>
      call('sessions', access, asked, undefined, () => {
        const all = [...sessions.values()].filter(({ id }) => !dropped.has(id)).toReversed();
        return slice(
          all.filter(({ createdAt }) => createdAt >= (asked.from ?? 0)),
          asked,
        );
      }),
    stop: (access, id) =>
      call('stop', access, id, undefined, () => {
        sessionOf(id);
        change(id, { state: 'stopped', endedAt: clock.now() });
      }),
    statistics: (access, id, signal) => call('statistics', access, id, signal, () => sessionOf(id).statistics),
    events: (access, id, asked, signal) => call('events', access, id, signal, () => slice(sessionOf(id).events, asked)),

    containers: (access, workload: Workload, exploreId) =>
      call('containers', access, { workload, exploreId }, undefined, () => explored(exploreId)[workload] ?? []),
    exploredScope: (access, workload, exploreId) =>
      call('exploredScope', access, { workload, exploreId }, undefined, () =>
        fakeScopeList((explored(exploreId)[workload] ?? []).map((container) => itemOf(workload, container))),
      ),
    exploredItem: (access, workload, exploreId, id) =>
      call('exploredItem', access, { workload, exploreId, id }, undefined, () => {
        const container = explored(exploreId)[workload]?.find((one) => one.id === id);
        if (container === undefined) throw notFound();
        return itemOf(workload, container);
      }),
    folders: (access, at, asked, signal) =>
      call('folders', access, { ...at, ...asked }, signal, () => slice(listed(at, true), asked)),
    items: (access, at, asked, signal) =>
      call('items', access, { ...at, ...asked }, signal, () => slice(listed(at, false), asked)),

    search: (access, at, which, query, asked, signal) =>
      call('search', access, { ...at, which, query, ...asked }, signal, () => {
        const backup = explored(at.exploreId);
        if (fake.finds !== undefined) return slice(fake.finds(query, sessionOf(at.exploreId).request), asked);
        const words = wordsOf(query);
        const containers = new Set(backup[at.workload]?.map(({ id }) => id));
        const found = backup.entries.filter(
          ({ entry, folderId }) =>
            entry.kind !== 'folder' &&
            containers.has(entry.containerId) &&
            (at.containerId ?? entry.containerId) === entry.containerId &&
            (at.folder?.id ?? folderId) === folderId &&
            words.every((word) => `${entry.title} ${entry.who ?? ''} ${entry.to ?? ''}`.toLowerCase().includes(word)),
        );
        return slice(
          found.map(({ entry }) => entry),
          asked,
        );
      }),

    versions: (access, _workload, exploreId, document) =>
      call('versions', access, { exploreId, id: document.id }, undefined, () => {
        const { entries, versions } = explored(exploreId);
        if (!entries.some(({ entry }) => entry.id === document.id)) throw notFound();
        return versions.get(document.id) ?? [];
      }),

    save: async (access, item, take) => {
      const { exploreId, entry } = item;
      const file = await call('save', access, { exploreId, id: entry.id }, undefined, () => {
        if (!explored(exploreId).entries.some((one) => one.entry.id === entry.id)) throw notFound();
        return Buffer.from(`file of ${entry.id}`);
      });
      await take(
        (async function* () {
          yield file;
        })(),
      );
    },

    requestRestoreCode: (access, exploreId, options) =>
      call('requestRestoreCode', access, { exploreId, ...options }, undefined, () => {
        explored(exploreId);
        const userCode = `CODE-${fake.codes.size + 1}`;
        fake.codes.set(userCode, { exploreId, isUsed: false });
        return { userCode, verificationUri: 'https://microsoft.com/devicelogin', expiresInSeconds: 900 };
      }),
    isCodeUsed: (access, userCode) =>
      call('isCodeUsed', access, userCode, undefined, () => fake.codes.get(userCode)?.isUsed === true),

    optionsSent: (kind, { options }) => (kind === 'administrator' ? options : {}),
    restore: (access, request) =>
      call('restore', access, request, undefined, () => {
        explored(request.exploreId);
        if (access.kind === 'administrator' && !isApproved(request)) {
          throw new UpstreamError('backup service', 'FAILED', { status: 500 });
        }
        restored.push(request);
        const { workload, reason } = request;
        const scopeName = sessionOf(request.exploreId).scopeName;
        const statistics = { ...NOTHING, total: request.entries.length, holders: [request.containerId] };
        if (fake.restoresInExplore) {
          change(request.exploreId, { restores: request, statistics, reason });
          return { sessionId: request.exploreId };
        }
        return { sessionId: add({ kind: workload, reason, scopeName, restores: request, statistics }).id };
      }),

    drop: (id) => void dropped.add(id),
    change,
    finish(id, statistics, result = 'success') {
      const { total, holders } = sessions.get(id)?.statistics ?? NOTHING;
      const counted = { ...NOTHING, total, holders, restored: total, ...statistics };
      change(id, { state: 'stopped', endedAt: clock.now(), result, statistics: counted });
    },
    remove(entryId) {
      for (const { entries } of fake.backups.values()) {
        for (let index = entries.length - 1; index >= 0; index -= 1) {
          if (entries[index]?.entry.id === entryId) entries.splice(index, 1);
        }
      }
    },
  };
  return fake;
}
