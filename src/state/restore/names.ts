/** Where restore states lie: beside the state of the same person in the same conversation, under another prefix. */
import type { PersonKey } from '../../core/person.ts';
import { blobNameOf, FOLDER } from '../person/store.ts';

export const RESTORES_FOLDER = 'restores/';

/** @param name of a person's state */
export const restoreNameBeside = (name: string): string => `${RESTORES_FOLDER}${name.slice(FOLDER.length)}`;

/** @param name of a restore state */
export const personNameBeside = (name: string): string => `${FOLDER}${name.slice(RESTORES_FOLDER.length)}`;

export const restoreNameOf = (key: PersonKey): string => restoreNameBeside(blobNameOf(key));

export const isRestoreName = (name: string): boolean => name.startsWith(RESTORES_FOLDER);
