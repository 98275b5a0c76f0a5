import type { Entry, ScopeItem } from '../../../src/restore/backups/entries/entry.ts';
import type { Remark, Task } from '../../../src/restore/state/task.ts';
import type { ListGroup } from '../../../src/restore/backups/list.ts';
import type { CallProgress, Restore, RestoreGroup, RestoreState } from '../../../src/restore/state/restore.ts';
import { aState } from './states.ts';

/** Recognisable wherever they end up; with characters that change under URL and JSON encoding. */
export const PERSONAL = {
  title: 'PERSONAL title/1 Kündigung & more',
  who: 'PERSONAL-who <anna@contoso.example>',
  to: 'PERSONAL-to+bert@contoso.example',
  cc: 'PERSONAL-cc@contoso.example',
  location: 'PERSONAL location/2',
  attachment: 'PERSONAL attachment ä.pdf',
  scopeName: 'PERSONAL-scope Ö. Person',
  scopeDetail: 'PERSONAL-detail@contoso.example',
  container: 'PERSONAL-container',
  folder: 'PERSONAL-folder',
  words: 'PERSONAL words',
  reason: 'PERSONAL reason',
  echo: 'PERSONAL-echo',
  why: 'PERSONAL-why',
};

export function anEntry(changes: Partial<Entry> = {}): Entry {
  return {
    key: 'entry-1',
    kind: 'document',
    containerId: 'container-1',
    id: 'item-1',
    title: PERSONAL.title,
    who: PERSONAL.who,
    at: 5,
    sizeBytes: 6,
    to: PERSONAL.to,
    cc: PERSONAL.cc,
    location: PERSONAL.location,
    attachments: [PERSONAL.attachment],
    version: '2.0',
    echo: JSON.stringify({ name: PERSONAL.echo }),
    ...changes,
  };
}

export function aScopeItem(): ScopeItem {
  return { id: 'user-1', type: 'User', name: PERSONAL.scopeName, detail: PERSONAL.scopeDetail, echo: '{}' };
}

const location = {
  containerId: 'container-1',
  containerName: PERSONAL.container,
  folders: [{ id: 'folder-1', name: PERSONAL.folder }],
};

export function aListGroup(changes: Partial<ListGroup> = {}): ListGroup {
  return {
    scope: { kind: 'item', item: aScopeItem() },
    workload: 'onedrive',
    point: { kind: 'at', id: 'point-1', backupTime: 3, repositoryId: 'repository-1' },
    showDeleted: true,
    containers: [{ id: 'container-1', name: PERSONAL.container, detail: PERSONAL.scopeDetail, isArchive: false }],
    entries: [],
    ...changes,
  };
}

export function aTask(changes: Partial<Task> = {}): Task {
  return {
    id: 'task-1',
    signInId: 'sign-in-1',
    organization: 'contoso.onmicrosoft.com',
    access: 'operator',
    isOperator: true,
    startedAt: 1,
    usedAt: 2,
    cardId: 'card-1',
    step: 'results',
    scope: { kind: 'item', item: aScopeItem() },
    workload: 'onedrive',
    point: { kind: 'at', id: 'point-1', backupTime: 3, repositoryId: 'repository-1' },
    showDeleted: true,
    explore: { id: 'explore-1', workload: 'onedrive', openedAt: 4 },
    containers: [{ id: 'container-1', name: PERSONAL.container, detail: PERSONAL.scopeDetail, isArchive: false }],
    form: { words: PERSONAL.words, from: PERSONAL.who, after: '2026-03-01', hasAttachments: true },
    line: PERSONAL.words,
    pending: { scope: PERSONAL.scopeName, showDeleted: true },
    page: {
      source: { kind: 'search', form: { name: PERSONAL.title } },
      number: 0,
      entries: [anEntry()],
      found: 1,
      tooMany: false,
      location,
    },
    versions: { of: anEntry(), entries: [anEntry({ version: '1.0' })] },
    list: [aListGroup({ entries: [anEntry({ kind: 'folder' })] })],
    options: { onedrive: { documentAction: 'Keep', allVersions: false } },
    reason: PERSONAL.reason,
    typedTarget: PERSONAL.words,
    expanded: [aListGroup({ entries: [anEntry({ key: 'entry-2' })] })],
    remark: { code: 'service', trouble: 'throttled', detail: PERSONAL.why },
    also: [{ code: 'day-unknown', typed: PERSONAL.words }],
    ...changes,
  };
}

const counts = { total: 2, restored: 1, failed: 1, skipped: 0 };

