/** Texts about mailboxes, in English. */
import { possessive } from '../names.ts';
import type { WorkloadWords } from '../../workload-words.ts';

export const exchange = {
  name: 'Mail',
  search: 'Search mail',
  whose: { own: 'Your own mail', all: "Everyone's mail", of: (name: string) => `${possessive(name)} mail` },
  from: { own: 'your own mailbox', all: "everyone's mailboxes", of: (name: string) => `${possessive(name)} mailbox` },
  containers: 'Which mailbox?',
  wordsPlaceholder: 'invoice october',
  approver: 'For mail, sign in as Global or Exchange Administrator with ApplicationImpersonation.',
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
    mailbox: 'Whole mailbox',
    folder: 'Folder',
  },
  places: {
    appointment: 'Calendar',
    contact: 'Contacts',
    'contact group': 'Contacts',
    task: 'Tasks',
    note: 'Notes',
  },
  wholes: {
    mailbox: (count: number, isAlone?: boolean) =>
      isAlone ? 'everything' : count === 1 ? 'one whole mailbox' : `${count} whole mailboxes`,
    folder: (count: number) => (count === 1 ? 'one folder' : `${count} folders`),
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
    mailboxSkipDeleted: {
      label: 'Leave out what was in Deleted Items',
      consequence: "On: what had been deleted by then doesn't come back.",
    },
    mailboxSkipDrafts: {
      label: 'Leave out drafts',
      consequence: "On: messages that hadn't been sent yet don't come back.",
    },
  },
  notes: {
    withoutOptions:
      'Messages, other items and folders come back without a choice: what is missing is put back, what has changed since is overwritten, and all of it may show up as unread.',
    wholeMailbox: 'A whole mailbox is restored, with all its folders. The options below apply to it.',
  },
} satisfies WorkloadWords;
