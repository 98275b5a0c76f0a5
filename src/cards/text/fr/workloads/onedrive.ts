/** Texts about drives, in French. */
import type { Words } from '../../en/common.ts';
import { of } from '../names.ts';

export const onedrive: Words['restore']['workloads']['onedrive'] = {
  name: 'Fichiers',
  search: 'Chercher des fichiers',
  whose: { own: 'Vos propres fichiers', all: 'Fichiers de tout le monde', of: (name) => `Fichiers ${of(name)}` },
  from: { own: 'votre propre OneDrive', all: 'tous les OneDrive', of: (name) => `le OneDrive ${of(name)}` },
  containers: 'Quel OneDrive ?',
  wordsPlaceholder: 'budget 2026',
  approver: 'Pour les fichiers, connectez-vous en tant qu’administrateur général ou administrateur SharePoint.',
  untitled: '(sans nom)',
  kinds: {
    document: 'Document',
    drive: 'OneDrive entier',
    folder: 'Dossier',
    unclear: 'Document',
  },
  wholes: {
    drive: (count, isAlone) =>
      isAlone ? 'tout le contenu' : count === 1 ? 'un OneDrive entier' : `${count} OneDrive entiers`,
    folder: (count) => (count === 1 ? 'un dossier' : `${count} dossiers`),
  },
  options: {
    documentAction: {
      label: 'Si un document existe encore',
      consequence: 'Conserver les deux : le document restauré est placé à côté. Écraser : le contenu actuel est perdu.',
      choices: { Keep: 'Conserver les deux', Overwrite: 'Écraser' },
    },
    allVersions: {
      label: 'Restaurer toutes les versions, pas uniquement celle sélectionnée',
      consequence: 'L’historique des versions est restauré aussi.',
    },
  },
  notes: {
    selectedVersions:
      'Une version précédente est sélectionnée ; seules les versions sélectionnées sont donc restaurées.',
    oneVersion:
      'Chaque document est restauré dans une seule version : celle que vous avez sélectionnée, sinon celle de cette sauvegarde. L’historique des versions n’est pas restauré.',
    keptTwice:
      'Un dossier ou un OneDrive entier est restauré. Avec « Conserver les deux », chaque document qui s’y trouve encore existera ensuite en double.',
  },
};
