/** Of one person one file is fetched at a time, and an approval of the same asked for once, however many presses come at once and wherever they arrive. */
import { changeState, keep, write } from '../../durable/record.ts';
import type { PersonKey } from '../../core/person.ts';
import type { FileExport } from '../state/export.ts';
import { NO_RESTORES, type RestoreState } from '../state/restore.ts';
import type { ExportPorts } from './run.ts';

type Ports = Pick<ExportPorts, 'store' | 'exports' | 'clock'>;

/** At most between a claim and the record of its export. */
const BEGINNING_MILLISECONDS = 30_000;

const isFetching = ({ progress }: FileExport) => ['planned', 'starting', 'waiting'].includes(progress.kind);

/** @returns false where another one is fetched @throws StorageUnavailableError */
export async function claimFetching(ports: Ports, key: PersonKey, { id }: Pick<FileExport, 'id'>): Promise<boolean> {
  const { store, exports, clock } = ports;
  const running = new Set((await exports.all(key)).filter(isFetching).map((present) => present.id));
  const at = clock.now();
  const claim = (state: RestoreState = NO_RESTORES) => {
    const { fetching } = state;
    // The write had succeeded and only its response was lost.
    if (fetching?.id === id) return keep(true);
    const isBeginning = fetching !== undefined && at - fetching.at < BEGINNING_MILLISECONDS;
    if (running.size > 0 || isBeginning) return keep(false);
    return write({ ...state, fetching: { id, at } }, true);
  };
  return (await changeState<boolean, RestoreState>(store, key, claim)).result;
}

/**
 * @param begin writes the record; where it fails, another one may be fetched at once
 * @throws StorageUnavailableError
 */
export async function fetchAlone<Begun>(
  ports: Ports,
  key: PersonKey,
  { id }: Pick<FileExport, 'id'>,
  begin: () => Promise<Begun>,
): Promise<Begun | 'export-running'> {
  try {
    return (await claimFetching(ports, key, { id })) ? await begin() : 'export-running';
  } catch (error) {
    // It lapses by itself. A record that was written nevertheless is fetched, and nothing else meanwhile.
    await releaseFetching(ports, key, id).catch(() => undefined);
    throw error;
  }
}

/** How often, and when, it is checked what has become of another press that asks for the same. */
const CHECKS = 5;
const CHECK_MILLISECONDS = 500;

/**
 * @param ask writes the record
 * @returns `asking` also where the person waits for the same already; `asking-unclear` where another press has not written its
 *   record, and may never: its process may have died @throws StorageUnavailableError
 */
export async function askOnce<Begun>(
  { store, exports, clock }: Ports,
  key: PersonKey,
  { id, hash }: Pick<FileExport, 'id'> & { readonly hash: string },
  ask: () => Promise<Begun>,
): Promise<Begun | 'asking' | 'asking-unclear'> {
  const claim = (state: RestoreState = NO_RESTORES) => {
    const at = clock.now();
    const others = (state.asking ?? []).filter((other) => other.id !== id && at - other.at < BEGINNING_MILLISECONDS);
    if (others.some((other) => other.hash === hash)) return keep(false);
    return write({ ...state, asking: [...others, { id, hash, at }] }, true);
  };
  const isAsked = async (): Promise<boolean> =>
    (await exports.all(key)).some(({ progress, fourEyes }) => progress.kind === 'held' && fourEyes?.hash === hash);
  for (let checks = 1; !(await changeState<boolean, RestoreState>(store, key, claim)).result; checks += 1) {
    if (await isAsked()) return 'asking';
    if (checks === CHECKS) return 'asking-unclear';
    await clock.sleep(CHECK_MILLISECONDS);
  }
  try {
    return (await isAsked()) ? 'asking' : await ask();
  } finally {
    const released = changeState<void, RestoreState>(store, key, (state) =>
      state?.asking?.some((other) => other.id === id) === true
        ? write({ ...state, asking: state.asking.filter((other) => other.id !== id) }, undefined)
        : keep(undefined),
    );
    // It lapses by itself, and what was asked for is asked for.
    await released.catch(() => undefined);
  }
}

/** Once it is fetched, or not fetched any more. @throws StorageUnavailableError */
export async function releaseFetching({ store }: Pick<Ports, 'store'>, key: PersonKey, id: string): Promise<void> {
  await changeState<void, RestoreState>(store, key, (state) =>
    state?.fetching?.id === id ? write({ ...state, fetching: undefined }, undefined) : keep(undefined),
  );
}
