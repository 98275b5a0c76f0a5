/**
 * The backup service's restore endpoints: scopes, restore points, sessions, contents and
 * restore calls. Each workload has a file in explorer/workloads.
 */
import { MAX_FILE_BYTES, PART_BYTES } from '../../restore/state/export.ts';
import type { RestorePoint, ScopeList } from '../../restore/backups/catalog.ts';
import { onUpstreamError, UnsendableError, UpstreamError } from '../../core/errors.ts';
import type { RestoreCertificate } from '../../core/organization.ts';
import type { Entry } from '../../restore/backups/entries/entry.ts';
import type { Access, Explorer, Page, RestoreCredentials, RestoreRequest } from '../../restore/state/ports.ts';
import { containerType, groupOf, kindRules, rulesOf } from '../../restore/backups/workloads/index.ts';
import { operatorInfoAnswer, UPSTREAM } from '../backup-service.ts';
import {
  codeCheck,
  event,
  exploredTenant,
  readPoint,
  restoreAnswer,
  restoreCode,
  session,
  tenant,
  user,
} from './answers.ts';
import { itemsOf, readExploredScope } from './scope-pages.ts';
import { dateTime, fromEcho, reader } from './api/fields.ts';
import { readToEnd } from './api/long-listing.ts';
import { CompressedScopeList, readScopeList } from './scope-list.ts';
import { BROWSING, ServiceApi, type TimeLimits } from './api/service-api.ts';
import { path, type RestoreEndpoint, type WorkloadApi } from './api/workload-api.ts';
import { readStatistics } from './statistics.ts';
import { WORKLOADS } from './workloads/index.ts';
import type { Http } from '../http/http.ts';

const PERSON = '/v8/Organization/LoggedInUser';

/** `EffectiveScope` of a whole organization is one answer of tens of megabytes. */
const SCOPE_LIMIT_BYTES = 256 * 1_048_576;

/** All backups of whom was chosen are one answer, without pages: a kilobyte each, of years with one an hour or more. */
const POINTS_LIMIT_BYTES = 64 * 1_048_576;

type Certificates = Readonly<Record<string, RestoreCertificate>>;

/**
 * The only place where they are written into a body.
 *
 * @throws Error where the organization has no certificate
 */
function credentialsOf(credentials: RestoreCredentials, { organization }: Access, certificates: Certificates) {
  if (credentials.kind === 'code') {
    const { userCode } = credentials;
    return { body: { userCode }, secrets: [userCode], account: undefined };
  }
  const certificate = certificates[organization.key];
  if (certificate === undefined) throw new Error('The organization has no certificate for restores.');
  const { pfx, password, impersonationAccount: account } = certificate;
  const body = {
    applicationId: organization.restoreApplicationId,
    applicationCertificate: pfx,
    applicationCertificatePassword: password,
  };
  return { body, secrets: [pfx, password, account].filter((secret) => secret !== ''), account };
}

/** Of a search: more sites are rare in what one person restores. */
const MAX_NAMED = 5;

const sessionPath = (sessionId: string): string => path`/v8/RestoreSessions/${sessionId}`;

const RESTORE_ANSWER_BYTES = 65_536;

/** Address and body, without credentials. @throws Error for what cannot be sent */
function endpointOf(kind: Access['kind'], request: RestoreRequest): RestoreEndpoint {
  const { restore, restoreAsAdministrator } = WORKLOADS[request.workload];
  if (kind !== 'administrator') return restore(request);
  const endpoint = restoreAsAdministrator?.(request);
  if (endpoint === undefined) throw new Error('The workload has nothing that an administrator restores.');
  return endpoint;
}

/** Undefined where the call cannot be made. */
function bodyOf(kind: Access['kind'], request: RestoreRequest): object | undefined {
  try {
    return endpointOf(kind, request).json;
  } catch {
    return undefined;
  }
}

/** From when, or until when, posts are restored. */
const DAY_OF_PERIOD = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/;

/** @throws Error for what cannot be sent */
function withCredentials(
  endpoint: RestoreEndpoint,
  access: Access,
  { workload, credentials, entries }: RestoreRequest,
  certificates: Certificates,
) {
  if (access.kind !== 'administrator') return { endpoint, secrets: [] };
  if (credentials === undefined) throw new Error("An administrator's restore needs credentials.");
  const { impersonates } = WORKLOADS[workload];
  const { body, secrets, account } = credentialsOf(credentials, access, certificates);
  const isImpersonated = entries.some(({ kind }) => impersonates?.(kind));
  const impersonation = isImpersonated ? { impersonationAccountName: account } : {};
  return { endpoint: { ...endpoint, json: { ...endpoint.json, ...body, ...impersonation } }, secrets };
}