export const EVERY_PROGRESS: readonly CallProgress[] = [
  { kind: 'planned' },
  { kind: 'sending', at: 1, by: 'sender-1' },
  { kind: 'unclear', at: 1, looks: 2, next: 'send' },
  { kind: 'running', sessionId: 'session-1', at: 1, counts },
  {
    kind: 'ended',
    sessionId: 'session-1',
    at: 2,
    result: 'warning',
    counts,
    failures: [{ key: 'entry-1', title: PERSONAL.title, status: 'failed', why: PERSONAL.why }],
    remarks: [PERSONAL.why],
    trouble: 'transfer',
  },
];

export const EVERY_REMARK: readonly Remark[] = [
  { code: 'nothing-found' },
  { code: 'no-common-search' },
  { code: 'kinds-left-out', which: ['posts'] },
  { code: 'nothing-found', unknownName: 'x' },
  { code: 'place-absent' },
  { code: 'nothing-earlier', lookedAt: [1], ofPlace: true },
  { code: 'empty-before-first-backup', firstAt: 1 },
  { code: 'no-such-date', typed: '2026-02-31' },
  { code: 'future-date', typed: 'x' },
  { code: 'day-unknown', typed: 'x' },
  { code: 'dates-reversed' },
  { code: 'query-refused', detail: 'no' },
  { code: 'query-too-long' },
  { code: 'nothing-chosen' },
  { code: 'no-keywords' },
  { code: 'page-moved-on' },
  { code: 'added', count: 1 },
  { code: 'removed', count: 2 },
  { code: 'list-full', most: 2000 },
  { code: 'folders-too-full', most: 2000 },
  { code: 'folder-empty' },
  { code: 'no-versions' },
  { code: 'no-points' },
  { code: 'no-point-before', typed: 'x' },
  { code: 'no-such-scope', typed: 'x' },
  { code: 'scope-taken-away' },
  { code: 'item-gone' },
  { code: 'ticks-listed', count: 3 },
  { code: 'too-many-items', most: 10_000 },
  { code: 'too-many-owners', most: 20 },
  { code: 'too-many-places', most: 40 },
  { code: 'unfit-option', option: 'folder', typed: 'x' },
  { code: 'service', trouble: 'proxy-offline' },
];

export function aRestoreGroup(changes: Partial<RestoreGroup> = {}): RestoreGroup {
  return {
    scope: { kind: 'own', name: PERSONAL.scopeName },
    workload: 'exchange',
    point: { kind: 'latest' },
    exploreId: 'explore-1',
    showDeleted: false,
    options: {
      changedItems: true,
      deletedItems: false,
      markRestoredAsUnread: true,
      folder: PERSONAL.folder,
    },
    entries: [anEntry({ kind: 'message', version: undefined, echo: undefined })],
    ...changes,
  };
}

export function aRestore(changes: Partial<Restore> = {}): Restore {
  return {
    id: 'restore-1',
    taskId: 'task-1',
    signInId: 'sign-in-1',
    organization: 'contoso.onmicrosoft.com',
    access: 'operator',
    userId: 'user-1',
    address: aState().address,
    groups: [aRestoreGroup()],
    reason: PERSONAL.reason,
    calls: EVERY_PROGRESS.map((progress) => ({
      group: 0,
      containerId: 'container-1',
      containerName: PERSONAL.container,
      keys: ['entry-1'],
      progress,
    })),
    startedAt: 1,
    cardId: 'card-2',
    jobId: 'job-1',
    endedAt: 9,
    endAnnounced: true,
    stopping: true,
    unwatched: true,
    retriedBy: 'restore-2',
    chain: 'restore-0',
    ...changes,
  };
}

export function aRestoreState(changes: Partial<RestoreState> = {}): RestoreState {
  return {
    task: aTask(),
    restores: [aRestore()],
    recentScopes: [aScopeItem()],
    recentOrganization: 'contoso.onmicrosoft.com',
    ...changes,
  };
}

/** Thousands of documents as a service lists them. */
export function manyEntries(count: number): readonly Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const id = crypto.randomUUID();
    const name = `Report ${index} ${crypto.randomUUID().slice(0, 8)}.docx`;
    const echo = {
      id,
      name,
      version: '3.0',
      versionId: index,
      uniqueId: crypto.randomUUID(),
      parentId: crypto.randomUUID(),
      url: `https://contoso-my.sharepoint.example/personal/olga/Documents/Folder ${index % 40}/${name}`,
      sizeBytes: index * 37,
      createdBy: 'Olga Operator',
      modifiedBy: 'Bert Person',
      creationTime: new Date(1.79e12 + index * 60_000).toISOString(),
      modificationTime: new Date(1.8e12 + index * 60_000).toISOString(),
      _links: { self: { href: `https://backup.contoso.example:4443/v8/Drives/container-1/Documents/${id}` } },
    };
    const key = id.slice(0, 8);
    return { key, kind: 'document', containerId: 'container-1', id, title: name, echo: JSON.stringify(echo) };
  });
}
