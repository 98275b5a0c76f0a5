/** Drives (`Veod`; API, section D2). */
import type { Entry } from '../model/entry.ts';
import { byTitle, type WorkloadRules } from './workload.ts';

/** A selected version excludes restoring all versions. */
const hasVersion = (entries: readonly Entry[]): boolean => entries.some(({ version }) => version !== undefined);

export const onedrive: WorkloadRules = {
  names: [
    'file files document documents drive onedrive datei dateien dokument dokumente laufwerk',
    'fichier fichiers archivo archivos documento documentos fichero ficheros ファイル',
  ],
  scopeTypes: ['User'],
  own: true,
  kinds: {
    document: { restores: 'itself', versions: true, downloads: 'file', usual: true },
    folder: { opens: true, restores: 'contents' },
  },
  searches: {
    documents: {
      criteria: [
        ['name', 'filename'],
        // The search language has no short name for it.
        ['changedBy', 'System.Document.LastAuthor'],
      ],
      dateCriterion: 'datemodified',
    },
  },
  examples: ['filename:budget NOT filename:draft', 'filename:"annual report" OR title:forecast'],
  compare: byTitle,

  options: [
    // Whether an existing document is overwritten or kept beside the restored one.
    {
      kind: 'choice',
      name: 'documentAction',
      choices: ['Keep', 'Overwrite'],
      default: 'Keep',
      overwrites: 'Overwrite',
    },
    { kind: 'toggle', name: 'allVersions', default: false, appliesTo: (entries) => !hasVersion(entries) },
  ],
  notes: (_values, entries) => (hasVersion(entries) ? ['selectedVersions'] : []),
};
