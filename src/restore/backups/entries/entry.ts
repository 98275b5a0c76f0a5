/** Whose data there is, and what is found in it: nothing here knows workloads. Times are epoch milliseconds. */
import * as z from 'zod';
import { digestOf } from '../../../core/platform.ts';
import type { Shape } from '../../../core/shape.ts';

export type ScopeType = z.infer<typeof scopeTypeSchema>;
const scopeTypeSchema = z.enum(['User', 'Site', 'Team']);

/** An element of `EffectiveScope` (`RESTRbacItemComposed`); for administrators a container of the explore session. */
export type ScopeItem = Shape<typeof scopeItemSchema>;
export const scopeItemSchema = z.object({
  id: z.string(),
  type: scopeTypeSchema,
  name: z.string(),
  /** E-mail address or URL. */
  detail: z.string(),
  /** The object as the service sent it, JSON text: sent back when a session is opened. */
  echo: z.string(),
  /** Of administrators: the archive of a mailbox of the same address. */
  isArchive: z.literal(true).optional(),
});

export type Scope = Shape<typeof scopeSchema>;
export const scopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('own'), name: z.string() }),
  /** Everybody: administrators only. */
  z.object({ kind: z.literal('organization'), name: z.string() }),
  z.object({ kind: z.literal('item'), item: scopeItemSchema }),
]);

/** Whose data, as people tell it from others of the same name. Earlier versions stored the name alone. */
export type Named = Shape<typeof namedSchema>;
export const namedSchema = z.preprocess(
  (stored) => (typeof stored === 'string' ? { name: stored } : stored),
  z.object({ name: z.string(), detail: z.string().optional() }),
);

/** Whose data was given by somebody else, beside an address or a name: an `alias` is theirs, too; `name` counts for those of whom no address is known. */
export type Called = Shape<typeof calledSchema>;
export const calledSchema = z.object({
  type: scopeTypeSchema,
  alias: z.string().optional(),
  name: z.string().optional(),
});

/** What a backup consists of at its top: a mailbox (primary or archive), a drive … */
export type Container = Shape<typeof containerSchema>;
export const containerSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** A mailbox's address, or a drive's URL. */
  detail: z.string().optional(),
  isArchive: z.boolean(),
});

export type TimeOfEntry = (typeof timesOfEntries)[number];
const timesOfEntries = ['sent', 'received', 'start', 'end', 'due', 'posted', 'created', 'changed'] as const;

/** What a container holds: an item, a document, a folder, or an earlier version of a document. */
export type Entry = Shape<typeof entrySchema>;
export const entrySchema = z.object({
  /** Short and opaque; identifies the entry within its task whenever it is found. */
  key: z.string(),
  /** One of its workload's (workloads/workload.ts). */
  kind: z.string(),
  /** What holds it: a mailbox, a drive … */
  containerId: z.string(),
  /** Where that is not one of the containers at the top: a subsite. */
  containerName: z.string().optional(),
  /** What calls about it need besides ids: opaque but for the upstream that wrote it. */
  within: z.string().optional(),
  id: z.string(),
  /** Subject or name; may be empty. */
  title: z.string(),
  /** Names of the folders it is in, from its container; absent where a search found it. */
  path: z.array(z.string()).optional(),
  /** A folder that Exchange keeps for itself: deleted items that can be recovered, or technical ones. */
  system: z.enum(['recoverable', 'technical']).optional(),
  /** The service marks it so. */
  isDeleted: z.literal(true).optional(),
  /** Sender, organizer or last editor. */
  who: z.string().optional(),
  /** When it was received, starts or was changed. */
  at: z.number().optional(),
  sizeBytes: z.number().optional(),
  /** All that the service tells besides `at`: when it was sent, ends, is due … */
  times: z.array(z.object({ what: z.enum(timesOfEntries), at: z.number() })).optional(),
  /** Recipients or attendees. */
  to: z.string().optional(),
  cc: z.string().optional(),
  bcc: z.string().optional(),
  importance: z.enum(['low', 'high']).optional(),
  /** Of an appointment that repeats: how, in the service's words; may be empty. */
  recurrence: z.string().optional(),
  /** Of a contact. */
  email: z.string().optional(),
  phone: z.string().optional(),
  company: z.string().optional(),
  /** Of a task: how much of it is done. */
  percent: z.number().optional(),
  /** Of a document. */
  createdBy: z.string().optional(),
  latestVersion: z.string().optional(),
  location: z.string().optional(),
  attachments: z.array(z.string()).optional(),
  /** Of each attachment; 0 where it is unknown. Apart from their names, which the version before reads as texts. */
  attachmentSizes: z.array(z.number()).optional(),
  /** Of a document, unless it is the latest one at that restore point. */
  version: z.string().optional(),
  /** The document as the service sent it, JSON text: `operatorRestore` needs all of it. */
  echo: z.string().optional(),
});

/** An open folder, from its container down. */
export type Location = Shape<typeof locationSchema>;
export const locationSchema = z.object({
  containerId: z.string(),
  containerName: z.string(),
  /**
   * Outermost first; empty at the container's root. One that was not opened from what holds it comes first, whatever it lies in. All
   * but `id` and `name` are absent in those of earlier versions.
   */
  folders: z.array(
    z.object({
      ...entrySchema.pick({ id: true, within: true, path: true, containerName: true }).shape,
      name: z.string(),
      kind: z.string().optional(),
      /** What holds it and all in it, unless that is the container. */
      containerId: z.string().optional(),
    }),
  ),
});

/** What is opened there. Locations of earlier versions say no more of a folder than its id. */
export function placeOf({ containerId, folders }: Pick<Location, 'containerId' | 'folders'>) {
  const last = folders.at(-1);
  if (last === undefined) return { containerId };
  const { id, kind = 'folder', within } = last;
  return { containerId: last.containerId ?? containerId, folder: { id, kind, within } };
}

/** The open folder as an entry of what holds it. The root of a container has no id. */
export function openEntry({ containerId: top, folders }: Pick<Location, 'containerId' | 'folders'>): Entry {
  const open: Location['folders'][number] = folders.at(-1) ?? { id: '', name: '', path: [] };
  const { name: title, kind = 'folder', containerId = top, ...folder } = open;
  return { ...folder, key: '', kind, containerId, title };
}

/**
 * What entries in an entry lie in: names of the folders from what holds them, where they are known, and its name where it is not the
 * container.
 */
export function insideOf({
  id,
  title,
  containerId,
  containerName,
  path,
}: Entry): Pick<Entry, 'path' | 'containerName'> {
  if (id === '') return { path: [], containerName };
  return id === containerId ? { path: [], containerName: title } : { path: path && [...path, title], containerName };
}

/** All that a container of an administrator's session holds, to be restored together. @param kind as its workload declares */
export const asWhole = ({ id, name, detail, echo }: ScopeItem, kind: string): Entry => ({
  key: digestOf(id),
  kind,
  containerId: id,
  containerName: name,
  id,
  title: name,
  location: detail,
  echo,
});

/** The top of a container. */
export const rootOf = ({ id, name }: Container): Location => ({ containerId: id, containerName: name, folders: [] });

/** An entry that was opened, as part of a location. */
export const asFolder = ({
  id,
  title,
  kind,
  within,
  containerId,
  path,
  containerName,
}: Entry): Location['folders'][number] => ({
  id,
  name: title,
  kind,
  within,
  containerId,
  path,
  containerName,
});
