/** Texts about running and finished restores, and about what went wrong, in English. */
import type { Trouble } from '../../../restore/model/service-error.ts';
import type { Remark } from '../../../restore/model/task.ts';
import type { FailedItem } from '../../../restore/model/restore.ts';
import type { RestoreNotice, SessionRow } from '../../../restore/views.ts';
import { numbersIn } from '../quantities.ts';
import type { WhoHelps } from './failures.ts';

const n = numbersIn('en');

export const outcome = {
  running: {
    title: 'Restoring',
    titleStopping: 'Stopping the restore',
    said: 'It goes on by itself. This card will tell you how it ended, even hours later.',
    stopping: 'I asked the service to stop. What is restored already stays.',
    notCounted: 'The service has not counted yet.',
  },
  percent: (percent: number) => `${n(percent)} percent done`,
  counts: {
    total: 'In all',
    restored: 'Restored',
    skipped: 'Skipped',
    failed: 'Failed',
  },
  facts: {
    started: 'Started',
    ended: 'Ended',
    reason: 'Reason',
  },
  unwatched: {
    title: 'It goes on without me',
    said: 'The restore goes on at the backup service, but your sign-in has ended, so I cannot see it any more.',
    next: 'Sign in, and I tell you how it stands.',
  },
  unclear: {
    title: 'I do not know whether it started',
    said: 'I sent the restore to the service, and its answer was lost.',
    looked: (looks: number) =>
      looks === 1
        ? 'I looked for it among the restores at the service once, and did not find it.'
        : `I looked for it among the restores at the service ${n(looks)} times, and did not find it.`,
    next: 'Look again in a few minutes; it may only be late.',
    warning: 'Sending it again may restore everything twice. Leave it if you would rather look for yourself.',
  },
  ended: {
    title: {
      success: 'Restored',
      warning: 'Restored, with warnings',
      failed: 'The restore failed',
      stopped: 'The restore was stopped',
      refused: 'The service refused the restore',
    },
    said: {
      success: 'Everything you chose is back.',
      warning: 'It is done, but not all went as planned.',
      failed: 'Not everything you chose is back.',
      stopped: 'What was restored until then stays.',
      refused: 'Nothing was restored.',
    },
    next: 'You can try the failed ones again.',
  },
  failures: {
    title: 'What did not come back as planned',
    status: {
      failed: 'Failed',
      warning: 'Warning',
      skipped: 'Skipped',
    } satisfies Record<FailedItem['status'], string>,
    noReason: 'The service gave no reason.',
  },
};

export const sessionsList = {
  title: 'The last restores',
  none: 'There are none yet.',
  states: {
    running: 'Running',
    looking: 'Looking through a backup',
    success: 'Done',
    warning: 'Done, with warnings',
    failed: 'Failed',
  } satisfies Record<SessionRow['state'], string>,
  started: (moment: string) => `started ${moment}`,
  ended: (moment: string) => `ended ${moment}`,
  reason: (reason: string) => `Reason: ${reason}`,
  stopping: 'I asked the service to stop it.',
  unnamed: 'A restore',
};

export interface TroubleWords {
  readonly what: string;
  readonly who: WhoHelps;
  readonly next: string;
}

export const troubles: Readonly<Record<Trouble, TroubleWords>> = {
  'access-denied': {
    what: 'The backup service does not let you do this with this data.',
    who: 'backup administrator',
    next: 'Choose somebody else, or ask your backup administrator to put this person into your scope.',
  },
  'not-found': {
    what: 'The backup service no longer has what I asked for.',
    who: 'you',
    next: 'Search again; choose an earlier backup if it is gone from this one.',
  },
  validation: {
    what: 'The backup service did not understand what I asked.',
    who: 'you',
    next: 'Write it in simpler words and try again. If it happens again, tell the people who run this bot.',
  },
  'proxy-offline': {
    what: 'The part of the backup service that reads these backups is offline.',
    who: 'backup administrator',
    next: 'Try again in a few minutes. If it stays like this, ask your backup administrator to bring the backup proxy online.',
  },
  timeout: {
    what: 'The backup service took too long.',
    who: 'you',
    next: 'Try again. A shorter time or one more word makes it quicker.',
  },
  conflict: {
    what: 'Something else is at work on this data at the backup service.',
    who: 'nobody',
    next: 'Try again in a few minutes.',
  },
  transfer: {
    what: 'The organization is being moved within the backup service.',
    who: 'backup administrator',
    next: 'Try again later. Your backup administrator can say when the move is over.',
  },
  'restore-only': {
    what: 'The backup service is set up for signing in only and keeps this call closed.',
    who: 'backup administrator',
    next: 'Ask your backup administrator to open the REST service for restoring.',
  },
  unreachable: {
    what: 'The backup service could not be reached.',
    who: 'backup administrator',
    next: 'Try again in a few minutes. If it stays like this, ask your backup administrator whether the service is running.',
  },
  throttled: {
    what: 'The backup service has too much to do right now.',
    who: 'nobody',
    next: 'Try again in a minute.',
  },
  unclear: {
    what: 'Nobody knows whether the backup service began this restore.',
    who: 'you',
    next: 'Look whether the items are back, or through the last restores, before you restore them again.',
  },
  unknown: {
    what: 'The backup service could not do this.',
    who: 'backup administrator',
    next: 'Try again. If it happens again, show this card to your backup administrator.',
  },
};

