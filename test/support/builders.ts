/** State and requests of the domain, valid by default: Olga of Contoso in her personal chat, at the start of the fake clock. */
import { UpstreamError, type Upstream, type UpstreamFacts, type UpstreamFault } from '../../src/core/errors.ts';
import type { Organization } from '../../src/core/organization.ts';
import type { Refusal, TokenAnswer } from '../../src/sign-in/state/ports.ts';
import type { Address, Person, PersonKey } from '../../src/core/person.ts';
import type { EndedSignIn, PersonState, RedeemedSignIn, Session, CodeSignIn } from '../../src/sign-in/state/model.ts';
import type { Asker } from '../../src/core/person.ts';
import type { Entry } from '../../src/restore/backups/entries/entry.ts';
import type { ListGroup } from '../../src/restore/backups/list.ts';
import type { Restore, RestoreGroup, RestoreState } from '../../src/restore/state/restore.ts';
import type { FileExport } from '../../src/restore/state/export.ts';
import type { Task } from '../../src/restore/state/task.ts';
import { START } from '../fakes/clock.ts';
import { anEntry } from '../fakes/explorer.ts';
import { grantOf, SOMEBODY } from '../fakes/identity-provider.ts';

export const CONTOSO = 'contoso.onmicrosoft.com';

export function aPerson(changes: Partial<Person> = {}): Person {
  return { objectId: SOMEBODY.oid, tenantId: SOMEBODY.tid, name: 'Olga Operator', ...changes };
}

export function anAddress(changes: Partial<Address> = {}): Address {
  return {
    channelId: 'msteams',
    serviceUrl: 'https://smba.trafficmanager.net/emea/',
    conversationId: 'a:personal-chat-of-olga',
    place: 'personal',
    tenantId: SOMEBODY.tid,
    userId: '29:olga',
    botId: '28:bot',
    ...changes,
  };
}

export function aPersonKey(changes: Partial<PersonKey> = {}): PersonKey {
  return { conversationId: 'a:personal-chat-of-olga', personId: SOMEBODY.oid, ...changes };
}

export function anAsker(changes: Partial<Asker> = {}): Asker {
  return { key: aPersonKey(), person: aPerson(), address: anAddress(), ...changes };
}

export function anOrganization(changes: Partial<Organization> = {}): Organization {
  return {
    key: CONTOSO,
    displayName: 'Contoso',
    tenants: [SOMEBODY.tid],
    backupServiceUrl: 'https://backup.contoso.example:4443',
    authUrl: 'https://login.microsoftonline.com',
    graphUrl: 'https://graph.microsoft.com',
    operatorApplicationId: 'operator-application',
    appOnlyApplicationId: 'app-only-application',
    appOnlyScopes: 'Directory.Read.All User.Read offline_access',
    ...changes,
  };
}

const facts = {
  id: 'sign-in-0',
  flow: 'operator',
  organization: CONTOSO,
  clientId: 'operator-application',
  scope: 'api://operator-application/access_as_user openid profile offline_access',
  startedAt: START,
  cardId: undefined,
} as const;

export function aWaitingSignIn(changes: Partial<CodeSignIn> = {}): CodeSignIn {
  return {
    ...facts,
    kind: 'waiting',
    verificationUri: 'https://microsoft.com/devicelogin',
    expiresAt: START + 900_000,
    intervalSeconds: 5,
    userCode: 'SECRET-USER-0',
    deviceCode: 'SECRET-device-0',
    ...changes,
  };
}

export function aRedeemedSignIn(changes: Partial<RedeemedSignIn> = {}): RedeemedSignIn {
  return {
    ...facts,
    kind: 'redeemed',
    redeemedAt: START,
    answerExpiresAt: START + 3_600_000,
    answer: grantOf().answer,
    ...changes,
  };
}

export function anEndedSignIn(changes: Partial<EndedSignIn> = {}): EndedSignIn {
  return { ...facts, kind: 'ended', endedAt: START, failure: { reason: 'declined' }, ...changes };
}

export function aSession(changes: Partial<Session> = {}): Session {
  return {
    id: 'session-0',
    signInId: 'sign-in-0',
    flow: 'operator',
    organization: CONTOSO,
    clientId: 'operator-application',
    scope: facts.scope,
    account: SOMEBODY.account,
    userId: SOMEBODY.oid,
    tenantId: SOMEBODY.tid,
    signedInAt: START,
    issuedAt: START,
    expiresAt: START + 3_600_000,
    cardId: 'card-0',
    accessToken: 'SECRET-service-access-0',
    refreshToken: 'SECRET-service-refresh-0',
    identityRefreshToken: 'SECRET-refresh-0',
    ...changes,
  };
}

export function aPersonState(changes: Partial<PersonState> = {}): PersonState {
  return { person: aPerson(), address: anAddress(), usedAt: START, ...changes };
}

