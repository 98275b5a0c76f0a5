import type { Clock } from '../../core/platform.ts';
import type { Suspensions } from '../state/ports.ts';
import type { Suspension } from '../state/suspension.ts';

export const holds = ({ lifted }: Pick<Suspension, 'lifted'>): boolean => lifted !== true;

/**
 * Asked when a sign-in starts, when its tokens arrive, and at each renewal. A record that does not open counts: losing a key must not let
 * anybody in.
 *
 * @param ids of one person: who asked, and who signs in where that may be another account
 * @throws StorageUnavailableError
 */
export async function isSuspended(
  suspensions: Pick<Suspensions, 'read'>,
  ...ids: readonly (string | undefined)[]
): Promise<boolean> {
  const distinct = new Set(ids.flatMap((id) => (id === undefined ? [] : [id.toLowerCase()])));
  const records = await Promise.all([...distinct].map((id) => suspensions.read(id)));
  return records.some((record) => record.kind === 'unreadable' || (record.kind === 'found' && holds(record.state)));
}

/** Those of them who are suspended. @throws StorageUnavailableError */
export async function suspendedOf(
  suspensions: Pick<Suspensions, 'read'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const isOut = await Promise.all(ids.map((id) => isSuspended(suspensions, id)));
  return new Set(ids.filter((_, index) => isOut[index]));
}

/** Another instance's first suspension is seen at a start after this time at the latest; when tokens arrive, always. */
const EMPTY_MILLISECONDS = 5_000;

interface StartPorts {
  readonly suspensions: Pick<Suspensions, 'read' | 'isEmpty'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Asked before a code is requested. As a rule nobody is suspended, which all starts of some seconds find out together; otherwise the
 * person's own record is read. All methods throw StorageUnavailableError.
 */
export class SuspensionsAtStart {
  readonly #ports: StartPorts;
  #asked: { readonly at: number; readonly isEmpty: Promise<boolean> } | undefined;

  constructor(ports: StartPorts) {
    this.#ports = ports;
  }

  async has(personId: string): Promise<boolean> {
    return !(await this.#isEmpty()) && (await isSuspended(this.#ports.suspensions, personId));
  }

  /** After this instance has suspended somebody. */
  changed(): void {
    this.#asked = undefined;
  }

  async #isEmpty(): Promise<boolean> {
    const { suspensions, clock } = this.#ports;
    const now = clock.now();
    if (this.#asked === undefined || now - this.#asked.at >= EMPTY_MILLISECONDS) {
      this.#asked = { at: now, isEmpty: suspensions.isEmpty() };
    }
    const asked = this.#asked;
    try {
      return await asked.isEmpty;
    } catch (error) {
      if (this.#asked === asked) this.#asked = undefined;
      throw error;
    }
  }
}
