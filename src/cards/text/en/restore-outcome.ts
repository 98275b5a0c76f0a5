/** Texts about running and finished restores, in English. */
import type { FailedItem } from '../../../restore/state/restore.ts';
import type { SessionRow } from '../../../restore/state/views.ts';
import type { FormatNumber } from '../quantities.ts';

export const outcome = (n: FormatNumber) => ({
  running: {
    title: 'Restoring',
    titleStopping: 'Stopping the restore',
    text: 'It continues by itself. This card will show the result, even hours later.',
    stopping: 'I asked the service to stop. What has already been restored stays.',
    notCounted: "The service hasn't counted the items yet.",
  },
  percent: (percent: number) => `${n(percent)}% done`,
  counts: {
    total: 'Total',
    restored: 'Restored',
    skipped: 'Skipped',
    failed: 'Failed',
  },
  unwatched: {
    title: 'Still running',
    text: 'The restore continues at the backup service, but your session has ended, so I can no longer see it.',
    next: 'Sign in to see its status.',
  },
  searching: {
    title: 'Looking for your restore',
    next: "I'm looking for it among the service's restores. That can take a minute or longer. Then this card shows what I found.",
  },
  unclear: {
    title: "I don't know whether the restore started",
    text: 'I sent the restore to the service, but the response was lost.',
    answered: "I sent the restore to the service, which answered with an error that doesn't say whether it started.",
    waited:
      "The restore waited for more than two hours to be sent. I can't rule out that it was sent in that time, so I'm asking first.",
    unchecked: "I couldn't look through the service's restores.",
    checked: (looks: number) =>
      looks === 1
        ? "I checked the service's restores once and didn't find it."
        : `I checked the service's restores ${n(looks)} times and didn't find it.`,
    next: 'Check again in a few minutes. It may only be delayed.',
    warning:
      "Sending it again may restore everything twice. Select “Don't send again” if you would rather check for yourself.",
    /** Of several, which are sent one after the other. @param what of it, and how much */
    part: (number: number, of: number, name: string, what: string) =>
      `This is part ${n(number)} of ${n(of)}: ${what}, ${name}.`,
    left: (count: number) =>
      count === 1
        ? "“Don't send again” leaves this part out. The one that is left is sent all the same."
        : `“Don't send again” leaves this part out. The ${n(count)} that are left are sent all the same.`,
    /** Posted when the person may have stopped looking at the card. */
    due: {
      title: 'A restore is waiting for your decision',
      text: "I don't know whether the service started it, or a part of it. I won't send anything else until you decide. Select “Show” to choose.",
    },
  },
  ended: {
    leftOut: (count: number) =>
      count === 1
        ? "I can't retry one failed item: the service didn't say which of several it is. Find it and restore it again."
        : `I can't retry ${n(count)} failed items: the service didn't say which of several they are. Find them and restore them again.`,
    title: {
      success: 'Restored',
      warning: 'Restored, with warnings',
      failed: 'The restore failed',
      stopped: 'The restore was stopped',
      refused: 'The service refused the restore',
      unknown: 'Whether it was restored is unknown',
    },
    text: {
      success: 'Everything you selected has been restored.',
      skipped: 'Nothing had to be restored: the service skipped everything, usually because it still exists.',
      warning: 'The restore is done, but not everything went as expected.',
      failed: 'Not everything you selected has been restored.',
      stopped: 'What had been restored by then stays.',
      refused: 'Nothing was restored.',
      unknown: "I haven't sent it again.",
      sentAgain: "I've sent it more than once, and I won't send it again.",
    },
    stoppedElsewhere: 'It was stopped at the service, not here. What had been restored by then stays.',
    /** Whose data and which folder follow, one line a place. */
    landings: { title: 'What was restored is here:', original: 'where it was before' },
    uncounted:
      'The service no longer says what became of the items, so the numbers are the last ones I know. Recent restores, or the items themselves, may show more.',
    /** In place of `uncounted`, where its session is gone. */
    dropped: {
      text: 'The service no longer has the session of this restore. Any numbers shown here are the last ones I know.',
      next: 'Check whether the items are back before you restore them again.',
    },
    nextRest: 'You can restore the rest now.',
    next: 'You can retry the items that failed.',
  },
  over: 'A restore that you started has ended.',
  /** Of what was restored. */
  several: 'Several kinds',
  failures: {
    title: "What wasn't restored as expected",
    status: {
      failed: 'Failed',
      missing: 'Not restored',
      warning: 'Warning',
      skipped: 'Skipped',
    } satisfies Record<FailedItem['status'], string>,
    notReached: 'It was stopped before its turn.',
    noReason: 'The service gave no reason.',
  },
});

export const sessionsList = {
  title: 'Recent restores',
  none: 'There are none yet.',
  noneMatch: 'None of your sessions match.',
  noneYet: 'None of the newest ones match. Select “Next” to look further back.',
  states: {
    running: 'Running',
    looking: 'Browsing a backup',
    success: 'Done',
    warning: 'Done, with warnings',
    failed: 'Failed',
  } satisfies Record<SessionRow['state'], string>,
  started: (moment: string) => `Started: ${moment}`,
  ended: (moment: string) => `Ended: ${moment}`,
  reason: (reason: string) => `Reason: ${reason}`,
  stopping: 'I asked the service to stop it.',
  unnamed: 'A restore',
  update: 'Update list',
  session: 'A session',
  events: 'What the service recorded, in its own words:',
  noEvents: 'The service has recorded nothing yet.',
  eventStates: { cancelled: 'Cancelled', skipped: 'Skipped' },
  filter: {
    kind: 'Type',
    anyKind: 'All',
    state: 'State',
    anyState: 'All',
    period: 'Period',
    anyPeriod: 'Any',
    within: (days: number) => (days === 1 ? '24 hours' : `${days} days`),
  },
};
