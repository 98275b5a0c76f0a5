/**
 * Every call of the restore endpoints as our own reading of the API has it (sections B, C, D1, D2), strictly: exact
 * spelling of paths, no query parameter and no field that the call does not take. For checking recorded requests.
 */
import { z } from 'zod';

import { dateTime, exchangeRestore, explore, id, oneDriveRestore, query, uuid } from './service-bodies.ts';

/** A request as a server saw it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

interface ServiceCall {
  readonly method: 'GET' | 'POST';
  /** With `{name}` for what is filled in: `{uuid}` names a UUID, `{id}` any opaque id. */
  readonly path: string;
  readonly query?: z.ZodObject | undefined;
  /** Absent: no body at all. */
  readonly body?: z.ZodType | undefined;
}

const yesNo = z.enum(['true', 'false']);
const number = z.string().regex(/^\d{1,9}$/);
const slice = {
  offset: number,
  limit: number.refine((digits) => Number(digits) >= 1 && Number(digits) <= 10_000, 'is 1 to 10,000'),
};
const found = { ...slice, setId: uuid.optional() };
const parentId = z.string().min(1);
const itemType = z.enum(['All', 'Folders', 'Documents']);

const PERSON = '/v8/Organization/LoggedInUser';
const SESSION = '/v8/RestoreSessions/{uuid}';
const MAILBOXES = `${SESSION}/organization/mailboxes`;
const DRIVES = `${SESSION}/Organization/OneDrives`;

export const SERVICE_CALLS = {
  isOperator: { method: 'GET', path: `${PERSON}/OperatorInfo` },
  whoAmI: { method: 'GET', path: PERSON },
  effectiveScope: { method: 'GET', path: `${PERSON}/EffectiveScope` },
  restorePoints: {
    method: 'GET',
    path: `${PERSON}/RestorePoints`,
    query: z.strictObject({ rbacItem: id.optional(), isCopy: yesNo.optional() }),
  },
  openExplore: { method: 'POST', path: '/v8/Organization/OperatorExplore', body: explore },
  sessions: {
    method: 'GET',
    path: '/v8/RestoreSessions',
    query: z.strictObject({
      ...slice,
      startTimeFrom: dateTime.optional(),
      startTimeTo: dateTime.optional(),
      endTimeFrom: dateTime.optional(),
      endTimeTo: dateTime.optional(),
      orderBy: z.enum(['CreationTime', 'EndTime']).optional(),
      orderAsc: yesNo.optional(),
    }),
  },
  session: { method: 'GET', path: SESSION },
  stop: { method: 'POST', path: `${SESSION}/Stop` },
  statistics: { method: 'GET', path: `${SESSION}/Statistics` },
  events: { method: 'GET', path: `${SESSION}/Events`, query: z.strictObject(slice) },

  mailboxes: { method: 'GET', path: MAILBOXES, query: z.strictObject(slice) },
  searchMailboxes: { method: 'POST', path: `${MAILBOXES}/search`, query: z.strictObject(found), body: query },
  mailboxFolders: {
    method: 'GET',
    path: `${MAILBOXES}/{uuid}/folders`,
    query: z.strictObject({ ...slice, parentId, name: z.string().optional() }),
  },
  mailboxItems: { method: 'GET', path: `${MAILBOXES}/{uuid}/items`, query: z.strictObject({ ...slice, parentId }) },
  searchMailbox: { method: 'POST', path: `${MAILBOXES}/{uuid}/search`, query: z.strictObject(found), body: query },
  searchMailboxFolder: {
    method: 'POST',
    path: `${MAILBOXES}/{uuid}/folders/{id}/search`,
    query: z.strictObject(found),
    body: query,
  },
  restoreItems: { method: 'POST', path: `${MAILBOXES}/{uuid}/items/operatorRestore`, body: exchangeRestore },

  drives: { method: 'GET', path: DRIVES, query: z.strictObject(slice) },
  searchDrives: {
    method: 'POST',
    path: `${DRIVES}/search`,
    query: z.strictObject({ ...found, itemType }),
    body: query,
  },
  driveFolders: { method: 'GET', path: `${DRIVES}/{id}/Folders`, query: z.strictObject({ ...slice, parentId }) },
  documents: {
    method: 'GET',
    path: `${DRIVES}/{id}/Documents`,
    query: z.strictObject({ ...slice, parentId, includeFolders: yesNo }),
  },
  versions: { method: 'GET', path: `${DRIVES}/{id}/Documents/{uuid}/Versions`, query: z.strictObject(slice) },
  searchDrive: {
    method: 'POST',
    path: `${DRIVES}/{id}/search`,
    query: z.strictObject({ ...found, itemType }),
    body: query,
  },
  searchDriveFolder: {
    method: 'POST',
    path: `${DRIVES}/{id}/Folders/{uuid}/search`,
    query: z.strictObject({ ...found, itemType }),
    body: query,
  },
  restoreDocuments: { method: 'POST', path: `${DRIVES}/{id}/Documents/operatorRestore`, body: oneDriveRestore },
} as const satisfies Readonly<Record<string, ServiceCall>>;

