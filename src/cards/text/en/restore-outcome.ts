/** What is said of restores under way and over, in English. Part of `words-restore.ts`. */
import type { FailedItem } from '../../../restore/model/state.ts';
import type { SessionRow } from '../../../restore/views.ts';
import { numbersIn } from '../../layout/numbers.ts';

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
