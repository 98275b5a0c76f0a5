import type { FoundRestores } from '../../restore/ports.ts';
import type { Log } from '../../core/platform.ts';
import type { RestoreCodec } from './codec.ts';
import { readBlob, type StateContainer } from '../blobs/blob.ts';

/** What is larger is not written, and counts as unreadable where somebody else wrote it. */
export const MAX_RESTORE_BYTES = 8 * 1_048_576;

/** @param name where it lies @throws StorageAwayError */
export async function openRestores(
  { container, codec, log }: { readonly container: StateContainer; readonly codec: RestoreCodec; readonly log: Log },
  name: string,
): Promise<FoundRestores> {
  const found = await readBlob(container, name, 'reading a restore state', MAX_RESTORE_BYTES);
  if (found === undefined) return { kind: 'absent' };
  const { version, body } = found;
  const decoded = await codec.decode(body, name);
  if (decoded.kind === 'state') return { kind: 'found', state: decoded.state, version };
  log.warn({ blob: name, why: decoded.why }, 'a stored state does not open and counts as none');
  return { kind: 'unreadable', version };
}
