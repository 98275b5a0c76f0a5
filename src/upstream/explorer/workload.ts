/** What the explorer needs of a workload. Each has a file beside this one and an entry in workloads.ts. */
import { hash } from 'node:crypto';

import type { Container, Entry } from '../../restore/model/catalog.ts';
import type { FolderRef, RestoreRequest, SearchPlace } from '../../restore/ports.ts';
import type { Address, Listing } from './service-api.ts';

export interface WorkloadApi {
  /** `type` of its sessions (API, section C2). */
  readonly sessionType: string;
  /** The field of a restore point that says whether it contains the workload (API, section C1). */
  readonly pointFlag: string;
  readonly containers: (exploreId: string) => Listing<Container>;
  readonly folders: (at: FolderRef) => Listing<Entry>;
  /** Undefined where the folder cannot contain items. */
  readonly items: (at: FolderRef) => Listing<Entry> | undefined;
  readonly search: (at: { readonly exploreId: string } & SearchPlace) => Listing<Entry>;
  /** Address and body of the only call that changes anything. @throws Error for what cannot be sent */
  readonly restore: (request: RestoreRequest) => Address & { readonly json: object };
}

const KEY_LENGTH = 10;

/** Ten letters and digits; always the same for the same thing. */
export function keyOf(containerId: string, id: string, version?: string): string {
  const digest = hash('sha256', JSON.stringify([containerId, id, version ?? null]));
  const text = BigInt(`0x${digest.slice(0, 16)}`).toString(36);
  return text.padStart(KEY_LENGTH, '0').slice(-KEY_LENGTH);
}
