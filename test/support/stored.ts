/** What lies in storage, read past the bot. */
import { RestError } from '@azure/storage-blob';
import { text } from 'node:stream/consumers';
import type { SamplePerson } from '../../local/people.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import type { PersonState } from '../../src/sign-in/state/model.ts';
import type { SharedRecords } from '../../src/durable/record.ts';
import type { Request } from '../../src/requests/model.ts';
import type { ApprovalRequest } from '../../src/restore/state/four-eyes.ts';
import type { Suspensions } from '../../src/sign-in/state/ports.ts';
import { createApprovalStore } from '../../src/state/approval-store.ts';
import { createPersonStore } from '../../src/state/person-store.ts';
import { createRequestRecords } from '../../src/state/requests.ts';
import { createSuspensions } from '../../src/state/suspensions.ts';
import { stateName } from '../../src/state/blobs/names.ts';
import type { RestoreState } from '../../src/restore/state/restore.ts';
import type { FileExport } from '../../src/restore/state/export.ts';
import { createExportStore } from '../../src/state/export-store.ts';
import { createRestoreStore } from '../../src/state/restore-store.ts';
import { createSealer } from '../../src/state/blobs/encryption.ts';
import { createAuditReader, type AuditReader } from '../../src/state/audit/reader.ts';
import { createContainer } from '../../src/state/azure/storage.ts';
import { createRecordingLog } from '../fakes/records.ts';

export interface Stored {
  /** Where the state of a person in a conversation lies. */
  nameOf(conversationId: string, person: SamplePerson): string;
  /** Text of a blob; undefined where there is none. */
  read(name: string): Promise<string | undefined>;
  write(name: string, body: string, metadata?: Readonly<Record<string, string>>): Promise<void>;
  /** Names and texts below a prefix. */
  all(prefix: string): Promise<readonly { readonly name: string; readonly body: string }[]>;
  /** The state with its secrets; undefined where there is none or it does not open. */
  open(conversationId: string, person: SamplePerson): Promise<PersonState | undefined>;
  /** Erases the state, as if there had never been one. */
  erase(conversationId: string, person: SamplePerson): Promise<void>;
  /** What is kept of somebody's restoring; undefined where nothing is or it does not open. */
  restores(conversationId: string, person: SamplePerson): Promise<RestoreState | undefined>;
  eraseRestores(conversationId: string, person: SamplePerson): Promise<void>;
  exports(conversationId: string, person: SamplePerson): Promise<readonly FileExport[]>;
  /** What belongs to several people. */
  readonly requests: SharedRecords<Request>;
  readonly approvals: SharedRecords<ApprovalRequest>;
  readonly suspensions: Suspensions;
  readonly auditReader: AuditReader;
  /** What belongs to several people, by its kind, as text that can be searched. */
  shared(): Promise<Readonly<Record<'requests' | 'duties' | 'approvals', string>>>;
  /** The audit lines about people. */
  audit(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** @param environment the bot's */
export function stored(environment: Readonly<Record<string, string>>): Stored {
  const settings = readSettings(environment, () => '');
  const connectionString = environment['AZURE_STORAGE_CONNECTION_STRING'] ?? '';
  const container = createContainer({ kind: 'connection-string', connectionString }, settings.stateContainer);
  const auditContainer = createContainer({ kind: 'connection-string', connectionString }, settings.auditContainer);
  const auditReader = createAuditReader({ container: auditContainer, older: container });
  const log = createRecordingLog();
  const sealer = createSealer(settings.stateEncryptionKeys);
  const store = createPersonStore({ container, sealer, log });
  const restoreStore = createRestoreStore({ container, sealer, log });
  const records = createRequestRecords({ container, sealer, log });
  const approvalStore = createApprovalStore({ container, sealer, log });
  const exportStore = createExportStore({ container, sealer, log });

  async function read(name: string): Promise<string | undefined> {
    try {
      const { readableStreamBody } = await container.getBlobClient(name).download();
      return readableStreamBody && (await text(readableStreamBody));
    } catch (error) {
      if (error instanceof RestError && error.statusCode === 404) return undefined;
      throw error;
    }
  }

  async function all(prefix: string): Promise<readonly { readonly name: string; readonly body: string }[]> {
    const found = [];
    for await (const { name } of container.listBlobsFlat({ prefix })) {
      found.push({ name, body: (await read(name)) ?? '' });
    }
    return found;
  }

  return {
    auditReader,
    requests: records.requests,
    approvals: approvalStore,
    suspensions: createSuspensions({ container, sealer, log }),
    nameOf: (conversationId, { objectId }) => stateName({ conversationId, personId: objectId }),
    read,
    async write(name, body, metadata = {}) {
      await container.getBlockBlobClient(name).upload(body, Buffer.byteLength(body), { metadata });
    },
    all,
    async open(conversationId, { objectId }) {
      const found = await store.read({ conversationId, personId: objectId });
      return found.kind === 'found' ? found.state : undefined;
    },
    erase: (conversationId, { objectId }) => store.erase({ conversationId, personId: objectId }),
    async restores(conversationId, { objectId }) {
      const found = await restoreStore.read({ conversationId, personId: objectId });
      return found.kind === 'found' ? found.state : undefined;
    },
    eraseRestores: (conversationId, { objectId }) => restoreStore.erase({ conversationId, personId: objectId }),
    exports: (conversationId, { objectId }) => exportStore.all({ conversationId, personId: objectId }),
    async shared() {
      const text = async ({ all: everything }: { readonly all: () => Promise<readonly unknown[]> }) =>
        JSON.stringify(await everything());
      const [requests, duties, approvals] = await Promise.all(
        [records.requests, records.duties, approvalStore].map(text),
      );
      return { requests: requests ?? '', duties: duties ?? '', approvals: approvals ?? '' };
    },
    async audit() {
      const lines = [];
      const wholeLog = auditReader.lines(0, Date.UTC(9999, 0), () => undefined);
      for await (const line of wholeLog) if (line.person !== undefined) lines.push(line);
      return lines;
    },
  };
}
