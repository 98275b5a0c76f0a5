/** Sites (`Vesp`). */
import type { Entry } from '../entries/entry.ts';
import type { OptionValues } from '../entries/option-values.ts';
import type { Option } from './options.ts';
import { byTitle, isWithin, some, WORDS_OF_FILES, type WorkloadRules } from './workload.ts';

/** An administrator restores all that is in them. */
const WHOLES: ReadonlySet<string> = new Set(['whole site', 'site', 'library', 'list']);
const isWhole = ({ kind }: Entry): boolean => WHOLES.has(kind);

const hasVersion = some(({ version }) => version !== undefined);
const hasDocuments = some(({ kind }) => kind === 'document');
const hasItems = some(({ kind }) => kind === 'item');
const hasWholes = some(isWhole);
/** A subsite is a site of its own. */
const isSite = ({ kind }: Entry): boolean => kind === 'whole site' || kind === 'site';
const hasSites = some(isSite);
/** They or what is in them are documents; list items. */
const withDocuments = some(({ kind, within }) => kind !== 'item' && kind !== 'list' && within !== 'list');
const withItems = some(
  (entry) => isSite(entry) || entry.kind === 'item' || entry.kind === 'list' || entry.within === 'list',
);

const MISSING = { kind: 'toggle', name: 'siteMissingItems', default: true } as const;
const CHANGED = { kind: 'toggle', name: 'siteChangedItems', default: false, overwrites: true } as const;
const VERSIONS: Option = {
  kind: 'choice',
  name: 'siteVersions',
  choices: ['Last', 'All'],
  default: 'Last',
  appliesTo: (entries) => !hasVersion(entries),
};
const LAST_VERSION = {
  kind: 'choice',
  name: 'siteLastVersion',
  choices: ['Merge', 'Overwrite'],
  default: 'Merge',
  overwrites: 'Overwrite',
} as const;
const PERMISSIONS = {
  kind: 'toggle',
  name: 'sitePermissions',
  default: false,
  overwrites: true,
  overwritesWhat: 'permissions',
} as const;
const NOTIFICATION: Option = {
  kind: 'toggle',
  name: 'siteNotification',
  default: false,
  needs: ({ sitePermissions }) => sitePermissions === true,
};

const isAny = ({ siteMissingItems, siteChangedItems }: OptionValues): boolean =>
  siteMissingItems === true || siteChangedItems === true;

export const sharepoint: WorkloadRules = {
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
      words: WORDS_OF_FILES,
    },
  },
  examples: ['filename:budget NOT filename:draft', 'title:"Kyoto office" OR content:rollout'],
  compare: byTitle,
  // Documents and list items have calls of their own.
  groupOf: ({ containerId, kind }) => JSON.stringify([containerId, kind]),

  options: [
    MISSING,
    // A document keeps its present content as an earlier version.
    { ...CHANGED, overwritesOnly: ({ kind }) => kind === 'item' },
    VERSIONS,
    {
      ...LAST_VERSION,
      needs: ({ siteChangedItems, siteVersions }) => siteChangedItems === true && siteVersions === 'Last',
    },
    // What is missing has none to be replaced.
    { ...PERMISSIONS, overwritesOnly: (_entry, { siteChangedItems }) => siteChangedItems === true },
    NOTIFICATION,
    // A library or list of the same site.
    { kind: 'text', name: 'siteList', maxLength: 255, isPlace: true },
  ],
  mistakeIn: (values) => (isAny(values) ? undefined : 'restores-nothing'),
  notes: ({ siteChangedItems, siteNotification }, entries) => [
    ...(hasItems(entries) && siteChangedItems === true ? ['itemsAnew'] : []),
    ...(siteNotification === true ? ['mails'] : []),
    ...(hasVersion(entries) ? ['selectedVersions'] : []),
    ...(hasDocuments(entries) ? ['limitsOfDocuments'] : []),
    ...(hasItems(entries) ? ['limitsOfItems'] : []),
  ],
  administrator: {
    container: 'whole site',
    kinds: {
      'whole site': { restores: 'itself', whole: true },
      site: { restores: 'itself', whole: true },
      library: { restores: 'itself', whole: true },
      list: { restores: 'itself', whole: true },
      folder: { restores: 'itself', whole: true },
    },
    // Whether a library brings back a document that still exists depends on the options; a folder always does.
    covers(whole, other) {
      if (other.version !== undefined) return false;
      if (isSite(whole)) return isWhole(other) && other.containerId === whole.containerId;
      return whole.kind === 'folder' && other.within === whole.within && isWithin(whole, other);
    },
    /** One call takes documents, list items or folders of one library or list, or one version, or one whole. */
    groupOf: ({ containerId, kind, id, version, path: [origin] = [] }) =>
      JSON.stringify([
        containerId,
        kind,
        WHOLES.has(kind) ? id : origin,
        ...(version === undefined ? [] : [id, version]),
      ]),

    options: [
      { ...MISSING, appliesTo: hasWholes },
      {
        ...CHANGED,
        appliesTo: hasWholes,
        overwritesOnly: (entry) => entry.kind === 'list' || isSite(entry),
      },
      VERSIONS,
      { ...LAST_VERSION, needs: ({ siteVersions }) => siteVersions === 'Last' },
      PERMISSIONS,
      NOTIFICATION,
      // What is there now may be replaced by them.
      {
        kind: 'toggle',
        name: 'siteListViews',
        default: false,
        overwrites: true,
        overwritesOnly: isWhole,
        appliesTo: hasWholes,
      },
      {
        kind: 'toggle',
        name: 'siteMasterPages',
        default: false,
        overwrites: true,
        overwritesOnly: isSite,
        appliesTo: hasSites,
      },
      { kind: 'toggle', name: 'siteSubsites', default: false, appliesTo: hasSites },
    ],
    mistakeIn: (values, entries) => (hasWholes(entries) && !isAny(values) ? 'restores-nothing' : undefined),
    notes: ({ siteChangedItems, siteNotification }, entries) => [
      ...(hasWholes(entries) ? ['wholes'] : []),
      ...(entries.every(isWhole) ? [] : ['existingToo']),
      ...(withItems(entries) && (siteChangedItems === true || !entries.every(isWhole)) ? ['itemsAnew'] : []),
      ...(siteNotification === true ? ['mails'] : []),
      ...(hasVersion(entries) ? ['selectedVersions'] : []),
      ...(withDocuments(entries) ? ['limitsOfDocuments'] : []),
      ...(withItems(entries) ? ['limitsOfItems'] : []),
    ],
  },
};
