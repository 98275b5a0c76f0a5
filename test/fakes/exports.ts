/** Exports outside the domain: a service that prepares a file, a store of sealed blobs, Teams' file cards, an upload session. */
import { ConflictError, StorageUnavailableError, UpstreamError } from '../../src/core/errors.ts';
import type { PersonKey } from '../../src/core/person.ts';
import { dueAtOf, PART_BYTES, type HandedFile, type FileExport } from '../../src/restore/state/export.ts';
import type {
  ExportStore,
  FileCards,
  FileOffer,
  FileUpload,
  PostsExporter,
  PostsPlace,
} from '../../src/restore/export/ports.ts';
import type { Downloads } from '../../src/restore/state/ports.ts';

const PATTERN = Buffer.from(Array.from({ length: 89 }, (_, at) => 32 + at));

/** No two parts of it are alike. */
export const aFile = (bytes: number): Buffer => Buffer.alloc(bytes, PATTERN);

const keyOf = ({ conversationId, personId }: PersonKey): string => JSON.stringify([conversationId, personId]);

/** Answers "not yet" so often, then the file. */
function createFakeExporter() {
  const started: PostsPlace[] = [];
  const exporter = {
    started,
    downloads: 0,
    notYet: 0,
    file: aFile(1_000),
    /** Thrown by the next calls, one after the other. */
    startFaults: [] as UpstreamError[],
    downloadFaults: [] as (UpstreamError | 'half-way')[],
    async start(_access, place) {
      const fault = exporter.startFaults.shift();
      if (fault !== undefined && fault.unsent) throw fault;
      started.push(place);
      if (fault !== undefined) throw fault;
      return `task-${started.length}`;
    },
    async download(_access, _task, take) {
      exporter.downloads += 1;
      const fault = exporter.downloadFaults.shift();
      const { file } = exporter;
      if (fault === 'half-way') {
        const failure = new UpstreamError('backup service', 'NO_ANSWER');
        await take(
          (async function* () {
            yield file.subarray(0, Math.max(PART_BYTES + 1, Math.floor(file.byteLength / 2)));
            throw failure;
          })(),
        );
      } else if (fault !== undefined) throw fault;
      if (exporter.notYet > 0) {
        exporter.notYet -= 1;
        return 'not-ready';
      }
      await take(
        (async function* () {
          for (let at = 0; at < file.byteLength; at += 65_536) yield file.subarray(at, at + 65_536);
        })(),
      );
      return 'ready';
    },
  } satisfies PostsExporter & Record<string, unknown>;
  return exporter;
}

/** Hands items out as files. */
export function createFakeSaver() {
  const saver = {
    saved: [] as string[],
    file: aFile(1_000),
    /** Thrown by the next calls, one after the other; `half-way` after the first bytes. */
    faults: [] as (UpstreamError | 'half-way')[],
    async save(
      _access: unknown,
      { entry }: { readonly entry: { readonly id: string } },
      take: (body: AsyncIterable<Uint8Array>) => Promise<void>,
    ): Promise<void> {
      saver.saved.push(entry.id);
      const fault = saver.faults.shift();
      if (fault instanceof UpstreamError) throw fault;
      const { file } = saver;
      await take(
        (async function* () {
          for (let at = 0; at < file.byteLength; at += 65_536) {
            if (fault === 'half-way' && at >= file.byteLength / 2)
              throw new UpstreamError('backup service', 'NO_ANSWER');
            yield file.subarray(at, at + 65_536);
          }
        })(),
      );
    },
  };
  return saver;
}

