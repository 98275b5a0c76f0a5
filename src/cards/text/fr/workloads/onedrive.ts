/** Texts about drives, in French. */
import type { Words } from '../../en/common.ts';
import { of } from '../names.ts';

export const onedrive: Words['restore']['workloads']['onedrive'] = {
  name: 'Fichiers',
  search: 'Rechercher dans les fichiers',
  whose: { own: 'Vos propres fichiers', of: (name) => `Fichiers ${of(name)}` },
  from: { own: 'votre propre OneDrive', of: (name) => `le OneDrive ${of(name)}` },
  containers: 'Quel OneDrive ?',
  wordsPlaceholder: 'budget prévision',
  untitled: '(sans nom)',
  kinds: {
    document: 'Document',
    folder: 'Dossier',
  },
  options: {
    documentAction: {
      label: 'Si un document existe encore',
      consequence:
        'Conserver les deux : le document restauré est placé à côté. L’écraser : le contenu actuel est perdu.',
      choices: { Keep: 'Conserver les deux', Overwrite: 'L’écraser' },
    },
    allVersions: {
      label: 'Restaurer toutes les versions, pas uniquement celle sélectionnée',
      consequence: 'L’historique des versions est restauré aussi.',
    },
  },
  notes: {
    selectedVersions:
      'Une version précédente est sélectionnée ; seules les versions sélectionnées sont donc restaurées.',
  },
};
