/** Names of blobs. Ids may be long and contain any character, so names contain their SHA-256 instead. */
import { hash } from 'node:crypto';
import type { PersonKey } from '../../core/person.ts';

export const STATES = 'conversations/';
/** A restore state has the name of the same person's state in the same conversation, under another prefix. */
export const RESTORES = 'restores/';
export const ADMINISTRATORS = 'administrators/';
/** Requests for a second person's approval, by the ids of their restores and exports. */
export const APPROVALS = 'approvals/';
/** Records of exports, and the parts of their files: `exports/<conversation>/<export>.<what>/<person>.json`. */
export const EXPORTS = 'exports/';

/** Records that belong to no single person. */
export const REQUESTS = 'requests/';
export const DUTIES = 'duty/';

const digest = (id: string): string => hash('sha256', id, 'base64url');

export const conversationFolder = (conversationId: string): string => `${STATES}${digest(conversationId)}/`;

/** How the names of a person's states end, whatever the conversation. */
export const personSuffix = (personId: string): string => `/${digest(personId)}.json`;

/** Hexadecimal. */
export const stateDigest = (key: PersonKey): string => hash('sha256', stateName(key), 'hex');

export const stateName = ({ conversationId, personId }: PersonKey): string =>
  `${STATES}${digest(conversationId)}${personSuffix(personId)}`;

export const restoreName = (key: PersonKey): string => toRestoreName(stateName(key));

export const toRestoreName = (name: string): string => `${RESTORES}${name.slice(STATES.length)}`;
export const toStateName = (name: string): string => `${STATES}${name.slice(RESTORES.length)}`;
export const isRestoreName = (name: string): boolean => name.startsWith(RESTORES);

/** Below it are the exports of everybody in that conversation. */
export const exportFolder = (conversationId: string): string => `${EXPORTS}${digest(conversationId)}/`;

/** How all names of one export begin. */
export const exportPrefix = ({ conversationId }: PersonKey, exportId: string): string =>
  `${exportFolder(conversationId)}${digest(exportId)}.`;

/** @param what `record`, or a part of the file */
export const exportName = (key: PersonKey, exportId: string, what: string): string =>
  `${exportPrefix(key, exportId)}${what}${personSuffix(key.personId)}`;

export const isExportRecord = (name: string): boolean => /\.record\/[^/]+$/.test(name);

/** Where the exports are that belong to a state, and how their names end. */
export function exportsBeside(name: string): { readonly folder: string; readonly suffix: string } {
  const [, conversation = '', person = ''] = name.split('/');
  return { folder: `${EXPORTS}${conversation}/`, suffix: `/${person}` };
}

export const administratorName = (objectId: string): string => `${ADMINISTRATORS}${digest(objectId)}.json`;

/** @param prefix of records that belong to no single person */
export const sharedRecordName = (prefix: string, id: string): string => `${prefix}${digest(id)}.json`;

/** Finds the states of a team without opening all others. */
export const teamMetadata = (teamId: string | undefined): Readonly<Record<string, string>> =>
  teamId === undefined ? {} : { team: digest(teamId) };

/** Metadata is sent as a header, which cannot contain any character; names cannot be turned back into ids. */
export const toMetadata = (id: string): { readonly person: string } => ({
  person: Buffer.from(id).toString('base64url'),
});
export const fromMetadata = (metadata: Readonly<Record<string, string>>): string =>
  Buffer.from(metadata['person'] ?? '', 'base64url').toString();
