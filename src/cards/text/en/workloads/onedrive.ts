/** Texts about drives, in English. */
import { possessive } from '../names.ts';
import type { WorkloadWords } from '../../workload-words.ts';

export const onedrive = {
  name: 'Files',
  search: 'Search files',
  whose: { own: 'Your own files', all: "Everyone's files", of: (name: string) => `${possessive(name)} files` },
  from: { own: 'your own OneDrive', all: "everyone's OneDrive", of: (name: string) => `${possessive(name)} OneDrive` },
  containers: 'Which OneDrive?',
  wordsPlaceholder: 'budget plan',
  approver: 'For files, sign in as Global or SharePoint Administrator.',
  untitled: '(no name)',
  kinds: {
    document: 'Document',
    drive: 'Whole OneDrive',
    folder: 'Folder',
    unclear: 'Document',
  },
  wholes: {
    drive: (count: number, isAlone?: boolean) =>
      isAlone ? 'everything' : count === 1 ? 'one whole OneDrive' : `${count} whole OneDrives`,
    folder: (count: number) => (count === 1 ? 'one folder' : `${count} folders`),
  },
  options: {
    documentAction: {
      label: 'If a document still exists',
      consequence: 'Keep both: the restored document is placed beside it. Overwrite: its present content is lost.',
      choices: { Keep: 'Keep both', Overwrite: 'Overwrite it' },
    },
    allVersions: {
      label: 'Restore every version, not only the selected one',
      consequence: 'The version history comes back as well.',
    },
  },
  notes: {
    selectedVersions: 'An earlier version is selected, so only the selected versions are restored.',
    oneVersion:
      "Each document comes back in one version: the one you selected, or else the one of this backup. The version history doesn't come back.",
    keptTwice:
      'A whole folder or OneDrive is restored. With “Keep both”, every document in it that still exists is there twice afterwards.',
  },
} satisfies WorkloadWords;
