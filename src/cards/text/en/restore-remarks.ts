/** Texts about what went wrong in finding and restoring, and what to do about it, in English. */
import { administratorRemarks, administratorTroubles } from './administrators.ts';
import { approvalTroubles } from './approvals.ts';
import { approvalNotice, secondPersonTroubles } from './four-eyes.ts';
import { exportNotices, exportRemarks } from './exports.ts';
import type { Trouble } from '../../../restore/backups/service-error.ts';
import type { Remark } from '../../../restore/state/task.ts';
import type { RestoreNotice } from '../../../restore/state/notice.ts';
import type { FormatNumber } from '../quantities.ts';
import type { FailureWords } from './failures.ts';

interface TroubleWords extends Omit<FailureWords, 'title'> {
  /** In place of `next`, which is about searching. */
  readonly ofRestore?: string;
}

export const troubles: Readonly<Record<Trouble, TroubleWords>> = {
  'access-denied': {
    text: "The backup service doesn't allow you to do this with this data.",
    who: 'backup administrator',
    next: 'Choose someone else, or ask your backup administrator to add this person to your scope.',
  },
  'not-found': {
    text: 'The backup service no longer has what I asked for.',
    who: 'you',
    next: "Search again, or choose an earlier backup if it's missing from this one.",
  },
  'backup-gone': {
    text: 'The backup that this was found in no longer exists.',
    who: 'you',
    next: 'Choose a backup of another day and search again there.',
  },
  validation: {
    text: "The backup service didn't understand the request.",
    who: 'you',
    next: 'Use simpler keywords and try again. If it happens again, tell the people who run this bot.',
    ofRestore: 'Try again. If it happens again, tell the people who run this bot.',
  },
  'proxy-offline': {
    text: 'The backup proxy that reads these backups is offline.',
    who: 'backup administrator',
    next: 'Try again in a few minutes. If the problem continues, ask your backup administrator to bring the backup proxy online.',
  },
  timeout: {
    text: 'The backup service took too long to respond.',
    who: 'you',
    next: 'Try again. A shorter period or another keyword makes the search faster.',
    ofRestore: 'Try again in a few minutes.',
  },
  conflict: {
    text: 'The backup service is running another operation on this data.',
    who: 'nobody',
    next: 'Try again in a few minutes.',
  },
  transfer: {
    text: 'The organization is being moved within the backup service.',
    who: 'backup administrator',
    next: 'Try again later. Your backup administrator can tell you when the move is complete.',
  },
  'restore-only': {
    text: 'The backup service accepts sign-ins only, not restores.',
    who: 'backup administrator',
    next: 'Ask your backup administrator to allow restores through the REST service.',
  },
  unreachable: {
    text: "I couldn't reach the backup service.",
    who: 'backup administrator',
    next: 'Try again in a few minutes. If the problem continues, ask your backup administrator whether the service is running.',
  },
  throttled: {
    text: 'The backup service is busy right now.',
    who: 'nobody',
    next: 'Try again in a minute.',
  },
  'too-large': {
    text: "The backup service's answer is too large to be shown.",
    who: 'you',
    next: 'Narrow the search: one person, a single day or a short period, or another keyword.',
  },
  crowded: {
    text: 'Too many large results are being loaded right now.',
    who: 'nobody',
    next: 'Try again in a minute. A search for one person, one day or another keyword loads faster.',
  },
  unclear: {
    text: "It isn't known whether the backup service started this restore.",
    who: 'you',
    next: 'Check whether the items are back, or look in Recent restores, before you restore again.',
  },
  ...secondPersonTroubles,
  'session-over': {
    text: "Your session ended before everything was sent. What hadn't been sent will not be sent.",
    who: 'you',
    next: 'Sign in, then restore what is missing.',
  },
  ...approvalTroubles,
  ...administratorTroubles,
  unknown: {
    text: "The backup service couldn't do this.",
    who: 'backup administrator',
    next: 'Try again. If it happens again, show this card to your backup administrator.',
  },
};

type Code = Exclude<Remark['code'], 'service' | 'unfit-option'>;

