/** Which explore sessions the bot has open at the service for a person, in the state: whoever finds one left closes it. */
import { changeState, keep, write, type Versioned } from '../../durable/record.ts';
import type { PersonKey } from '../../core/person.ts';
import { NO_RESTORES, type OpenSession, type RestoreState } from '../state/restore.ts';

type Store = Versioned<RestoreState>;

/** Of more the oldest are forgotten: the service ends those that nobody uses. */
const MAX_KEPT = 40;

export const findOpen = (state: RestoreState | undefined, exploreId: string): OpenSession | undefined =>
  state?.openSessions?.find(({ id }) => id === exploreId);

/** Before it is used. @throws StorageUnavailableError */
export async function rememberOpen(store: Store, key: PersonKey, session: OpenSession): Promise<void> {
  await changeState(store, key, (state: RestoreState = NO_RESTORES) =>
    write({ ...state, openSessions: [session, ...(state.openSessions ?? [])].slice(0, MAX_KEPT) }, undefined),
  );
}

/** @throws StorageUnavailableError */
export async function forgetOpen(store: Store, key: PersonKey, exploreId: string): Promise<void> {
  await changeState(store, key, (state: RestoreState | undefined) => {
    if (state === undefined || findOpen(state, exploreId) === undefined) return keep(undefined);
    const left = state.openSessions?.filter(({ id }) => id !== exploreId) ?? [];
    return write({ ...state, openSessions: left.length === 0 ? undefined : left }, undefined);
  });
}
