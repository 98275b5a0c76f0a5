/** Restore endpoints for the tests of this folder: ids and answers as documented, and HTTP that answers without a socket. */
import type { Access, RestoreRequest, Slice } from '../../../src/restore/state/ports.ts';
import type { Entry } from '../../../src/restore/backups/entries/entry.ts';

import { limitSize } from '../../../src/upstream/http/http.ts';
import type { Http, HttpRequest } from '../../../src/upstream/http/http.ts';
import { UpstreamError } from '../../../src/core/errors.ts';
import { buildOrganization } from './upstreams.ts';

export const EXPLORE = '0b0d1c5e-9f4e-4a57-8c0a-3f1d8a6b2c01';
export const MAILBOX = '4c7c2a55-61c5-4d0f-9b1e-54f7a1b0c202';
export const DRIVE = 'b!olga/onedrive 1';
export const DOCUMENT = '9d1f7a3c-2b64-4c7d-8a51-7e2f6c0d3303';
export const FOLDER = '5e3b8f90-7c1d-4e2a-a6b4-1d0c9e8f4404';
export const REPOSITORY = '77aa1f02-3c4d-4b5e-9f60-8a9b0c1d5505';
export const SET = '11bb2c03-4d5e-4c6f-8071-9b0c1d2e6606';

export const FIRST: Slice = { offset: 0, limit: 30 };

export const accessTo = (url: string): Access => ({
  kind: 'operator',
  organization: buildOrganization(url),
  accessToken: 'st-SECRET',
});

export const aPage = (results: readonly unknown[], rest: object = {}): object => ({
  offset: 0,
  limit: 30,
  results,
  _links: { self: { href: '/v8/here' } },
  ...rest,
});

export const aMessage = (changes: object = {}): object => ({
  id: 'AAMk=/+1',
  itemClass: 'IPM.Note',
  mailboxId: MAILBOX,
  subject: 'Quarterly figures',
  from: 'Zoë <zoe@contoso.com>',
  to: 'Olga <olga@contoso.com>',
  cc: '',
  sent: '2026-03-01T09:00:00Z',
  received: '2026-03-01T09:00:05Z',
  attachments: [{ name: 'figures.xlsx', sizeBytes: 12 }, { name: 'notes.txt' }],
  _links: { self: { href: '/x' } },
  _actions: { save: { uri: '/x', method: 'POST' } },
  ...changes,
});

export const aDocument = (changes: object = {}): object => ({
  id: DOCUMENT,
  name: 'Plan "final" 東京.docx',
  sizeBytes: 4_096,
  createdBy: 'Olga',
  creationTime: '2025-01-01T00:00:00Z',
  modifiedBy: 'Zoë',
  modificationTime: '2026-02-03T04:05:06.7890123Z',
  version: '3.0',
  versionId: 1_536,
  isFolder: false,
  oneDriveId: DRIVE,
  somethingNew: { deep: [1, null, 'x'] },
  _links: { self: { href: '/x' } },
  ...changes,
});

export const aSession = (changes: object = {}): object => ({
  id: EXPLORE,
  type: 'Vex',
  creationTime: '2026-03-01T10:00:00Z',
  state: 'Working',
  result: 'Success',
  ...changes,
});

export const anEntry = (changes: Partial<Entry> = {}): Entry => ({
  key: 'k1',
  kind: 'message',
  containerId: MAILBOX,
  id: 'AAMk=/+1',
  title: 'Quarterly figures',
  ...changes,
});

/** As the explorer reads `aDocument`. */
export const aDocumentEntry = (changes: Partial<Entry> = {}): Entry => {
  const { _links: _, ...rest } = aDocument() as Record<string, unknown>;
  const echo = JSON.stringify(rest);
  return anEntry({ kind: 'document', containerId: DRIVE, id: DOCUMENT, latestVersion: '3.0', echo, ...changes });
};

export const EXCHANGE_OPTIONS = {
  changedItems: true,
  deletedItems: true,
  markRestoredAsUnread: false,
};
export const ONEDRIVE_OPTIONS = {
  documentAction: 'Keep',
  allVersions: false,
};

export const aRestore = (changes: Partial<RestoreRequest> = {}): RestoreRequest => ({
  workload: 'exchange',
  exploreId: EXPLORE,
  containerId: MAILBOX,
  entries: [anEntry()],
  options: EXCHANGE_OPTIONS,
  reason: 'Ticket 7 [R-abc]',
  ...changes,
});

export const aDocumentRestore = (changes: Partial<RestoreRequest> = {}): RestoreRequest =>
  aRestore({
    workload: 'onedrive',
    containerId: DRIVE,
    entries: [aDocumentEntry()],
    options: ONEDRIVE_OPTIONS,
    ...changes,
  });

/** HTTP whose every call is answered with that status and those bytes, cut into pieces of that size. */
export function cannedHttp(status: number, body: Uint8Array, pieceBytes = 7): Http {
  async function* inPieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes);
  }
  return {
    async send({ upstream, takeBody, sizeLimitBytes = Infinity }: HttpRequest) {
      const rest = { status, retryAfterSeconds: undefined, dateMilliseconds: undefined };
      if (takeBody === undefined || status >= 300) return { ...rest, text: new TextDecoder().decode(body) };
      const limited = limitSize(inPieces(), sizeLimitBytes, () => new UpstreamError(upstream, 'TOO_LARGE'));
      await takeBody(limited, { status });
      return { ...rest, text: '' };
    },
    close: () => Promise.resolve(),
  };
}
