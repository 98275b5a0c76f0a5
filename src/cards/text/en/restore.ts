/** Texts about finding and choosing what to restore, in English. */
import type { Entry, ScopeType, TimeOfEntry } from '../../../restore/backups/entries/entry.ts';
import type { FormatNumber } from '../quantities.ts';
import { possessive } from './names.ts';
import { administrators } from './administrators.ts';
import { outcome, sessionsList } from './restore-outcome.ts';
import { notices, remarks, troubles } from './restore-remarks.ts';
import { workloads } from './workloads/index.ts';

const items = (n: FormatNumber, count: number): string => (count === 1 ? 'one item' : `${n(count)} items`);
const folders = (n: FormatNumber, count: number): string => (count === 1 ? 'one folder' : `${n(count)} folders`);
const people = (n: FormatNumber, count: number): string => (count === 1 ? 'one person' : `${n(count)} people`);
const sites = (n: FormatNumber, count: number): string => (count === 1 ? 'one site' : `${n(count)} sites`);
const teams = (n: FormatNumber, count: number): string => (count === 1 ? 'one team' : `${n(count)} teams`);

export const restore = (n: FormatNumber) => ({
  buttons: {
    continue: 'Continue',
    back: 'Back',
    done: 'Done',
    change: 'Change',
    search: 'Search',
    searchHere: 'Search here',
    everywhere: 'Search everywhere',
    browse: 'Browse folders',
    backups: 'Choose a backup',
    experts: 'More filters',
    add: 'Add to list',
    selectPage: 'Select page',
    clear: 'Clear selection',
    next: 'Next',
    previous: 'Previous',
    up: 'Up',
    open: 'Open',
    versions: 'Versions',
    details: 'Details',
    remove: 'Remove',
    show: 'Show',
    restore: 'Restore',
    confirm: 'Restore…',
    overwrite: 'Overwrite and restore',
    elsewhere: 'Restore there',
    stop: 'Stop',
    look: 'Check again',
    earlier: 'Look in earlier backups',
    missing: 'What is missing?',
    missingEarlier: 'Compare with an earlier backup',
    missingDeleted: 'Deleted items',
    'send-again': 'Send again',
    'give-up': "Don't send again",
  },
  selectAll: (count: number) => `Select all (${n(count)})`,
  showList: (count: number) => `Show list (${n(count)})`,
  restoreRest: (count: number) => `Restore the rest (${n(count)})`,
  retryFailed: (count: number) => `Retry failed (${n(count)})`,
  /** At the top of every card of a task, followed directly by `asOf` or `latest`. */
  whose: { own: 'Your own data', all: "Everyone's data", of: (name: string) => `${possessive(name)} data` },
  asOf: (moment: string) => `, as of ${moment}`,
  latest: ', latest backup',
  labelled: (label: string, value: string) => `${label}: ${value}`,
  /** Whose rights are used, on every card of a session of the organization. */
  asAdministrator: 'As administrator',
  listed: (count: number) => `${n(count)} on the list`,
  system: {
    recoverable: 'Recoverable items kept by Exchange',
    technical: 'Technical folder',
  } satisfies Record<NonNullable<Entry['system']>, string>,
  details: {
    who: 'Organizer or author',
    to: 'To',
    cc: 'Cc',
    location: 'Location',
    attachments: 'Attachments',
    version: 'Version',
    attendees: 'Attendees',
    bcc: 'Bcc',
    createdBy: 'Created by',
    importance: 'Importance',
    high: 'High',
    low: 'Low',
    recurrence: 'Repeats',
    recurring: 'Yes',
    percent: 'Completed',
    when: 'When',
    times: {
      sent: 'Sent',
      received: 'Received',
      start: 'Start',
      end: 'End',
      due: 'Due',
      posted: 'Posted',
      created: 'Created',
      changed: 'Changed',
    } satisfies Record<TimeOfEntry, string>,
  },
  noSubject: '(no subject)',
  noName: '(no name)',
  scope: {
    title: 'Whose data?',
    label: 'Person, site or team',
    placeholder: 'Type a name or an address',
    you: 'You (own data)',
    types: { User: 'person', Site: 'site', Team: 'team' } satisfies Record<ScopeType, string>,
    counted: {
      User: (count: number) => people(n, count),
      Site: (count: number) => sites(n, count),
      Team: (count: number) => teams(n, count),
    } satisfies Record<ScopeType, (count: number) => string>,
    more: (shown: number, all: string) => `Showing ${n(shown)} of ${all}. Type to find others.`,
    narrow: 'Begin with “site” or “team” to see only those.',
  },
  workload: {
    label: 'Which kind?',
  },
  earlier: {
    title: 'Looking in earlier backups',
    looking: (moment: string) => `I'm looking in the backup from ${moment}.`,
    deleted: "I'm looking through what had been deleted when this backup was made.",
    seen: (moment: string) => `The backup from ${moment} has it. I'm checking whether a newer one has it, too.`,
    count: (session: number, most: number) => `Backup ${n(session)} of at most ${n(most)}`,
  },
  point: {
    title: 'From which day?',
    intro: 'I show everything as it was on that day.',
    label: 'Backup',
    latest: 'The latest backup',
    latestAt: (moment: string) => `The latest backup (${moment})`,
    day: 'Or the last backup of a day',
    words: 'Or in words',
    wordsPlaceholder: 'before 1 March',
    showDeleted: 'Also show what was deleted before that day',
    first: (moment: string) => `The first backup was made on ${moment}.`,
    more: (count: number) =>
      count === 1
        ? 'One earlier day also has backups. Enter its date.'
        : `${n(count)} earlier days also have backups. Enter a date.`,
    none: 'There is no backup to choose from.',
  },
  search: {
    title: 'What are you looking for?',
    intro: 'Fill in what you know. Keywords alone are enough.',
    onlyIn: 'Only in',
    words: 'Keywords',
    asOf: 'As of',
    asOfPlaceholder: 'Latest, or 4 days ago',
    from: 'From',
    to: 'To',
    subject: 'Subject',
    name: 'File name',
    changedBy: 'Changed by',
    after: 'From day',
    before: 'To day',
    hasAttachments: 'Only with attachments',
    experts:
      'Under Keywords you can also write criteria:value, joined by AND, OR and NOT in capital letters. Put a value with spaces in quotes. For example:',
  },
  results: {
    titleSearch: 'What I found',
    titleFolder: 'In this folder',
    found: (found: number) => `${n(found)} found`,
    page: (page: number, pages: number) => `Page ${n(page)} of ${n(pages)}`,
    beyond: "Only what your search didn't find in the newer backup is listed.",
    tooMany:
      'There are more than I can list, so some are missing here. Narrow the search with a sender or a name, a shorter period, or another keyword.',
    nothing: 'There is nothing here.',
    onList: 'On the list',
    /** Beside what the service marks so. */
    deleted: 'Deleted',
    archive: 'Archive mailbox',
    elsewhere: (count: number) =>
      count === 1
        ? 'One more is selected on another page. Restore… includes it.'
        : `${n(count)} more are selected on other pages. Restore… includes them.`,
  },
  /** Backups are compared: what an earlier one has, and the latest does not. */
  missing: {
    title: 'What is missing',
    comparing: (earlier: string, latest: string) =>
      `I'm comparing the backup from ${earlier} with the latest one, from ${latest}.`,
    comparingDeleted: (latest: string) => `I'm reading the deleted items of the latest backup, from ${latest}.`,
    since: (count: number, earlier: string, latest: string) =>
      count === 1
        ? `One item was there on ${earlier} and isn't in the latest backup, from ${latest}.`
        : `${n(count)} items were there on ${earlier} and aren't in the latest backup, from ${latest}.`,
    deleted: (count: number, latest: string) =>
      count === 1
        ? `One item had been deleted when the latest backup was made, on ${latest}.`
        : `${n(count)} items had been deleted when the latest backup was made, on ${latest}.`,
    renamed: (count: number) =>
      count === 1
        ? "One more is probably still there, under another ID: it isn't listed."
        : `${n(count)} more are probably still there, under other IDs: they aren't listed.`,
    cut: 'There is more than I can compare or list. Compare a folder inside it to see everything in that folder.',
    live: "I compare backups with each other. I don't see what has changed since the latest one.",
  },
  versions: {
    title: 'Earlier versions',
    intro: 'Select the version that you want to restore.',
    version: (version: string) => `Version ${version}`,
    unnamed: 'Earlier version',
    none: 'There are no earlier versions.',
    more: 'I show only the newest versions. There are older ones.',
  },
  list: {
    title: 'Your list',
    titleEmpty: 'Your list is empty',
    empty: 'Search or browse folders, and add what you want to restore.',
    folders: 'The items in folders are counted before anything is restored.',
  },
  confirm: {
    title: 'Ready to restore?',
    /** @param what how much, as `items` and the workload's `wholes` say it */
    sentence: (what: string, whose: string) => `Restore ${what} from ${whose}`,
    /** In place of `sentence`, where they are of several people or kinds. */
    several: (what: string, places: number) => `Restore ${what} from ${n(places)} places:`,
    items: (itemCount: number) => items(n, itemCount),
    counted: (what: string, folderCount: number) =>
      `Including everything in ${folders(n, folderCount)}, that makes ${what}.`,
    writtenTo: 'Destination',
    among: 'Includes',
    reason: 'Reason',
    reasonPlaceholder: 'Deleted by mistake',
    reasonOptional: 'Recorded at the backup service and in the audit log. You can leave it empty.',
    reasonRequired: 'Recorded at the backup service and in the audit log.',
    reasonKept:
      "Recorded in the audit log only: the backup service doesn't keep the reason for an administrator's restore.",
  },
  moved: {
    title: 'Continues below',
    text: 'This task continues in a newer card below.',
  },
  closed: {
    title: 'Task closed',
    why: {
      done: 'You closed the task before anything was restored.',
      expired:
        'Your session has ended, so I closed the task. What was sent to the service by then goes on there; nothing more is sent.',
      'logged-out':
        'You logged out, so I closed the task. What was sent to the service by then goes on there; nothing more is sent.',
    },
    next: 'You can start again at any time.',
  },
  workloads,
  outcome: outcome(n),
  sessionsList,
  troubles,
  remarks: remarks(n),
  administrators,
  notices,
});
