/** What every entry has, whatever was found. */
import { hash } from 'node:crypto';

import type { Container, Entry } from '../../restore/model/catalog.ts';
import type { FolderRef, RestoreRequest, SearchPlace } from '../../restore/ports.ts';
import { isObject, parseJson } from '../json-answer.ts';
import type { JsonObject } from '../json-answer.ts';
import type { Address } from './call.ts';

/** Where one search looks. */
export type Place = { readonly exploreId: string } & SearchPlace;

/** How one workload's things are asked for and told. A workload is one file that exports one of these. */
export interface Wire {
  readonly containers: (exploreId: string) => Address;
  readonly readContainer: (value: unknown) => Container | undefined;
  readonly folders: (at: FolderRef) => Address;
  readonly readFolder: (containerId: string) => (value: unknown) => Entry | undefined;
  /** Undefined where nothing can lie there. */
  readonly items: (at: FolderRef) => Address | undefined;
  /** @param containerId undefined: wherever the item says it lies */
  readonly readItem: (containerId: string | undefined) => (value: unknown) => Entry | undefined;
  readonly search: (at: Place) => Address;
  /** Address and body of the one call that changes anything. @throws Error for what cannot be sent */
  readonly restore: (request: RestoreRequest) => Address & { readonly json: unknown };
}

const KEY_LENGTH = 10;

/** Ten letters and digits; the same each time the same thing is found. */
export function keyOf(containerId: string, id: string, version?: string): string {
  const digest = hash('sha256', JSON.stringify([containerId, id, version ?? null]));
  return BigInt(`0x${digest.slice(0, 16)}`)
    .toString(36)
    .padStart(KEY_LENGTH, '0')
    .slice(-KEY_LENGTH);
}

/** Far above anything documented; what is longer has no place in a state of ours. */
const LONGEST_ECHO = 65_536;
/** Hypermedia that the service adds when it answers, and does not take (`readOnly`). */
const ADDED: ReadonlySet<string> = new Set(['_links', '_actions']);

/** An object as the service gave it, to be handed back: unknown fields too. Undefined where it is absurdly large. */
export function echoOf(value: JsonObject): string | undefined {
  try {
    const echo = JSON.stringify(Object.fromEntries(Object.entries(value).filter(([name]) => !ADDED.has(name))));
    return echo.length <= LONGEST_ECHO ? echo : undefined;
  } catch {
    // Nested deeper than can be written.
    return undefined;
  }
}

/** The object that was kept as an echo. @throws Error where it is none; nothing was sent then */
export function fromEcho(echo: string | undefined, what: string): JsonObject {
  const value = parseJson(echo);
  if (!isObject(value)) throw new Error(`${what} lacks what the service gave for it.`);
  return value;
}
