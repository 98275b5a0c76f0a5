/** Search criteria of documents and list items: those of OneDrive, and what list items have besides. */
import { type Criteria, DRIVE_CRITERIA, type FileEntry, criteria } from '../query/criteria.ts';
import type { OpenedSite } from './session.ts';
import { type SiteFolder, type SiteObject, pathOf } from './site.ts';

export interface SiteEntry extends FileEntry<SiteFolder | SiteObject> {
  readonly view: OpenedSite;
  readonly title: string;
  readonly attachments: readonly string[];
}

const OWN = criteria<SiteEntry>(
  [
    ['title subject System.Title System.Subject', { kind: 'text', of: ({ title, entry }) => [title || entry.name] }],
    ['hasattachments', { kind: 'flag', of: ({ attachments }) => attachments.length > 0 }],
    ['category System.Category', { kind: 'text', of: () => [] }],
    ['due duedate start startdate', { kind: 'date', of: () => undefined }],
  ],
  () => [],
);

export const SITE_CRITERIA: Criteria<SiteEntry> = {
  named: (name) => OWN.named(name) ?? DRIVE_CRITERIA.named(name),
  everything: (entry) => [...DRIVE_CRITERIA.everything(entry), entry.title, ...entry.attachments],
};

export function siteEntry(view: OpenedSite, entry: SiteFolder | SiteObject): SiteEntry {
  const pointAt = view.session.pointAt ?? -Infinity;
  const folderPath = pathOf(view.site, entry.list, entry.parentId, pointAt);
  const object = 'versions' in entry ? entry : undefined;
  return {
    view,
    entry,
    latest: object === undefined ? undefined : view.versions(object).at(-1),
    folderPath,
    url: `${view.site.url}${folderPath}/${entry.name}`,
    deleted: entry.deletedAt !== undefined && entry.deletedAt <= pointAt,
    createdBy: 'by' in entry ? entry.by : entry.createdBy,
    title: object?.title ?? '',
    attachments: object?.attachments.map(({ name }) => name) ?? [],
  };
}
