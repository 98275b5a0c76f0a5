/** Texts about finding and choosing what to restore, in English. */
import type { EntryKind } from '../../../restore/model/catalog.ts';
import { numbersIn } from '../quantities.ts';
import { notices, outcome, remarks, sessionsList, troubles } from './restore-outcome.ts';

const n = numbersIn('en');
const items = (count: number): string => (count === 1 ? 'one item' : `${n(count)} items`);
const folders = (count: number): string => (count === 1 ? 'one folder' : `${n(count)} folders`);
const sites = (count: number): string => (count === 1 ? 'one site' : `${n(count)} sites`);
/** `Noor's`, and of Reservations `Reservations'`. */
const possessive = (name: string): string => (/s$/i.test(name) ? `${name}'` : `${name}'s`);
const teams = (count: number): string => (count === 1 ? 'one team' : `${n(count)} teams`);

export const restore = {
  buttons: {
    continue: 'Continue',
    back: 'Back',
    done: 'Done',
    change: 'Change',
    changeScope: 'Other person',
    changeWorkload: 'Mail or files',
    changePoint: 'Other day',
    search: 'Search',
    browse: 'Look into folders',
    experts: 'For experts',
    add: 'Add to list',
    next: 'Next',
    previous: 'Previous',
    narrow: 'Narrow',
    up: 'Up',
    open: 'Open',
    versions: 'Versions',
    details: 'Details',
    remove: 'Remove',
    restore: 'Restore',
    stop: 'Stop',
    look: 'Look again',
    sendAgain: 'Send again',
    giveUp: 'Leave it',
  },
  showList: (count: number) => `Show list (${n(count)})`,
  retryFailed: (count: number) => `Retry failed (${n(count)})`,
  /** At the top of every card of a task, and `asOf` or `latest` right after it. */
  whose: {
    own: { any: 'Your own data', exchange: 'Your own mail', onedrive: 'Your own files' },
    of: {
      any: (name: string) => `${possessive(name)} data`,
      exchange: (name: string) => `${possessive(name)} mail`,
      onedrive: (name: string) => `${possessive(name)} files`,
    },
  },
  asOf: (moment: string) => `, as of ${moment}`,
  latest: ', latest backup',
  labelled: (label: string, value: string) => `${label}: ${value}`,
  listed: (count: number) => `${n(count)} on the list`,
  kinds: {
    message: 'Mail',
    appointment: 'Appointment',
    contact: 'Contact',
    'contact group': 'Contact group',
    task: 'Task',
    journal: 'Journal entry',
    note: 'Note',
    discussion: 'Discussion',
    document: 'Document',
    folder: 'Folder',
  } satisfies Record<EntryKind, string>,
  details: {
    who: 'By',
    kind: 'Kind',
    to: 'To',
    cc: 'Cc',
    location: 'Place',
    attachments: 'Attachments',
    version: 'Version',
  },
  noSubject: '(no subject)',
  noName: '(no name)',
  scope: {
    title: 'Whose data?',
    intro: 'Choose whose mail or files you want to look through.',
    label: 'Person',
    placeholder: 'Type a name or an address',
    you: 'You (own data)',
    typed: (typed: string) => `For “${typed}”:`,
    more: (shown: number, all: number) => `${n(shown)} of ${n(all)} people are listed. Type to find another one.`,
    notYet: (siteCount: number, teamCount: number) =>
      `Your scope also has ${[...(siteCount === 0 ? [] : [sites(siteCount)]), ...(teamCount === 0 ? [] : [teams(teamCount)])].join(' and ')}. I cannot restore those yet.`,
    tip: 'You can also write restore scope and a name.',
  },
  workload: {
    title: 'Mail or files?',
    exchange: { name: 'Mail', about: 'The Exchange mailbox: mail, calendar, contacts, tasks and notes' },
    onedrive: { name: 'Files', about: 'OneDrive: documents and folders, with their earlier versions' },
  },
  point: {
    title: 'As of when?',
    intro: 'I show everything as it was then.',
    label: 'Backup',
    latest: 'The latest backup',
    latestAt: (moment: string) => `The latest backup (${moment})`,
    day: 'Or the last backup of a day',
    words: 'Or in words',
    wordsPlaceholder: 'before 1 March',
    showDeleted: 'Also show what was deleted before that day',
    first: (moment: string) => `The first backup is of ${moment}.`,
    more: (count: number) =>
      count === 1
        ? 'One earlier day has backups too: give its date.'
        : `${n(count)} earlier days have backups too: give a date.`,
    none: 'There is no backup to choose from.',
  },
  search: {
    title: 'What are you looking for?',
    intro: 'Fill in what you know. Words alone are enough.',
    words: 'Words',
    wordsPlaceholder: { exchange: 'invoice october', onedrive: 'budget plan' },
    from: 'From',
    to: 'To',
    subject: 'Subject',
    name: 'File name',
    changedBy: 'Changed by',
    after: 'From day',
    before: 'To day',
    hasAttachments: 'Only with attachments',
    experts:
      'Under Words you can also write criteria:value, joined by AND, OR and NOT in capital letters. A value with spaces goes in quotes. For example:',
  },
  results: {
    titleSearch: 'What I found',
    titleFolder: 'In this folder',
    titleContainers: { exchange: 'Which mailbox?', onedrive: 'Which OneDrive?' },
    found: (found: number) => `${n(found)} found`,
    page: (page: number, pages: number) => `Page ${n(page)} of ${n(pages)}`,
    tooMany:
      'There are more than I can list, so some are missing here. Narrow it: by a sender or a name, a shorter time, or one more word.',
    nothing: 'There is nothing here.',
    onList: 'On the list',
    archive: 'Archive',
    tickedIsAdded: 'What you ticked goes on the list when you turn the page.',
  },
  versions: {
    title: 'Earlier versions',
    intro: 'Tick the version that you want back.',
    version: (version: string) => `Version ${version}`,
    unnamed: 'Earlier version',
    none: 'There are no earlier versions.',
  },
  list: {
    title: 'Your list',
    titleEmpty: 'Your list is empty',
    empty: 'Search or look into folders, and add what you want back.',
    folders: 'I count the items in folders before anything is restored.',
  },
  options: {
    title: 'How should it come back?',
    items: (count: number) => (count === 1 ? 'One item is to be restored.' : `${n(count)} items are to be restored.`),
    counted: (itemCount: number, folderCount: number) =>
      `With all that is in ${folders(folderCount)}, that makes ${items(itemCount)}.`,
    folder: 'Into a folder of this name',
    folderPlaceholder: 'Empty: back to where it was',
    deletedItems: 'Bring back what is missing',
    changedItems: 'Overwrite what was changed since',
    markRestoredAsUnread: 'Mark what is restored as unread',
    documentAction: 'When a document is still there',
    overwrite: 'Overwrite it',
    keep: 'Keep it, and put the restored one beside it',
    allVersions: 'Restore every version, not only the chosen one',
    noAllVersions: 'An earlier version is on your list, so I restore the chosen versions alone.',
  },
  reason: {
    title: 'Why is it restored?',
    intro: 'The reason stands with the restore at the backup service and in the audit log. You may leave it empty.',
    label: 'Reason',
    placeholder: 'Deleted by mistake',
  },
  summary: {
    title: 'Ready to restore?',
    sentence: (itemCount: number, whose: string) => `Restore ${items(itemCount)} of ${whose}`,
    /** As `sentence` takes it. */
    whose: {
      own: { exchange: 'your own mailbox', onedrive: 'your own OneDrive' },
      of: {
        exchange: (name: string) => `${possessive(name)} mailbox`,
        onedrive: (name: string) => `${possessive(name)} OneDrive`,
      },
    },
    original: 'Everything goes back to where it was.',
    folder: (folder: string) => `Everything goes into the folder “${folder}”, which is made if it is missing.`,
    missing: { yes: 'What is missing comes back.', no: 'What is missing stays away.' },
    changed: {
      yes: 'What was changed since is overwritten with its state in the backup.',
      no: 'What is still there stays as it is.',
    },
    nothing:
      'With these options nothing would be restored. Go back and choose what is missing, what was changed, or both.',
    unread: 'What is restored is marked as unread.',
    overwrite: 'Documents that are still there are overwritten.',
    keep: 'Documents that are still there are kept, and the restored ones put beside them.',
    allVersions: 'Every version is restored.',
    writtenTo: 'Written to',
    among: 'Among them',
    reason: 'Reason',
  },
  moved: {
    title: 'This task moved',
    said: 'It goes on in a newer card further down.',
  },
  closed: {
    title: 'Task closed',
    why: {
      done: 'You closed it before anything was restored.',
      expired: 'Your sign-in has ended, so I closed it. Restores that were started go on at the service.',
      'logged-out': 'You logged out, so I closed it. Restores that were started go on at the service.',
    },
    next: 'You can begin anew whenever you like.',
  },
  outcome,
  sessionsList,
  troubles,
  remarks,
  notices,
};