export const remarks = (n: FormatNumber) =>
  ({
    'nothing-found': 'Nothing was found. Try fewer or different keywords, a longer period, or an earlier backup.',
    /** Of a line with a name that was taken as keywords. */
    'nothing-found-nor-name': (name: string) =>
      `Nothing was found. I don't know a person, site or team called “${name}”, so I took this as keywords. Check the spelling, or choose whose data to search.`,
    /** With whose mailbox, drive, site or team that is. */
    'place-absent': {
      latest: (from: string) => `The latest backup doesn't have ${from}.`,
      ofDay: (from: string) => `The backup of that day doesn't have ${from}.`,
      next: 'An earlier one may still have it. Look in earlier backups, or choose another day.',
    },
    /** With the first backup's time. */
    'empty-before-first-backup-of': (moment: string) =>
      `There was no backup yet on that day, so nothing is shown. The first backup was made on ${moment}. Choose that one or a later one.`,
    'empty-before-first-backup': 'There was no backup yet on that day, so nothing is shown. Choose a later day.',
    'no-such-date': (typed: string) =>
      `I don't recognize “${typed}” as a day. Write it as “1 March” or “4 days ago”, or choose a backup.`,
    'future-date': (typed: string) =>
      `“${typed}” lies in the future, and there is no backup of it yet. Choose a time that has passed, or write “today”.`,
    /** Of a line, with what it marked as a day. */
    'day-unknown': (typed: string) =>
      `I don't recognize “${typed}” as a day, so I searched the latest backup, without these words. Write the day as “1 March” or “4 days ago”, or choose a backup.`,
    'dates-reversed': 'The last day is before the first. Swap the two.',
    'query-refused': "The backup service didn't understand the search. Use plain keywords, or check the quotes.",
    'query-too-long': 'The search is too long. Use fewer keywords.',
    'nothing-chosen': 'Nothing was selected. Make a selection, and then try again.',
    'no-keywords': 'There is nothing to search for yet. Enter a keyword, and then select “Search” again.',
    'page-moved-on': 'The page had changed, so nothing was done. Check it, and then try again.',
    added: (count: number) =>
      count === 1 ? 'One item was added to your list.' : `${n(count)} items were added to your list.`,
    removed: (count: number) =>
      count === 1 ? 'One item was removed from your list.' : `${n(count)} items were removed from your list.`,
    'list-full': (limit: number) =>
      `A list can hold at most ${n(limit)} items of one person, site or team. Restore these first and then start another list.`,
    /** Where a folder is restored as a whole. */
    'folder-instead': 'You can also add the folder instead, which counts as one item.',
    'too-many-items': (limit: number) =>
      `A list can hold at most ${n(limit)} items in all. Restore these first and then start another list.`,
    'too-many-owners': (limit: number) =>
      `A list can hold items of at most ${n(limit)} people, sites and teams. Restore these first and then start another list.`,
    'too-many-places': (limit: number) =>
      `A list can hold items of at most ${n(limit)} places: each person, site or team counts once for each kind of data and each backup. Restore these first and then start another list.`,
    'folders-too-full': (limit: number) =>
      `The folders on your list hold more than ${n(limit)} items, which is the most that one restore can take. Remove them, and then open one and add part of it, or search in a shorter period.`,
    'folder-empty': 'There is nothing in it.',
    'no-versions': 'That document has no earlier versions in this backup.',
    'no-points': 'There is no backup of this data yet. Choose someone else, or ask your backup administrator.',
    'no-point-before': (typed: string) => `There is no backup for “${typed}”. Choose a later date.`,
    'which-scope': (typed: string) => `“${typed}” has several matches. Choose one of them.`,
    'archive-too': (typed: string) =>
      `This is the mailbox itself. There is an archive mailbox, too (${typed}): to search it, put “in the archive” into the line.`,
    'no-search-word': ({ typed, words }: { readonly typed: string; readonly words: string }) =>
      `“${typed}” isn't a search word here, so I didn't search. You can use ${words}; put text that merely contains a colon in quotes.`,
    'kinds-unsearched': (kinds: string) =>
      `Not searched: ${kinds}. The backup service refused that search; the others are complete.`,
    'kinds-left-out': (kinds: string) =>
      `Not searched: ${kinds}, because some of the search words that you combined with OR can't be used there. Search for each part on its own.`,
    'no-common-search': (kinds: string) =>
      `In a team, ${kinds} are searched separately, and none of these searches knows everything that you entered. So I didn't search. Search for one part at a time.`,
    'other-kind': ({ asked, used }: { readonly asked: string; readonly used: string }) =>
      `“${asked}” isn't available there, so I'm using “${used}”.`,
    'whose-data-nor-name': (name: string) =>
      `I don't know a person, site or team called “${name}”. Check the spelling, or choose whose data to search.`,
    'whose-data': 'Choose whose data you want to search.',
    'no-such-scope': (typed: string) =>
      `Nothing in your scope is called “${typed}”. Check the spelling, or ask your backup administrator.`,
    'scope-taken-away':
      'What you chose is no longer in your scope. Make another choice, or ask your backup administrator.',
    'item-gone': 'That item is no longer there. Search again.',
    ...exportRemarks,
    ...administratorRemarks,
    'audit-unavailable':
      "Nothing was restored: the audit log couldn't be written, and your administrators don't allow restoring without it. Wait a minute and select the button again. If it keeps happening, tell an administrator.",
    'restores-nothing':
      'With these options nothing would be restored. Choose what is missing, what has changed, or both.',
    'reason-missing': 'A reason is needed here. Enter one, then select the button again.',
    'reason-pattern': (pattern: string) =>
      `The reason must contain what your organization asks for, such as a ticket number. It has to match: ${pattern}`,
    overwrites: {
      contents: (count: number) =>
        count === 1
          ? "This overwrites one item if it still exists. What it contains now can't be brought back."
          : `This overwrites up to ${n(count)} items that still exist. What they contain now can't be brought back.`,
      permissions: (count: number) =>
        count === 1
          ? "This replaces the permissions of one item if it still exists. Who has access to it now can't be brought back."
          : `This replaces the permissions of up to ${n(count)} items that still exist. Who has access to them now can't be brought back.`,
      next: 'Nothing has been restored yet.',
    },
    'overwrites-whole': {
      contents:
        "This overwrites everything in what you selected that still exists. What it contains now can't be brought back.",
      permissions:
        "This replaces the permissions of everything in what you selected that still exists. Who has access to it now can't be brought back.",
    },
    'card-outdated':
      'This card was out of date, so nothing was restored. This is the current one. Check it before you go on.',
    'found-deleted': 'This was found among the items that had been deleted when this backup was made.',
    'last-seen': {
      sure: (moment: string) => `Last seen in the backup from ${moment}. The backup after that doesn't have it.`,
      atLeast: (moment: string) =>
        `Seen in the backup from ${moment}. Newer backups may have it, too: I search eight at most.`,
    },
    'nothing-earlier': {
      none: 'There is no earlier backup to look in.',
      looked: (days: string) => `I also looked in earlier backups and found nothing more: ${days}.`,
      next: 'Try fewer or different keywords, or choose a backup of another day.',
      nextOfPlace: 'Choose a backup of another day, or ask your backup administrator.',
    },
    'nothing-missing': {
      none: 'There is no earlier backup to compare the latest one with.',
      complete: (latest: string) => `The latest backup, from ${latest}, has everything that these earlier ones have.`,
      deleted: (latest: string) => `The latest backup, from ${latest}, has no deleted items from here.`,
      compared: (days: string) => `I compared it with these: ${days}.`,
      next: 'Search for it with keywords, or compare another folder.',
    },
    'too-many-to-compare': (most: number) =>
      `There is too much here to compare: I read at most ${n(most)} items. Open a folder and compare that, or search with keywords.`,
    'place-not-found':
      "I couldn't find this place in the backups, so I can't tell what is missing from it. Search for it with keywords, or open a folder above it and compare that.",
    'which-container': 'There are several. Select “What is missing?” beside the one that you mean.',
    'ticks-listed': (count: number) =>
      count === 1
        ? 'The item that you had selected is on your list now.'
        : `The ${n(count)} items that you had selected are on your list now.`,
  }) satisfies Record<
    Code | 'empty-before-first-backup-of' | 'nothing-found-nor-name' | 'whose-data-nor-name' | 'folder-instead',
    string | ((fact: never) => string) | { readonly [text: string]: string | ((fact: never) => string) }
  >;

