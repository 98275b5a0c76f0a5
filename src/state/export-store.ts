/**
 * Exports: a record and the parts of its file, each a sealed blob of one person in one conversation. They live for minutes, but
 * for a day while they wait for an approval; what a crash leaves behind is erased by the job that ends an export, or by the sweep.
 */
import * as z from 'zod';
import type { PersonKey } from '../core/person.ts';
import type { ExportStore, PartName } from '../restore/export/ports.ts';
import { dueAtOf, exportSchema, type FileExport } from '../restore/state/export.ts';
import { approvalEnd } from '../restore/state/four-eyes.ts';
import { eraseBlob, listBlobs } from './blobs/blob.ts';
import {
  EXPORTS,
  exportFolder,
  exportName,
  exportPrefix,
  exportsBeside,
  isExportRecord,
  personSuffix,
} from './blobs/names.ts';
import { createCodec, StateRepository, type RepositoryOptions } from './blobs/repository.ts';

/** A part of text takes far less: it is compressed. */
const MAX_BYTES = 32 * 1_048_576;
const ERASING = 'erasing an export';

const partSchema = z.object({ content: z.string() });

const partName = (key: PersonKey, { exportId, batch, index }: PartName): string =>
  exportName(key, exportId, `${batch}-${index}`);

const recordName = (key: PersonKey, exportId: string): string => exportName(key, exportId, 'record');

export type StoredExports = ExportStore & {
  /** All that belongs to the state of this name. */
  eraseBeside(stateName: string): Promise<void>;
  /** All of one person in one conversation. */
  eraseOf(key: PersonKey): Promise<void>;
};

type Options = RepositoryOptions & {
  /** Called with the ids of exports that wait for an approval, before they are erased with everything of their person. */
  readonly withdraw?: ((ids: readonly string[]) => Promise<void>) | undefined;
};

/** The seal is bound to the blob's name and version. */
function createRepository<Content>(options: RepositoryOptions, parse: (sealed: unknown) => Content | undefined) {
  const codec = createCodec(options.sealer, {
    contextOf: (blobName, { version }) => `${blobName}\n${version}`,
    parse: (_, sealed) => parse(sealed),
    compression: 'compressed',
  });
  const format = { prefix: EXPORTS, noun: 'an export', unreadableEvent: 'state-unreadable', maxBytes: MAX_BYTES };
  return { codec, repository: new StateRepository<Content>(options, { ...format, codec }) };
}

/** Records and parts alike, whatever they contain. */
export const createExportRepository = (options: RepositoryOptions) => createRepository(options, () => ({})).repository;

/** All methods throw StorageUnavailableError. */
export function createExportStore(options: Options): StoredExports {
  const { container, pageSize, withdraw } = options;
  const { codec: recordCodec, repository: records } = createRepository(options, (sealed) => {
    const { data: state } = exportSchema.safeParse(sealed);
    return state && { state };
  });
  const { codec: partCodec, repository: parts } = createRepository(
    options,
    (sealed) => partSchema.safeParse(sealed).data,
  );

  async function eraseAll(prefix: string, isErased: (name: string) => boolean): Promise<void> {
    for await (const page of listBlobs(container, prefix, { pageSize })) {
      for (const { name } of page) if (isErased(name)) await eraseBlob(container, name, ERASING);
    }
  }

  async function erasePerson(folder: string, suffix: string): Promise<void> {
    for await (const page of listBlobs(container, folder, { pageSize })) {
      for (const { name } of page) {
        if (!name.endsWith(suffix)) continue;
        const opened = isExportRecord(name) ? await records.open(name) : undefined;
        if (opened?.kind === 'found' && opened.state.progress.kind === 'held') await withdraw?.([opened.state.id]);
        await eraseBlob(container, name, ERASING);
      }
    }
  }

  return {
    record: (exportId) => ({
      read: (key) => records.open(recordName(key, exportId)),
      async write(key, state, over) {
        const name = recordName(key, exportId);
        return records.write(name, await recordCodec.seal(name, {}, state), over);
      },
    }),

    async all(key) {
      const suffix = personSuffix(key.personId);
      const found: FileExport[] = [];
      for await (const page of listBlobs(container, exportFolder(key.conversationId), { pageSize })) {
        for (const { name } of page) {
          if (!isExportRecord(name) || !name.endsWith(suffix)) continue;
          const opened = await records.open(name);
          if (opened.kind === 'found') found.push(opened.state);
        }
      }
      return found;
    },

    async writePart(key, part, content) {
      const name = partName(key, part);
      // Each byte as one character: text stays text, which can be compressed.
      const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
      await parts.write(name, await partCodec.seal(name, {}, { content: text }), undefined);
    },

    async readPart(key, part) {
      const opened = await parts.open(partName(key, part));
      return opened.kind === 'found' ? Buffer.from(opened.content, 'latin1') : undefined;
    },

    eraseParts(key, exportId, { only, keep } = {}) {
      const prefix = exportPrefix(key, exportId);
      if (only !== undefined) return eraseAll(`${prefix}${only}-`, () => true);
      const kept = [`${prefix}record/`, ...(keep === undefined ? [] : [`${prefix}${keep}-`])];
      return eraseAll(prefix, (name) => !kept.some((start) => name.startsWith(start)));
    },

    async erase(key, exportId) {
      await this.eraseParts(key, exportId);
      await eraseBlob(container, recordName(key, exportId), ERASING);
    },

    async sweep(unchangedSince, signal) {
      let erased = 0;
      for await (const page of listBlobs(container, EXPORTS, { pageSize })) {
        for (const { name, changedAt } of page) {
          if (changedAt >= unchangedSince) continue;
          signal.throwIfAborted();
          const opened = isExportRecord(name) ? await records.open(name) : undefined;
          if (opened?.kind === 'absent') continue;
          // It waits for an approval, or has gone on since it was listed. One that does not open may wait.
          const waits = { askedAt: changedAt };
          const dueAt = opened && (opened.kind === 'found' ? dueAtOf(opened.state) : approvalEnd(waits));
          if (dueAt !== undefined && dueAt >= unchangedSince) continue;
          if (await eraseBlob(container, name, ERASING, opened?.version)) erased += 1;
        }
      }
      return erased;
    },

    eraseBeside(stateName) {
      const { folder, suffix } = exportsBeside(stateName);
      return erasePerson(folder, suffix);
    },

    eraseOf(key) {
      return erasePerson(exportFolder(key.conversationId), personSuffix(key.personId));
    },
  };
}
