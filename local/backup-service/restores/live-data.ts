/** The current content of mailboxes and drives, as far as restores have changed it. */
import type { DriveDocument, MailItem, Mishap } from '../sample-data/types.ts';

/** A mail item written by a restore. */
interface RestoredItem {
  readonly item: MailItem;
  /** The mailbox it is in now. */
  readonly mailboxId: string;
  /** Name of the new folder; absent: where it was. */
  readonly folder: string | undefined;
  readonly unread: boolean;
  readonly times: number;
}

interface RestoredDocument {
  readonly document: DriveDocument;
  /** What the document holds now. */
  readonly version: string;
  /** The OneDrive it is in now. */
  readonly driveId: string;
  /** `/Journeys/Asia/Plan.xlsx`: where it was, beside it, or in a new folder. */
  readonly path: string;
  readonly times: number;
}

/** A document or item of a site, or something of a team, that a restore wrote. */
export interface RestoredObject {
  readonly id: string;
  /** The site or team that holds it. */
  readonly holderId: string;
  /** `/Documents/Guides/Report.docx`. */
  readonly path: string;
  /** What it holds now. */
  readonly version: string;
  /** List items that were there are deleted and made anew; absent: it has its old id. */
  readonly newId?: string | undefined;
  readonly times: number;
}

type MailPlace = Pick<RestoredItem, 'mailboxId' | 'folder'>;
type ObjectPlace = Pick<RestoredObject, 'holderId' | 'path'>;
type DrivePlace = Pick<RestoredDocument, 'driveId' | 'path'>;

export interface LiveData {
  item(item: MailItem, place: MailPlace): RestoredItem | undefined;
  putItem(item: MailItem, place: MailPlace, unread: boolean): void;
  document(document: DriveDocument, place: DrivePlace): RestoredDocument | undefined;
  putDocument(document: DriveDocument, place: DrivePlace, version: string): void;
  readonly items: readonly RestoredItem[];
  readonly documents: readonly RestoredDocument[];
  object(id: string, place: ObjectPlace): RestoredObject | undefined;
  putObject(object: Omit<RestoredObject, 'times'>): void;
  readonly objects: readonly RestoredObject[];
  /** Takes it out of every backup, by the id of an item or document. */
  forget(id: string): void;
  gone(id: string): boolean;
  /** The one that happens to this attempt. */
  mishap(stored: { readonly id: string; readonly mishap?: Mishap | undefined }): Mishap | undefined;
  setMishap(id: string, mishap: Mishap | undefined): void;
  /** False: no faults except those set. */
  switchMishaps(on: boolean): void;
}

export function createLiveData(): LiveData {
  const items = new Map<string, RestoredItem>();
  const documents = new Map<string, RestoredDocument>();
  const objects = new Map<string, RestoredObject>();
  const forgotten = new Set<string>();
  const attempted = new Set<string>();
  const set = new Map<string, Mishap | undefined>();
  let mishaps = true;
  const keyOf = (id: string, place = ''): string => `${id} ${place}`;

  return {
    item: (item, { mailboxId, folder }) => items.get(keyOf(item.id, `${mailboxId} ${folder ?? ''}`)),
    putItem(item, { mailboxId, folder }, unread) {
      const key = keyOf(item.id, `${mailboxId} ${folder ?? ''}`);
      items.set(key, { item, mailboxId, folder, unread, times: (items.get(key)?.times ?? 0) + 1 });
    },
    document: (document, { driveId, path }) => documents.get(keyOf(document.id, driveId + path)),
    putDocument(document, { driveId, path }, version) {
      const key = keyOf(document.id, driveId + path);
      documents.set(key, { document, driveId, path, version, times: (documents.get(key)?.times ?? 0) + 1 });
    },
    get items() {
      return [...items.values()];
    },
    get documents() {
      return [...documents.values()];
    },
    object: (id, { holderId, path }) => objects.get(keyOf(id, holderId + path)),
    putObject(object) {
      const key = keyOf(object.id, object.holderId + object.path);
      objects.set(key, { ...object, times: (objects.get(key)?.times ?? 0) + 1 });
    },
    get objects() {
      return [...objects.values()];
    },
    forget: (id) => void forgotten.add(id),
    gone: (id) => forgotten.has(id),
    mishap({ id, mishap: usual }) {
      const mishap = set.has(id) ? set.get(id) : mishaps ? usual : undefined;
      const again = attempted.has(id);
      attempted.add(id);
      return mishap?.once === true && again ? undefined : mishap;
    },
    setMishap: (id, mishap) => void set.set(id, mishap),
    switchMishaps: (on) => void (mishaps = on),
  };
}
