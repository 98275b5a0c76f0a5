/** Strict schemas of the bodies posted to the restore endpoints (API, sections C2, D1, D2). */
import { z } from 'zod';

export const uuid = z.guid();
export const id = z.string().min(1).max(2_048);
export const dateTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const reason = z.string().min(1);

/** Other fields of the service are sent back too, except those it adds itself. */
const withoutLinks = (value: object): boolean => !('_links' in value) && !('_actions' in value);

const scopeUser = z.looseObject({
  id,
  displayName: z.string(),
  name: z.string(),
  type: z.enum(['User', 'SharedMailbox', 'PublicMailbox']).nullable(),
});
const scopeSite = z.looseObject({
  id,
  url: z.string().nullable(),
  title: z.string(),
  isCloud: z.boolean().nullable(),
  isPersonal: z.boolean().nullable(),
});
const scopeTeam = z.looseObject({ id: uuid, displayName: z.string(), description: z.string(), mail: z.string() });

const scope = z
  .discriminatedUnion('type', [
    z.looseObject({ type: z.literal('User'), id, user: scopeUser }),
    z.looseObject({ type: z.literal('Site'), id, site: scopeSite }),
    z.looseObject({ type: z.literal('Team'), id, team: scopeTeam }),
  ])
  .refine(withoutLinks, 'holds no _links');

export const explore = z.strictObject({
  dateTime: dateTime.optional(),
  type: z.enum(['Vex', 'Veod']),
  showDeleted: z.boolean(),
  showAllVersions: z.boolean(),
  scope: scope.optional(),
  repositoryId: uuid.optional(),
  reason: reason.optional(),
});

export const query = z.strictObject({ query: z.string() });

export const exchangeRestore = z.strictObject({
  items: z.array(z.strictObject({ id })).min(1),
  changedItems: z.boolean(),
  deletedItems: z.boolean(),
  markRestoredAsUnread: z.boolean(),
  folder: z.string().min(1).optional(),
  reason,
});

const document = z
  .looseObject({
    id: uuid,
    name: z.string(),
    sizeBytes: z.int().min(0),
    createdBy: z.string(),
    creationTime: z.string(),
    modifiedBy: z.string(),
    modificationTime: z.string(),
    version: z.string().optional(),
    versionId: z.int().nullable().optional(),
    inheritedPermissions: z.boolean().optional(),
    isFolder: z.literal(false).optional(),
    oneDriveId: z.string().optional(),
  })
  .refine(withoutLinks, 'holds no _links');

export const oneDriveRestore = z.strictObject({
  documentAction: z.enum(['Overwrite', 'Keep']),
  documentsRestoreConfigs: z
    .array(z.strictObject({ document, documentVersion: z.enum(['All', 'Last']).nullable() }))
    .min(1),
  reason,
});
