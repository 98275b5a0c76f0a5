/** The way to the service as who began the restore; another sign-in would see other data. */
import type { PersonKey } from '../../core/person.ts';
import type { Accesses, Granted } from './operator-access.ts';
import { connect, type Connection } from './connection.ts';
import type { Restore } from '../model/restore.ts';

/** Whether that sign-in may go on with the restore. */
export const isOwn = ({ session }: Granted, { organization, userId }: Restore): boolean =>
  session.organization === organization && session.userId === userId;

/** @returns undefined once the sign-in has ended, or somebody else is signed in. @throws StorageAwayError */
export async function ownConnection(
  accesses: Pick<Accesses, 'find' | 'use'>,
  key: PersonKey,
  restore: Restore,
): Promise<Connection | undefined> {
  const looked = await accesses.find(key);
  return looked.kind === 'granted' && isOwn(looked, restore) ? connect(accesses, key, looked) : undefined;
}
