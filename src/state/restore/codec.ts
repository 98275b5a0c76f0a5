import { z } from 'zod';
import type { RestoreState } from '../../restore/model/restore.ts';
import { restoreStateSchema, type StoredRestores } from './schema.ts';
import { SealError, type Sealer } from '../encryption.ts';

/** Turns a restore state into what is stored, and back. */
export interface RestoreCodec {
  /** @param blobName where it will lie */
  encode(state: RestoreState, blobName: string): Promise<string>;
  /** @returns why it can't be read where it can't: a word for the log */
  decode(stored: string, blobName: string): Promise<DecodedRestores>;
}

export type DecodedRestores =
  { readonly kind: 'state'; readonly state: RestoreState } | { readonly kind: 'unreadable'; readonly why: string };

const VERSION = 1;

const envelopeSchema = z.object({ version: z.literal(VERSION), sealed: z.string() });

const unreadable = (why: string): DecodedRestores => ({ kind: 'unreadable', why });

/** Not to be moved to another person, nor taken for another version. */
const boundTo = (blobName: string): string => `${blobName}\n${VERSION}`;

function parse(stored: string): string | undefined {
  try {
    return envelopeSchema.parse(JSON.parse(stored)).sealed;
  } catch {
    return undefined;
  }
}

/** All of it is sealed, since subjects and names are personal data; and compressed, since what is listed is alike. */
export function createRestoreCodec(sealer: Sealer): RestoreCodec {
  return {
    async encode(state, blobName) {
      const readable: StoredRestores = state;
      const sealed = await sealer.seal(readable, boundTo(blobName), 'compressed');
      return JSON.stringify({ version: VERSION, sealed });
    },

    async decode(stored, blobName) {
      const sealed = parse(stored);
      if (sealed === undefined) return unreadable('no state of a version known here');
      try {
        const state = restoreStateSchema.safeParse(await sealer.open(sealed, boundTo(blobName)));
        return state.success ? { kind: 'state', state: state.data } : unreadable('not of the expected shape');
      } catch (error) {
        if (error instanceof SealError) return unreadable(error.reason);
        throw error;
      }
    },
  };
}
