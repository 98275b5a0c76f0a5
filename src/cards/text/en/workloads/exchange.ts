/** Texts about mailboxes, in English. */
import { possessive } from '../names.ts';
import type { WorkloadWords } from '../../workload-words.ts';

export const exchange = {
  name: 'Mail',
  search: 'Search mail',
  whose: { own: 'Your own mail', of: (name: string) => `${possessive(name)} mail` },
  from: { own: 'your own mailbox', of: (name: string) => `${possessive(name)} mailbox` },
  containers: 'Which mailbox?',
  wordsPlaceholder: 'invoice october',
  untitled: '(no subject)',
  kinds: {
    message: 'Mail',
    appointment: 'Appointment',
    contact: 'Contact',
    'contact group': 'Contact group',
    task: 'Task',
    journal: 'Journal entry',
    note: 'Note',
    discussion: 'Discussion',
    folder: 'Folder',
  },
  options: {
    deletedItems: { label: 'Restore what is missing', consequence: 'Items that no longer exist are put back.' },
    changedItems: {
      label: 'Overwrite what has changed since',
      consequence: 'Off: items that still exist stay as they are. On: their present content is lost.',
    },
    markRestoredAsUnread: { label: 'Mark restored items as unread', consequence: 'They show up like new mail.' },
    folder: {
      label: 'Into a folder with this name',
      consequence: "With a name, everything goes into that folder, which is created if it doesn't exist.",
      placeholder: 'Empty: to the original location',
      unfit: (typed: string) => `“${typed}” can't be the name of a folder. Use at most 100 characters, and no slashes.`,
    },
  },
  notes: {},
} satisfies WorkloadWords;