/** The call of a restore, with all that it needs. @throws UnsendableError */
function restoreCall(access: Access, request: RestoreRequest, certificates: Certificates) {
  const { workload, containerId, entries, options } = request;
  try {
    if (entries.length === 0) throw new Error('There is nothing to restore.');
    const groups = new Set(entries.map((entry) => groupOf(workload, entry, access.kind)));
    const isOne = groups.size === 1 && entries.every((entry) => entry.containerId === containerId);
    if (!isOne || entries.some((entry) => kindRules(workload, entry, access.kind).restores !== 'itself')) {
      throw new Error('A restore call takes items of one group, and no folders.');
    }
    const isMissing = rulesOf(workload, access.kind).options.some(
      (option) => 'default' in option && options[option.name] === undefined,
    );
    if (request.target === undefined && isMissing) throw new Error('An option of the workload is missing.');
    return withCredentials(endpointOf(access.kind, request), access, request, certificates);
  } catch (error) {
    throw new UnsendableError(error);
  }
}

/** @param certificates that stand in for the codes of restores, by organization */
export function createExplorer({
  http,
  timeLimits = {},
  certificates = {},
}: {
  readonly http: Http;
  readonly timeLimits?: Partial<TimeLimits>;
  readonly certificates?: Certificates;
}): Explorer {
  const api = new ServiceApi(http, timeLimits);

  /** With the names of the first few of what holds the entries, where they can be told. */
  async function withHolders(
    access: Access,
    { container, nests }: WorkloadApi,
    exploreId: string,
    page: Page<Entry>,
  ): Promise<Page<Entry>> {
    if (nests !== true) return page;
    const ids = [...new Set(page.results.map(({ containerId }) => containerId))].slice(0, MAX_NAMED);
    const found = await Promise.all(
      ids.map((id) =>
        api.all(access, { ...container(exploreId, id), limit: 'browse' }).catch(onUpstreamError(() => [])),
      ),
    );
    const names = new Map(found.flat().map(({ id, name }) => [id, name]));
    const results = page.results.map((entry) => ({ ...entry, containerName: names.get(entry.containerId) }));
    return { ...page, results };
  }

  return {
    isOperator: (access) => api.read(access, { path: `${PERSON}/OperatorInfo` }, operatorInfoAnswer),

    whoAmI: (access) => api.read(access, { path: PERSON }, user),

    async effectiveScope(access) {
      // Replaced by the scope of the last attempt.
      let scope: ScopeList = new CompressedScopeList();
      await api.send(access, {
        path: `${PERSON}/EffectiveScope`,
        limit: 'scope',
        sizeLimitBytes: SCOPE_LIMIT_BYTES,
        async takeBody(body) {
          scope = await readScopeList(body);
        },
      });
      return scope;
    },

    organization: (access) => api.read(access, { path: '/v8/Organization' }, tenant),

    exploredOrganization: (access, exploreId) =>
      api.read(access, { path: `${sessionPath(exploreId)}/organization` }, exploredTenant),

    async restorePoints(access, scopeId) {
      if (access.kind === 'administrator') {
        const points: RestorePoint[] = [];
        const query = { organizationId: scopeId, isCopy: false, orderAsc: false };
        const listing = { path: '/v8/RestorePoints', query, read: readPoint };
        await readToEnd(api, access, { ...listing, limit: 'browse' }, (point) => points.push(point));
        return points;
      }
      const query = { rbacItem: scopeId, isCopy: false };
      const listing = { path: `${PERSON}/RestorePoints`, query, read: readPoint };
      return api.list(access, { ...listing, limit: 'browse', sizeLimitBytes: POINTS_LIMIT_BYTES });
    },

    openExplore(access, request) {
      const { workload, at, scope, showDeleted, showAllVersions, repositoryId, reason } = request;
      const common = {
        // Without it the service opens the latest. Whole seconds, rounded up: a time before the point's own would open
        // the previous one.
        dateTime: at === undefined ? undefined : dateTime(Math.ceil(at / 1_000) * 1_000),
        type: WORKLOADS[workload].sessionType,
        showDeleted,
        showAllVersions,
      };
      if (access.kind === 'administrator') {
        const path = '/v8/Organization/Explore';
        // A whole organization takes longer than what one person has.
        return api.read(access, { method: 'POST', path, json: common, limit: 'scope' }, session);
      }
      const json = {
        ...common,
        scope: scope && fromEcho(scope.echo, 'A scope'),
        repositoryId,
        reason,
      };
      const personal = [reason ?? '', scope?.name ?? '', scope?.detail ?? ''];
      const path = '/v8/Organization/OperatorExplore';
      return api.read(access, { method: 'POST', path, json, limit: 'browse', personal }, session);
    },

    session: (access, sessionId, signal) => api.read(access, { path: sessionPath(sessionId), signal }, session),

    sessions(access, { from, ...slice }) {
      const startTimeFrom = from === undefined ? undefined : dateTime(from);
      const query = { startTimeFrom, orderBy: 'CreationTime', orderAsc: false };
      return api.page(access, { path: '/v8/RestoreSessions', query, read: reader(session) }, slice);
    },

    async stop(access, sessionId) {
      // What the end of a session leaves open is closed after it.
      const closing = { ...access, signal: undefined };
      await api.send(closing, { method: 'POST', path: `${sessionPath(sessionId)}/Stop` });
    },

    statistics: (access, sessionId, signal) =>
      readStatistics(api, access, `${sessionPath(sessionId)}/Statistics`, signal),
    events: (access, sessionId, slice, signal) =>
      api.page(access, { path: `${sessionPath(sessionId)}/Events`, read: reader(event), signal }, slice),

    containers: async (access, workload, exploreId) =>
      api.all(access, { ...WORKLOADS[workload].containers(exploreId), limit: 'browse' }),
    exploredScope: (access, workload, exploreId) =>
      readExploredScope(api, access, itemsOf(containerType(workload), WORKLOADS[workload].containers(exploreId))),
    async exploredItem(access, workload, exploreId, id) {
      const listing = itemsOf(containerType(workload), WORKLOADS[workload].container(exploreId, id));
      return (await api.all(access, { ...listing, limit: 'browse' }))[0];
    },
    folders: (access, at, slice, signal) => api.joined(access, WORKLOADS[at.workload].folders(at), slice, signal),
    items: (access, at, slice, signal) => api.joined(access, WORKLOADS[at.workload].items(at), slice, signal),

    async search(access, { workload, ...place }, which, text, slice, signal) {
      if (place.folder !== undefined && place.containerId === undefined) {
        throw new Error('A folder is searched in its container.');
      }
      const { query = {}, ...listing } = WORKLOADS[workload].search(place, which, text);
      const call = {
        method: 'POST',
        json: { query: text },
        ...listing,
        query: 'setId' in query ? { ...query, setId: slice.setId } : query,
        isSafe: true,
        signal,
        ...BROWSING,
        // The text as a whole and the values in it: names, addresses and subjects of people.
        personal: [text, ...text.split(/[\s"():]+/)].filter((part) => part !== ''),
      } as const;
      return withHolders(access, WORKLOADS[workload], place.exploreId, await api.page(access, call, slice));
    },

    async versions(access, workload, exploreId, entry) {
      const listing = WORKLOADS[workload].versions?.(exploreId, entry);
      if (listing === undefined) return [];
      const { containerId } = entry;
      const found = await api.all(access, { ...listing, limit: 'browse' });
      const restoring = { workload, exploreId, containerId, options: {} };
      const named = found.filter((version) => bodyOf(access.kind, { ...restoring, entries: [version] }) !== undefined);
      if (named.length === 0 && found.length > 0) throw new UpstreamError(UPSTREAM, 'MALFORMED');
      return named;
    },

    async save(access, { exploreId, workload, entry }, take, signal) {
      const endpoint = WORKLOADS[workload].save?.(exploreId, entry);
      if (endpoint === undefined) throw new Error('The workload has nothing to download.');
      await api.send(access, {
        method: 'POST',
        ...endpoint,
        limit: 'download',
        sizeLimitBytes: MAX_FILE_BYTES,
        heldBytes: 2 * PART_BYTES,
        isOnce: true,
        signal,
        personal: [entry.title],
        takeBody: take,
      });
    },

    requestRestoreCode: (access, exploreId, { applicationId }) =>
      api.read(
        access,
        {
          method: 'POST',
          path: `${sessionPath(exploreId)}/organization/restoreDeviceCode`,
          json: { targetApplicationId: applicationId },
          limit: 'browse',
        },
        restoreCode,
      ),

    isCodeUsed: (access, userCode) =>
      api.read(
        access,
        { method: 'POST', path: '/v8/DeviceCode/check', json: { userCode }, personal: [userCode] },
        codeCheck,
      ),

    optionsSent(kind, unopened) {
      const { workload } = unopened;
      const choices = new Set(
        rulesOf(workload, kind).options.flatMap((one) => (one.kind === 'choice' ? one.choices : [])),
      );
      const isOption = (value: unknown): value is boolean | string =>
        typeof value === 'boolean' || (typeof value === 'string' && (choices.has(value) || DAY_OF_PERIOD.test(value)));
      const body = Object.entries(bodyOf(kind, { ...unopened, exploreId: 'not-opened-yet' }) ?? {});
      return Object.fromEntries(body.flatMap(([name, value]) => (isOption(value) ? [[name, value]] : [])));
    },

    async restore(access, request) {
      const { entries, reason = '' } = request;
      const { endpoint, secrets } = restoreCall(access, request, certificates);
      const call = {
        method: 'POST',
        ...endpoint,
        limit: 'restore',
        timeLimitMilliseconds: request.timeLimitMilliseconds,
        sizeLimitBytes: RESTORE_ANSWER_BYTES,
        personal: [reason, ...entries.map(({ title }) => title), ...secrets],
      } as const;
      return api.read(access, call, restoreAnswer);
    },
  };
}
