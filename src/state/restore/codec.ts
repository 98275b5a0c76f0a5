import { z } from 'zod';
import { restoreStateSchema, type RestoreState } from '../../restore/model/restore.ts';
import type { Decoded } from '../blobs/repository.ts';
import { SealError, type Sealer } from '../encryption.ts';

export interface RestoreContent {
  readonly state: RestoreState;
}

/** Converts a restore state to and from its stored form. */
export interface RestoreCodec {
  /** @param blobName the seal is bound to it */
  readonly encode: (state: RestoreState, blobName: string) => Promise<string>;
  readonly decode: (stored: string, blobName: string) => Promise<Decoded<RestoreContent>>;
}

const VERSION = 1;

const envelopeSchema = z.object({ version: z.literal(VERSION), sealed: z.string() });

const unreadable = (why: string): Decoded<RestoreContent> => ({ kind: 'unreadable', why });

/** The seal is bound to the blob's name and version, so that neither can be changed. */
const contextOf = (blobName: string): string => `${blobName}\n${VERSION}`;

function parse(stored: string): string | undefined {
  try {
    return envelopeSchema.parse(JSON.parse(stored)).sealed;
  } catch {
    return undefined;
  }
}

/** Sealed as a whole, because subjects and names are personal data; compressed, because listed items are alike. */
export function createRestoreCodec(sealer: Sealer): RestoreCodec {
  return {
    async encode(state, blobName) {
      const sealed = await sealer.seal(state, contextOf(blobName), 'compressed');
      return JSON.stringify({ version: VERSION, sealed });
    },

    async decode(stored, blobName) {
      const sealed = parse(stored);
      if (sealed === undefined) return unreadable('unknown version');
      try {
        const state = restoreStateSchema.safeParse(await sealer.open(sealed, contextOf(blobName)));
        return state.success ? { kind: 'state', state: state.data } : unreadable('unexpected shape');
      } catch (error) {
        if (error instanceof SealError) return unreadable(error.reason);
        throw error;
      }
    },
  };
}
