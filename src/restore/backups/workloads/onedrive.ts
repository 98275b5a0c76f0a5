/** Drives (`Veod`). */
import type { Entry } from '../entries/entry.ts';
import type { Option } from './options.ts';
import { byTitle, isWithin, WORDS_OF_FILES, type WorkloadRules } from './workload.ts';

/** A selected version excludes restoring all versions. */
const hasVersion = (entries: readonly Entry[]): boolean => entries.some(({ version }) => version !== undefined);

const hasWhole = (entries: readonly Entry[]): boolean => entries.some(({ kind }) => kind !== 'document');

/** Whether an existing document is overwritten or kept beside the restored one. */
const documentAction = {
  kind: 'choice',
  name: 'documentAction',
  choices: ['Keep', 'Overwrite'],
  default: 'Keep',
  overwrites: 'Overwrite',
} as const satisfies Option;

export const onedrive: WorkloadRules = {
  scopeTypes: ['User'],
  own: true,
  kinds: {
    document: { restores: 'itself', versions: true, downloads: 'file', usual: true },
    folder: { opens: true, restores: 'contents' },
    // A listing may lack what a restore requires: the service is asked for the document before it is restored.
    unclear: { restores: 'contents', versions: true, downloads: 'file' },
  },
  searches: {
    documents: {
      criteria: [
        ['name', 'filename'],
        // The search language has no short name for it.
        ['changedBy', 'System.Document.LastAuthor'],
      ],
      dateCriterion: 'datemodified',
      words: WORDS_OF_FILES,
    },
  },
  examples: ['filename:budget NOT filename:draft', 'filename:"annual report" OR title:forecast'],
  compare: byTitle,

  options: [
    documentAction,
    { kind: 'toggle', name: 'allVersions', default: false, appliesTo: (entries) => !hasVersion(entries) },
  ],
  notes: (_values, entries) => (hasVersion(entries) ? ['selectedVersions'] : []),

  administrator: {
    container: 'drive',
    elsewhere: 'by-echo',
    kinds: {
      drive: { restores: 'itself', whole: true },
      folder: { restores: 'itself', whole: true },
    },
    covers: (whole, entry) => entry.version === undefined && isWithin(whole, entry),
    /** Documents and folders have a call each, which takes several; a version has one of its own. */
    groupOf: ({ containerId, kind, id, version }) => JSON.stringify([containerId, kind, version && [id, version]]),
    options: [documentAction],
    notes: (_values, entries) => ['oneVersion', ...(hasWhole(entries) ? ['keptTwice'] : [])],
  },
};
