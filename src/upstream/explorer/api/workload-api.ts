/** What the calls of a workload are written with: paths, listings, and what each workload declares. */
import type { Container, Entry } from '../../../restore/backups/entries/entry.ts';
import type { FolderRef, RestoreRequest, SearchPlace } from '../../../restore/state/ports.ts';
import type { HttpRequest } from '../../http/http.ts';
import { isSegment, type Read } from './fields.ts';

export interface Endpoint {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
}

/** The only call that changes anything. */
export interface RestoreEndpoint extends Endpoint {
  readonly json: object;
}

/** A paged endpoint, and how an element of it is read. */
export interface Listing<T> extends Endpoint, Pick<HttpRequest, 'json' | 'isSafe'> {
  readonly method?: 'POST';
  readonly read: Read<T>;
  /** Its answer is the only element itself. */
  readonly isOne?: true;
  /** Asked where this one is refused or has nothing. */
  readonly otherwise?: Listing<T>;
}

/** What differs between workloads. Each has a file in workloads/ and an entry in its index.ts. */
export interface WorkloadApi {
  /** `type` of its sessions (`RESTRestoreSession`). */
  readonly sessionType: string;
  /** The field of a restore point (`RESTRestorePoint`) that says whether it contains the workload. */
  readonly pointFlag: string;
  /** The words that its paths may end in, as measurements call them, separated by spaces. */
  readonly operations: string;
  readonly containers: (exploreId: string) => Listing<Container>;
  /** One of them, or one that lies in one of them. */
  readonly container: (exploreId: string, containerId: string) => Listing<Container>;
  /** They nest: what holds an entry is asked for its name, which searches do not tell. */
  readonly nests?: true;
  /** Types of a restore's statistics (`RESTRestoreSessionStatistics`) that stand for all items in something, and are none. */
  readonly wholes: readonly string[];
  /** Listed one after the other. */
  readonly folders: (at: FolderRef) => readonly Listing<Entry>[];
  readonly items: (at: FolderRef) => readonly Listing<Entry>[];
  /** With `setId` in its query where the endpoint takes one, and a body where that is not the query alone. */
  readonly search: (
    at: Omit<SearchPlace, 'workload'>,
    which: string,
    text: string,
  ) => Listing<Entry> & { readonly json?: object };
  /** Earlier versions of an entry, without the entry itself. */
  readonly versions?: (exploreId: string, entry: Entry) => Listing<Entry>;
  /** An entry as a file, of kinds that are downloaded. */
  readonly save?: (exploreId: string, entry: Entry) => Endpoint & { readonly json?: object };
  /** Address and body; of an administrator's without the credentials. @throws Error for what cannot be sent */
  readonly restore: (request: RestoreRequest) => RestoreEndpoint;
  readonly restoreAsAdministrator?: (request: RestoreRequest) => RestoreEndpoint;
  /** Kinds of entries that a certificate restores as an account of its own. */
  readonly impersonates?: (kind: string) => boolean;
}

/** A path whose values are segments, each encoded. @throws Error for an id that cannot be one; nothing was sent then */
export function path(literals: TemplateStringsArray, ...segments: readonly string[]): string {
  if (!segments.every((segment) => isSegment(segment))) throw new Error('An id does not fit into a path.');
  return String.raw({ raw: literals.raw }, ...segments.map((segment) => encodeURIComponent(segment)));
}