/** An OAuth error answer. */
export function refused(error: string, changes: Partial<Refusal> = {}): TokenAnswer {
  return { kind: 'refused', refusal: { status: 400, error, errorCodes: [], ...changes } };
}

export function aFault(
  code: UpstreamFault,
  facts: UpstreamFacts = {},
  upstream: Upstream = 'backup service',
): UpstreamError {
  return new UpstreamError(upstream, code, facts);
}

/** The identity provider was asked and nothing is known to have been spent. */
export function noAnswer(code: UpstreamFault = 'NO_ANSWER', facts: UpstreamFacts = {}): TokenAnswer {
  return { kind: 'no-answer', error: aFault(code, facts, 'identity provider') };
}

export function malformed(): TokenAnswer {
  return { kind: 'malformed', error: aFault('MALFORMED', { status: 200 }, 'identity provider') };
}

/** Entries of a mailbox. */
export const entries = (count: number, containerId = 'mailbox-1'): readonly Entry[] =>
  Array.from({ length: count }, (_, index) => anEntry({ id: `${containerId}-item-${index}`, containerId }));

type Listed = readonly (Entry | ListGroup)[];

export interface TaskChanges extends Omit<Partial<Task>, 'list' | 'expanded'> {
  readonly list?: Listed | undefined;
  readonly expanded?: Listed | undefined;
}

/** @param changes entries on its list are of its place */
export function aTask({ list = entries(3), expanded, ...changes }: TaskChanges = {}): Task {
  const task: Task = {
    id: 'task-1',
    signInId: 'sign-in-0',
    organization: CONTOSO,
    access: 'operator',
    isOperator: true,
    startedAt: START,
    usedAt: START,
    cardId: 'card-0',
    step: 'summary',
    scope: { kind: 'own', name: 'Olga Operator' },
    workload: 'exchange',
    point: { kind: 'latest' },
    showDeleted: true,
    form: {},
    list: [],
    options: { exchange: { changedItems: true, deletedItems: true, markRestoredAsUnread: false } },
    reason: 'Ticket 4711',
    ...changes,
  };
  const { scope = { kind: 'own', name: 'Olga Operator' }, workload = 'exchange', point = { kind: 'latest' } } = task;
  const { explore, containers, showDeleted } = task;
  const grouped = (all: Listed): readonly ListGroup[] => {
    const found = all.filter((each) => 'key' in each);
    const group = { scope, workload, point, showDeleted, opened: explore?.opened, containers, entries: found };
    return [...(found.length > 0 ? [group] : []), ...all.filter((each) => 'entries' in each)];
  };
  return { ...task, list: grouped(list), expanded: expanded && grouped(expanded) };
}

export function aRestoreGroup(changes: Partial<RestoreGroup> = {}): RestoreGroup {
  return {
    scope: { kind: 'own', name: 'Olga Operator' },
    workload: 'exchange',
    point: { kind: 'latest' },
    exploreId: '',
    showDeleted: true,
    options: { changedItems: true, deletedItems: true, markRestoredAsUnread: false },
    entries: entries(3),
    ...changes,
  };
}

/** @param changes of it, or of its only group */
export function aRestore(changes: Partial<Restore & RestoreGroup> = {}): Restore {
  const groupFields = Object.keys(aRestoreGroup({ opened: undefined, approval: undefined })) as (keyof RestoreGroup)[];
  const ofGroup = groupFields.filter((field) => field in changes).map((field) => [field, changes[field]] as const);
  const groups = changes.groups ?? [aRestoreGroup(Object.fromEntries(ofGroup))];
  const restore: Restore = {
    id: 'restore-1',
    taskId: 'task-1',
    signInId: 'sign-in-0',
    organization: CONTOSO,
    access: 'operator',
    userId: aSession().userId,
    address: anAddress(),
    reason: 'Ticket 4711',
    groups,
    calls: groups.map(({ entries: list }, group) => ({
      group,
      containerId: 'mailbox-1',
      containerName: 'Mailbox',
      keys: list.map((entry) => entry.key),
      progress: { kind: 'planned' },
    })),
    startedAt: START,
    cardId: 'card-0',
    ...Object.fromEntries(Object.entries(changes).filter(([field]) => !groupFields.includes(field as never))),
  };
  return restore;
}

export const anExport = (changes: Partial<FileExport> = {}): FileExport => ({
  id: 'export-1',
  organization: CONTOSO,
  access: 'operator',
  userId: 'user-1',
  address: anAddress(),
  exploreId: 'explore-1',
  name: 'Kyoto',
  what: { kind: 'posts', teamId: 'team-1', channelId: 'channel-1', posts: 2 },
  startedAt: 0,
  progress: { kind: 'planned', echoes: ['{"postId":1}', '{"postId":2}'] },
  ...changes,
});

export const aRestoreState = (changes: Partial<RestoreState> = {}): RestoreState => ({
  restores: [],
  recentScopes: [],
  ...changes,
});
