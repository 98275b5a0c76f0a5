/** What documents of drives and of sites have in common (`RESTOneDriveDocument`, `RESTSharePointDocument`). */
import * as z from 'zod';

import type { Entry } from '../../../restore/backups/entries/entry.ts';
import { count, fields, flag, fromEcho, id, keyOf, name, optional, reader, time, type Read } from './fields.ts';

export const document = z.object({
  id,
  ...fields(name, 'name', 'modifiedBy', 'createdBy'),
  ...fields(optional(time), 'modificationTime', 'creationTime'),
  sizeBytes: optional(count),
  isFolder: flag,
});

/** A restore requires them of what it gets back. Listings may lack some: what does is `unclear`, and asked for before it is restored. */
export const REQUIRED = fields(z.string(), 'id', 'name', 'createdBy', 'creationTime', 'modifiedBy', 'modificationTime');

/** How one document is read before it is restored: nothing where it still lacks what a restore needs. */
export const readComplete =
  (read: Read<Entry>): Read<Entry> =>
  (value) => {
    const entry = read(value);
    return entry?.kind === 'unclear' ? undefined : entry;
  };

const WHAT = { creationTime: 'created', modificationTime: 'changed' } as const;

export const aboutDocument = (data: z.infer<typeof document>) => ({
  id: data.id,
  title: data.name ?? '',
  who: data.modifiedBy ?? data.createdBy,
  at: data.modificationTime ?? data.creationTime,
  times: (['creationTime', 'modificationTime'] as const).flatMap((field) =>
    data[field] === undefined ? [] : [{ what: WHAT[field], at: data[field] }],
  ),
  createdBy: data.createdBy,
  sizeBytes: data.sizeBytes,
});

export const readVersionName = reader(
  z
    .object({ version: name, versionId: optional(z.number()) })
    .transform(({ version, versionId }) => version ?? versionId?.toString()),
);

const number = z.object({ versionId: z.int() });

/** What an administrator's call names a version by. @throws Error where the service did not tell */
export const versionNumber = ({ echo }: Entry): string => String(number.parse(fromEcho(echo, 'A version')).versionId);

/**
 * One of the earlier versions; undefined where it has no name, lacks what a restore needs, or is the latest itself.
 *
 * @param entry the version, read as what it is a version of
 */
export function asVersion(entry: Entry | undefined, value: unknown, latest: Entry): Entry | undefined {
  const { containerId, id: latestId } = latest;
  const version = readVersionName(value);
  if (entry === undefined || version === undefined || version === latest.latestVersion) return undefined;
  const key = keyOf(containerId, latestId, version);
  return { ...entry, id: latestId, key, version, latestVersion: undefined };
}