type Code = Exclude<Remark['code'], 'service'>;

export const remarks = {
  'nothing-found': 'Nothing was found. Try fewer or other words, a longer time, or an earlier backup.',
  /** `firstAt` known. */
  'empty-before-first-backup-of': (moment: string) =>
    `There was no backup yet on that day, so nothing is shown. The first one is of ${moment}: choose that or a later one.`,
  'empty-before-first-backup': 'There was no backup yet on that day, so nothing is shown. Choose a later day.',
  'no-such-date': (typed: string) =>
    `“${typed}” is no date that I know. Write it as 2026-03-01, or choose it in the calendar.`,
  'dates-reversed': 'The last day lies before the first. Swap the two.',
  'query-refused': 'The backup service did not understand the search. Use plain words, or look at the quotes.',
  'query-too-long': 'That is more than a search can hold. Use fewer words.',
  'nothing-chosen': 'Nothing was ticked or chosen. Choose first, then press again.',
  'page-moved-on': 'The page had changed meanwhile, so nothing was done. Look again, then press.',
  added: (count: number) => (count === 1 ? 'One more is on your list now.' : `${n(count)} more are on your list now.`),
  removed: (count: number) => (count === 1 ? 'One was taken off your list.' : `${n(count)} were taken off your list.`),
  'list-full': (most: number) =>
    `A list takes ${n(most)} at most. Restore these first, then begin another one; or add the folder instead.`,
  'folders-too-full': (most: number) =>
    `The folders on your list hold more than ${n(most)} items, and one restore takes no more. Take them off; then open one and add a part of it, or search in a shorter time.`,
  'folder-empty': 'That folder has nothing in it.',
  'no-versions': 'That document has no earlier versions at this backup.',
  'no-points': 'There is no backup of this yet. Choose somebody else, or ask your backup administrator.',
  'no-point-before': (typed: string) => `There is no backup before “${typed}”. Choose a later one.`,
  'no-such-scope': (typed: string) =>
    `Nobody in your scope is called “${typed}”. Check the spelling, or ask your backup administrator.`,
  'scope-taken-away': 'This person is no longer in your scope. Choose somebody else, or ask your backup administrator.',
  'item-gone': 'It is no longer there. Search again.',
  reopened: 'The backup service had closed the backup, so I opened it again. All is as it was.',
  'list-emptied': 'You chose other data, so your list was emptied.',
  'folder-name': (typed: string) =>
    `“${typed}” can't be the name of a folder. Leave out slashes and other special characters.`,
} satisfies Record<Code | 'empty-before-first-backup-of', string | ((fact: never) => string)>;

export const notices = {
  'personal-only': {
    title: 'Only in a personal chat',
    said: 'What I find is for you alone.',
    next: 'Open a personal chat with me and restore there.',
  },
  'sign-in-first': {
    title: 'Sign in first',
    said: 'I need your sign-in to look through the backups.',
    next: 'Sign in, and then go on here.',
  },
  'operator-only': {
    title: 'This session cannot restore',
    said: 'You are signed in app-only. Restoring needs a sign-in as restore operator.',
    next: 'Sign in as restore operator; that replaces the present session.',
  },
  'session-refused': {
    title: 'Please sign in again',
    said: 'The backup service no longer accepts your session, and I could not renew it.',
    next: 'Sign in again. A restore task under way then continues where it was.',
  },
  'no-task': {
    title: 'Nothing under way',
    said: 'There is no restore task that this could go on with.',
    next: 'Begin with Find something to restore.',
  },
  'task-outdated': {
    title: 'This card is out of date',
    said: 'The task it belongs to is over, or goes on in a newer card.',
    next: 'Go on there, or begin anew.',
  },
  'list-empty': {
    title: 'Your list is empty',
    said: 'There is nothing on it to restore yet.',
    next: 'Find something, tick it, and add it to the list.',
  },
  'restore-unknown': {
    title: 'I do not know this restore',
    said: 'It ended long ago, or was never begun here.',
    next: 'The last restores show what the service still knows of.',
  },
  'already-restoring': {
    title: 'It is being restored already',
    said: 'This task was started before, perhaps in another window. Nothing was started twice.',
    next: 'Its card shows how it goes.',
  },
  service: { title: 'That did not work' },
} satisfies Record<RestoreNotice['code'], { readonly title: string; readonly said?: string; readonly next?: string }>;
