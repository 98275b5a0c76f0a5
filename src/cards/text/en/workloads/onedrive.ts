/** Texts about drives, in English. */
import { possessive } from '../names.ts';
import type { WorkloadWords } from '../../workload-words.ts';

export const onedrive = {
  name: 'Files',
  search: 'Search files',
  whose: { own: 'Your own files', of: (name: string) => `${possessive(name)} files` },
  from: { own: 'your own OneDrive', of: (name: string) => `${possessive(name)} OneDrive` },
  containers: 'Which OneDrive?',
  wordsPlaceholder: 'budget plan',
  untitled: '(no name)',
  kinds: {
    document: 'Document',
    folder: 'Folder',
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
  notes: { selectedVersions: 'An earlier version is selected, so only the selected versions are restored.' },
} satisfies WorkloadWords;
