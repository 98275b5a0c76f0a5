/** Every sealed blob and the key that seals it, for the daily sweep and for the doctor. */
import type { Clock } from '../core/platform.ts';
import type { SealRotation } from '../sign-in/state/ports.ts';
import { createAdministratorRepository } from './administrators.ts';
import type { ListedBlob } from './blobs/blob.ts';
import type { RepositoryOptions } from './blobs/repository.ts';
import { APPROVAL_FORMAT } from './approval-store.ts';
import { createExportRepository } from './export-store.ts';
import { createRequestRepositories } from './requests.ts';
import { createArchive } from './person-store.ts';
import { createSuspensionRepository } from './suspensions.ts';
import { createSharedRepository } from './shared-records.ts';
import { StoredRestores } from './restore-store.ts';

/** In one sweep: the next one continues. */
const MAX_RESEALED = 5_000;
/** Between two blobs, so that turns are not slowed down. */
const PAUSE_MILLISECONDS = 20;

type Options = RepositoryOptions & { readonly clock: Pick<Clock, 'sleep'>; readonly maxResealed?: number | undefined };

type Kind =
  | 'conversations'
  | 'restores'
  | 'exports'
  | 'administrators'
  | 'requests'
  | 'duty'
  | 'suspensions'
  | 'approvals';

/** By `kid`, undefined for a blob without a seal, and by kind. */
type SealedCounts = ReadonlyMap<string | undefined, ReadonlyMap<Kind, number>>;

/** All methods throw StorageUnavailableError. */
export class SealedBlobs implements SealRotation {
  readonly #options: Options;
  readonly #repositories;

  constructor(options: Options) {
    this.#options = options;
    this.#repositories = [
      ['conversations', createArchive(options)],
      ['restores', new StoredRestores(options)],
      ['exports', createExportRepository(options)],
      ['administrators', createAdministratorRepository(options)],
      ...createRequestRepositories(options),
      ['suspensions', createSuspensionRepository(options)],
      ['approvals', createSharedRepository(options, APPROVAL_FORMAT)],
    ] as const;
  }

  async reseal(signal: AbortSignal): Promise<number> {
    const { sealer, clock, maxResealed = MAX_RESEALED } = this.#options;
    /** A blob without metadata was written by a version before it, with a key that only its content names. */
    const isOutdated = ({ metadata: { kid } }: ListedBlob): boolean =>
      kid !== sealer.kid && (kid === undefined || sealer.has(kid));
    let resealed = 0;
    for (const [, repository] of this.#repositories) {
      for await (const page of repository.everything()) {
        for (const { name } of page.filter(isOutdated)) {
          if (resealed === maxResealed) return resealed;
          signal.throwIfAborted();
          if (await repository.reseal(name)) resealed += 1;
          await clock.sleep(PAUSE_MILLISECONDS, signal);
        }
      }
    }
    return resealed;
  }

  async count(): Promise<SealedCounts> {
    const counts = new Map<string | undefined, Map<Kind, number>>();
    for (const [kind, repository] of this.#repositories) {
      for await (const page of repository.everything()) {
        for (const { name, metadata } of page) {
          const kid = metadata['kid'] ?? (await repository.keyOf(name));
          const ofKey = counts.get(kid) ?? new Map<Kind, number>();
          counts.set(kid, ofKey.set(kind, (ofKey.get(kind) ?? 0) + 1));
        }
      }
    }
    return counts;
  }
}