/** Blobs in memory with real conflicts; records go through JSON. */
export function createFakeExportStore(clock: { now(): number }) {
  const blobs = new Map<string, { content: string | Uint8Array; version: string; changedAt: number }>();
  let versions = 0;
  const recordName = (key: PersonKey, exportId: string): string => `${keyOf(key)} ${exportId} record`;
  const startOf = (key: PersonKey, exportId: string): string => `${keyOf(key)} ${exportId} `;
  const check = (): void => {
    if (store.away) throw new StorageUnavailableError('storage is away');
  };
  const put = (name: string, content: string | Uint8Array): string => {
    const version = `"${(versions += 1)}"`;
    blobs.set(name, { content, version, changedAt: clock.now() });
    return version;
  };
  const recordIn = (name: string): FileExport | undefined => {
    const content = blobs.get(name)?.content;
    return content === undefined ? undefined : (JSON.parse(String(content)) as FileExport);
  };
  const store = {
    away: false,
    blobs,
    /** What is stored of an export now. */
    stateOf(key: PersonKey, exportId: string): FileExport | undefined {
      return recordIn(recordName(key, exportId));
    },
    record: (exportId) => ({
      async read(key) {
        await Promise.resolve();
        check();
        const name = recordName(key, exportId);
        const state = recordIn(name);
        return state === undefined
          ? { kind: 'absent' }
          : { kind: 'found', state, version: blobs.get(name)?.version ?? '' };
      },
      async write(key, state, over) {
        await Promise.resolve();
        check();
        if (blobs.get(recordName(key, exportId))?.version !== over) throw new ConflictError('somebody else was first');
        return put(recordName(key, exportId), JSON.stringify(state));
      },
    }),
    async all(key) {
      check();
      const names = [...blobs.keys()].filter((name) => name.startsWith(keyOf(key)) && name.endsWith(' record'));
      return names.flatMap((name) => recordIn(name) ?? []);
    },
    async writePart(key, { exportId, batch, index }, content) {
      check();
      const name = `${startOf(key, exportId)}${batch}-${index}`;
      if (blobs.has(name)) throw new ConflictError('written twice');
      put(name, content);
    },
    async readPart(key, { exportId, batch, index }) {
      check();
      const content = blobs.get(`${startOf(key, exportId)}${batch}-${index}`)?.content;
      return typeof content === 'string' ? undefined : content;
    },
    async eraseParts(key, exportId, { only, keep } = {}) {
      check();
      const start = startOf(key, exportId);
      for (const name of blobs.keys()) {
        const isKept = name === recordName(key, exportId) || name.startsWith(`${start}${keep}-`);
        const isMeant = only === undefined ? name.startsWith(start) && !isKept : name.startsWith(`${start}${only}-`);
        if (isMeant) blobs.delete(name);
      }
    },
    async erase(key, exportId) {
      check();
      for (const name of blobs.keys()) if (name.startsWith(startOf(key, exportId))) blobs.delete(name);
    },
    async sweep(unchangedSince) {
      const isLive = (name: string): boolean => {
        const present = name.endsWith(' record') ? recordIn(name) : undefined;
        return present !== undefined && dueAtOf(present) >= unchangedSince;
      };
      const old = [...blobs].filter(([name, { changedAt }]) => changedAt < unchangedSince && !isLive(name));
      for (const [name] of old) blobs.delete(name);
      return old.length;
    },
  } satisfies ExportStore & Record<string, unknown>;
  return store;
}

interface Cards extends FileCards {
  readonly offered: Map<string, FileOffer>;
  offers: number;
  readonly given: HandedFile[];
}

function createFakeFileCards(): Cards {
  const cards: Cards = {
    /** Those not withdrawn, by id. */
    offered: new Map<string, FileOffer>(),
    offers: 0,
    given: [],
    async offer(_address, _key, offer) {
      cards.offers += 1;
      const cardId = `consent-${cards.offers}`;
      cards.offered.set(cardId, offer);
      return { kind: 'delivered', cardId };
    },
    async give(_address, file) {
      cards.given.push(file);
      return { kind: 'delivered', cardId: `file-${cards.given.length}` };
    },
    async withdraw(_address, cardId) {
      cards.offered.delete(cardId);
    },
  };
  return cards;
}

interface Upload extends FileUpload {
  put: FileUpload['put'];
  progress: FileUpload['progress'];
  readonly ranges: string[];
  /** Of the next ranges: what happens instead; `lost` only afterwards, `none`: nothing. */
  faults: ('none' | 'lost' | 'fails' | 'name-taken' | 'gone' | 'refused')[];
  readonly isComplete: boolean;
  content(): Buffer;
}

/** One upload session; its ranges have to come in order. */
function createFakeUpload(): Upload {
  const failure = (): UpstreamError => new UpstreamError('file storage', 'FAILED', { status: 503 });
  const received: Uint8Array[] = [];
  let bytes = 0;
  let size = 0;
  const upload: Upload = {
    ranges: [],
    faults: [],
    /** An ended session no longer says anything. */
    get isComplete() {
      return size > 0 && bytes === size;
    },
    content: () => Buffer.concat(received),
    async put(_url, { content, from, total }) {
      upload.ranges.push(`${from}-${from + content.byteLength - 1}/${total}`);
      const fault = upload.faults.shift();
      if (fault === 'fails') throw failure();
      if (fault === 'name-taken' || fault === 'gone') return { kind: fault };
      if (fault === 'refused') return { kind: 'refused', status: 403 };
      if (upload.isComplete) return { kind: 'gone' };
      if (from < bytes) return { kind: 'there' };
      if (from > bytes) return { kind: 'missing', from: bytes };
      if (from + content.byteLength < total && content.byteLength % 327_680 !== 0)
        return { kind: 'refused', status: 400 };
      size = total;
      received.push(content);
      bytes += content.byteLength;
      if (fault === 'lost') throw failure();
      return upload.isComplete ? { kind: 'complete' } : { kind: 'missing', from: bytes };
    },
    async progress() {
      return upload.isComplete ? { kind: 'gone' } : { kind: 'missing', from: bytes };
    },
  };
  return upload;
}

/** All of it, for tests that export nothing. */
export const createFakeExports = (clock: { now(): number }) => ({
  exporter: createFakeExporter(),
  upload: createFakeUpload(),
  exports: createFakeExportStore(clock),
  files: createFakeFileCards(),
  exportPosts: true,
  downloads: 'all' as Downloads,
  allowedUploadHosts: ['sharepoint.com'],
});
