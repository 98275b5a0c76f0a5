/** Strict schemas of request bodies (API, sections C2, D1, D2). */
import { z } from 'zod';
import { badParameter } from './refused.ts';

const Moment = z.iso.datetime({ offset: true });
const Links = z.record(z.string(), z.object({ href: z.string().optional() })).optional();

const ScopeUser = z.strictObject({
  id: z.string(),
  onPremisesSid: z.string().optional(),
  displayName: z.string(),
  name: z.string(),
  type: z.enum(['User', 'SharedMailbox', 'PublicMailbox']).nullable(),
});
const ScopeSite = z.strictObject({
  id: z.string(),
  url: z.string().nullable(),
  title: z.string(),
  parentUrl: z.string().optional(),
  isCloud: z.boolean().nullable(),
  isPersonal: z.boolean().nullable(),
});
const ScopeTeam = z.strictObject({
  id: z.uuid(),
  description: z.string(),
  displayName: z.string(),
  mail: z.string(),
});
const Scope = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('User'), id: z.string(), user: ScopeUser, _links: Links }),
  z.strictObject({ type: z.literal('Site'), id: z.string(), site: ScopeSite, _links: Links }),
  z.strictObject({ type: z.literal('Team'), id: z.string(), team: ScopeTeam, _links: Links }),
]);
export type ScopeBody = z.infer<typeof Scope>;

export const OperatorExplore = z.strictObject({
  dateTime: Moment.nullish(),
  type: z.enum(['Vex', 'Veod', 'Vesp', 'Vet']).nullish(),
  showDeleted: z.boolean().nullish(),
  showAllVersions: z.boolean().nullish(),
  scope: Scope.optional(),
  repositoryId: z.uuid().nullish(),
  reason: z.string().optional(),
});

export const Search = z.strictObject({ query: z.string() });

export const RestoreItems = z.strictObject({
  items: z.array(z.strictObject({ id: z.string().min(1) })).min(1),
  changedItems: z.boolean().optional(),
  deletedItems: z.boolean().optional(),
  markRestoredAsUnread: z.boolean().optional(),
  folder: z.string().min(1).optional(),
  reason: z.string().optional(),
});
export type RestoreItemsBody = z.infer<typeof RestoreItems>;

const Document = z.strictObject({
  id: z.uuid(),
  oneDriveId: z.string().optional(),
  name: z.string(),
  sizeBytes: z.int().min(0),
  createdBy: z.string(),
  creationTime: Moment,
  modifiedBy: z.string(),
  modificationTime: Moment,
  version: z.string().optional(),
  versionId: z.int32().nullish(),
  inheritedPermissions: z.boolean().optional(),
  isFolder: z.boolean().optional(),
  _links: Links,
});
export type DocumentBody = z.infer<typeof Document>;

export const RestoreDocuments = z.strictObject({
  documentAction: z.enum(['Overwrite', 'Keep']),
  documentsRestoreConfigs: z
    .array(z.strictObject({ document: Document, documentVersion: z.enum(['All', 'Last']).nullish() }))
    .min(1),
  reason: z.string().optional(),
});
export type RestoreDocumentsBody = z.infer<typeof RestoreDocuments>;

/** @throws Refused naming the field that is wrong */
export function readBody<T>(schema: z.ZodType<T>, text: string): T {
  const read = schema.safeParse(parsed(text));
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw badParameter(`${first?.path.join('.') || 'The body'}: ${first?.message ?? 'not valid'}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badParameter('The body is not JSON.');
  }
}
