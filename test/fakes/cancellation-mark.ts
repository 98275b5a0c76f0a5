import { StorageUnavailableError } from '../../src/core/errors.ts';
import type { Clock } from '../../src/core/platform.ts';
import type { CancellationMark } from '../../src/sign-in/state/ports.ts';

export interface FakeCancellationMark extends CancellationMark {
  /** How often it was read and changed. */
  readonly requests: ('read' | 'read of a person' | 'change')[];
}

/** @param storage while it is away every call fails */
export function createFakeCancellationMark(
  storage: { readonly away: boolean },
  clock: Pick<Clock, 'now'>,
): FakeCancellationMark {
  let version = 0;
  let changedAt = 0;
  const changedFor = new Map<string, number>();
  const requests: FakeCancellationMark['requests'] = [];

  async function answer(request: FakeCancellationMark['requests'][number]): Promise<void> {
    await Promise.resolve();
    requests.push(request);
    if (storage.away) throw new StorageUnavailableError('storage is away');
  }

  return {
    requests,
    async read() {
      await answer('read');
      return version === 0 ? undefined : { version: String(version), changedAt };
    },
    async changedFor({ conversationId, personId }) {
      await answer('read of a person');
      return changedFor.get(`${conversationId} ${personId}`);
    },
    async change({ conversationId, personId }) {
      await answer('change');
      version += 1;
      changedAt = clock.now();
      changedFor.set(`${conversationId} ${personId}`, changedAt);
    },
  };
}