export type ServiceCallName = keyof typeof SERVICE_CALLS;

/** Words that follow a collection where an id could stand: `mailboxes/search` is no mailbox. */
const isWord = (segment: string): boolean => segment === 'search';

/** What `encodeURIComponent` lets through. */
const ENCODED = /^(?:[\w.!~*'()-]|%[0-9A-F]{2})+$/;

function fits(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const seen = path.split('/');
  return (
    expected.length === seen.length &&
    expected.every((segment, index) => {
      const there = seen[index] ?? '';
      if (segment === '{uuid}') return uuid.safeParse(there).success;
      if (segment === '{id}') return ENCODED.test(there) && !isWord(there);
      return segment === there;
    })
  );
}

const mistakesIn = (where: string, result: z.ZodSafeParseResult<unknown>): readonly string[] =>
  (result.error?.issues ?? []).map(({ path, message }) => `${[where, ...path.map(String)].join('.')}: ${message}`);

/** @returns which call it is @throws Error that names everything in which it is not as it should be */
export function checkServiceRequest({ method, path, headers, body }: SeenRequest): ServiceCallName {
  const [pathname = '', search = ''] = path.split('?');
  const names = Object.keys(SERVICE_CALLS) as ServiceCallName[];
  const name = names.find((one) => SERVICE_CALLS[one].method === method && fits(SERVICE_CALLS[one].path, pathname));
  if (name === undefined) throw new Error(`${method} ${pathname} is no call of the restore endpoints.`);
  const call: ServiceCall = SERVICE_CALLS[name];
  const pairs = [...new URLSearchParams(search)];
  const content = String(headers['content-type'] ?? '');
  const mistakes = [
    ...mistakesIn('query', (call.query ?? z.strictObject({})).safeParse(Object.fromEntries(pairs))),
    ...(new Set(pairs.map(([key]) => key)).size === pairs.length ? [] : ['query: a parameter stands there twice']),
    ...(/^Bearer \S+$/.test(String(headers['authorization'])) ? [] : ['headers: no bearer token']),
    ...bodyMistakes(call, content, body),
  ];
  if (mistakes.length > 0)
    throw new Error(`${name} (${method} ${pathname}) is not as documented:\n${mistakes.join('\n')}`);
  return name;
}

function bodyMistakes(call: ServiceCall, content: string, body: string): readonly string[] {
  if (call.body === undefined) return body === '' ? [] : ['body: there should be none'];
  if (!content.startsWith('application/json')) return ['headers: the body is not called JSON'];
  try {
    return mistakesIn('body', call.body.safeParse(JSON.parse(body)));
  } catch {
    return ['body: it is no JSON'];
  }
}
