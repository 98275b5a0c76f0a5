import type { RestoreStore } from '../../restore/ports.ts';
import type { RestoreState } from '../../restore/model/restore.ts';
import type { Log } from '../../core/platform.ts';
import { MAX_RESTORE_BYTES, openRestores } from './open-restores.ts';
import { createRestoreCodec } from './codec.ts';
import { restoreNameOf } from './names.ts';
import type { Sealer } from '../encryption.ts';
import { eraseBlob, writeBlob, type StateContainer } from '../blobs/blob.ts';

/** Without half of those that have ended, the oldest. @returns undefined where none has */
function withFewerEnded(state: RestoreState): RestoreState | undefined {
  const ended = state.restores.filter(({ endedAt }) => endedAt !== undefined);
  if (ended.length === 0) return undefined;
  // Newest first, as they are kept.
  const left = new Set(ended.slice(Math.floor(ended.length / 2)));
  return { ...state, restores: state.restores.filter((restore) => !left.has(restore)) };
}

/**
 * One blob a person and conversation, all of it sealed. One request a read, one a write. Where all would be more than
 * is ever read, the oldest of the restores that have ended are left out.
 */
export function createRestoreStore(dependencies: {
  readonly container: StateContainer;
  readonly sealer: Sealer;
  readonly log: Log;
  readonly maxBytes?: number | undefined;
}): RestoreStore {
  const { container, log, maxBytes = MAX_RESTORE_BYTES } = dependencies;
  const codec = createRestoreCodec(dependencies.sealer);

  async function encode(state: RestoreState, name: string): Promise<string> {
    const body = await codec.encode(state, name);
    if (body.length <= maxBytes) return body;
    const fewer = withFewerEnded(state);
    if (fewer === undefined) throw new RangeError(`A restore state of ${body.length} bytes is too large to be kept.`);
    log.warn(
      { blob: name, bytes: body.length },
      'a restore state is too large; its oldest ended restores are left out',
    );
    return encode(fewer, name);
  }

  return {
    read: (key) => openRestores({ container, codec, log }, restoreNameOf(key)),

    async write(key, state, over) {
      const name = restoreNameOf(key);
      return writeBlob(container, name, await encode(state, name), over, 'writing a restore state');
    },

    async erase(key) {
      await eraseBlob(container, restoreNameOf(key), 'erasing a restore state');
    },
  };
}
