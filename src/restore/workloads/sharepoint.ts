/** Sites (`Vesp`; API, section D3). */
import type { Entry } from '../model/entry.ts';
import { byTitle, type WorkloadRules } from './workload.ts';

const hasVersion = (entries: readonly Entry[]): boolean => entries.some(({ version }) => version !== undefined);
const hasDocuments = (entries: readonly Entry[]): boolean => entries.some(({ kind }) => kind === 'document');
const hasItems = (entries: readonly Entry[]): boolean => entries.some(({ kind }) => kind === 'item');

export const sharepoint: WorkloadRules = {
  names: ['sharepoint site sites website websites webseite webseiten', 'sitio sitios サイト'],
  scopeTypes: ['Site', 'User'],
  own: true,
  kinds: {
    site: { opens: true, restores: 'contents' },
    library: { opens: true, restores: 'contents' },
    list: { opens: true, restores: 'contents' },
    folder: { opens: true, restores: 'contents' },
    document: { restores: 'itself', versions: true, downloads: 'file', usual: true },
    item: { opens: true, searched: 'above', restores: 'itself', versions: true },
    attachment: { restores: 'no' },
    // A search may leave it open whether it is a document or a list item: the service is asked before it is restored.
    unclear: { restores: 'contents' },
  },
  searches: {
    items: {
      criteria: [
        ['name', 'filename'],
        ['changedBy', 'System.Document.LastAuthor'],
      ],
      dateCriterion: 'datemodified',
    },
  },
  examples: ['filename:budget NOT filename:draft', 'title:"Kyoto office" OR content:rollout'],
  compare: byTitle,
  // Documents and list items have calls of their own.
  groupOf: ({ containerId, kind }) => JSON.stringify([containerId, kind]),

  options: [
    { kind: 'toggle', name: 'siteMissingItems', default: true },
    {
      kind: 'toggle',
      name: 'siteChangedItems',
      default: false,
      overwrites: true,
      // A document keeps its present content as an earlier version.
      overwritesOnly: ({ kind }) => kind === 'item',
    },
    {
      kind: 'choice',
      name: 'siteVersions',
      choices: ['Last', 'All'],
      default: 'Last',
      appliesTo: (entries) => !hasVersion(entries),
    },
    {
      kind: 'choice',
      name: 'siteLastVersion',
      choices: ['Merge', 'Overwrite'],
      default: 'Merge',
      overwrites: 'Overwrite',
      needs: ({ siteChangedItems, siteVersions }) => siteChangedItems === true && siteVersions === 'Last',
    },
    { kind: 'toggle', name: 'sitePermissions', default: false },
    {
      kind: 'toggle',
      name: 'siteNotification',
      default: false,
      needs: ({ sitePermissions }) => sitePermissions === true,
    },
    // The name of a library or list of the same site; absent: the original location.
    { kind: 'text', name: 'siteList', maxLength: 255 },
  ],
  mistakeIn: ({ siteMissingItems, siteChangedItems }) =>
    siteMissingItems === true || siteChangedItems === true ? undefined : 'restores-nothing',
  notes: ({ siteChangedItems, siteNotification }, entries) => [
    ...(hasItems(entries) && siteChangedItems === true ? ['itemsAnew'] : []),
    ...(siteNotification === true ? ['mails'] : []),
    ...(hasVersion(entries) ? ['selectedVersions'] : []),
    ...(hasDocuments(entries) ? ['limitsOfDocuments'] : []),
    ...(hasItems(entries) ? ['limitsOfItems'] : []),
  ],
};
