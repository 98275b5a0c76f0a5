/** Drives (`Veod`; API, section D2). */
import type { OneDriveOptions } from '../model/catalog.ts';
import { byTitle, type WorkloadRules } from './workload.ts';

const defaults: OneDriveOptions = { workload: 'onedrive', documentAction: 'Keep', allVersions: false };

export const onedrive: WorkloadRules = {
  workload: 'onedrive',
  names: [
    'file files document documents drive onedrive datei dateien dokument dokumente laufwerk',
    'fichier fichiers archivo archivos documento documentos fichero ficheros ファイル',
  ],
  scopeTypes: ['User'],
  hasVersions: true,
  criteria: [
    ['name', 'filename'],
    // The search language has no short name for it.
    ['changedBy', 'System.Document.LastAuthor'],
  ],
  dateCriterion: 'datemodified',
  defaults,
  compare: byTitle,

  overwrites: (options) => options.workload === 'onedrive' && options.documentAction === 'Overwrite',

  readOptions(options, list) {
    if (options.workload !== 'onedrive') return { options: defaults };
    // A selected version excludes restoring all versions.
    const hasVersion = list.some(({ version }) => version !== undefined);
    return { options: hasVersion ? { ...options, allVersions: false } : options };
  },
};