export const notices = {
  ...exportNotices,
  'personal-only': {
    title: 'Only in a personal chat',
    text: 'What I find is visible only to you.',
    next: 'Open a personal chat with me and restore there.',
  },
  'sign-in-first': {
    title: 'Sign in first',
    text: 'You need to be signed in to the backup service for this.',
    next: 'Sign in, and then continue here.',
  },
  'administrator-only': {
    title: "This session can't restore",
    text: "You're signed in app-only, but you may no longer restore that way.",
    next: 'Sign in as restore operator. This replaces the current session.',
  },
  'session-refused': {
    title: 'Please sign in again',
    text: "The backup service no longer accepts your session, and I couldn't renew it.",
    next: 'Sign in again. A restore task in progress then continues where it was.',
  },
  'no-task': {
    title: 'Nothing in progress',
    text: 'There is no restore task to continue.',
    next: 'Start with “Find items to restore”.',
  },
  'task-outdated': {
    title: 'This card is out of date',
    text: 'The task it belongs to has ended or continues in a newer card.',
    next: 'Continue there, or start again.',
  },
  'list-empty': {
    title: 'Your list is empty',
    text: 'There is nothing on it to restore yet.',
    next: 'Find something, select it, and add it to the list.',
  },
  'restore-unknown': {
    title: "I don't know this restore",
    text: 'It ended long ago or was never started here.',
    next: 'Recent restores lists what the service still has.',
  },
  'approval-unknown': approvalNotice,
  'session-unknown': {
    title: 'Not one of your sessions',
    text: 'Nothing was done. This session belongs to someone else, or the service no longer has it.',
    next: 'Recent restores lists your sessions.',
  },
  'operators-only': {
    title: 'For restore operators only',
    text: 'Your sign-in has no operator rights for this. Sign in with an account that has them.',
  },
  'search-replaced': {
    title: "This search wasn't run",
    text: 'You started another one after it, and two of your searches were still running. The newest one is next.',
    next: 'Its results will appear automatically.',
  },
  'already-restoring': {
    title: 'Already being restored',
    text: 'This task has already been started, perhaps in another window. Nothing was started twice.',
    next: 'Its card shows the progress.',
  },
  'audit-unavailable': {
    title: 'Nothing was restored',
    text: "The audit log couldn't be written, and your administrators don't allow restoring without it.",
    next: 'Wait a minute and select the button again. If it keeps happening, tell an administrator.',
  },
  service: { title: "That didn't work" },
} satisfies Record<RestoreNotice['code'], { readonly title: string; readonly text?: string; readonly next?: string }>;
