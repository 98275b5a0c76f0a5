/** What one operator does in a working day, and what the bot does on its own because of it. */
import type { Chance } from '../../local/backup-service/sample-data/seeded.ts';
import { logNormal, normal, uniform } from './random.ts';

/** Times of day in hours, durations in seconds, shares from 0 to 1. */
export interface Behaviour {
  /** The morning rush: when most sign in for the first time, with its standard deviation in seconds. The others: from 9 to 17. */
  readonly rushShare: number;
  readonly rushHour: number;
  readonly rushDeviationSeconds: number;
  /** Who signs in again in the afternoon. */
  readonly secondShare: number;
  readonly secondHour: number;
  readonly secondDeviationSeconds: number;
  readonly approvalMedianSeconds: number;
  readonly approvalSpread: number;
  readonly neverApprovedShare: number;
  readonly codeSeconds: number;
  /** Between two polls for a pending sign-in. */
  readonly pollSeconds: number;
  readonly sessionSeconds: number;
  readonly warningSeconds: number;
  /** How sessions end: logged out before the notice, renewed after it; the others by themselves. */
  readonly logOutShare: number;
  readonly renewalShare: number;
  readonly renewalWithinSeconds: number;
  /** Per session, beside what is counted otherwise. */
  readonly commands: number;
  readonly restoreShare: number;
  /** From the line that finds something to the Restore press. */
  readonly findSeconds: number;
  readonly restoreMedianSeconds: number;
  readonly restoreSpread: number;
}

export const HAPPENINGS = [
  'login',
  'signed-in',
  'code-expired',
  'notice',
  'renewal',
  'log-out',
  'session-end',
  /** A job of a session that is over or was renewed. */
  'stale-job',
  'command',
  'find',
  'restore',
] as const;
export type Happening = (typeof HAPPENINGS)[number];

/** `pending` and `restoring` are jobs that a replica owns; `scheduled` are messages that are not due yet. */
export const SPANS = ['pending', 'restoring', 'scheduled'] as const;
export type Span = (typeof SPANS)[number];

/** What asks something of the bot: each time that it happens, or each second while it is under way. */
export type Cause = Happening | Span;

/** Times in seconds since midnight UTC; before 0 and after 86,400 lie the day before and the day after. */
export interface Diary {
  happens(what: Happening, at: number): void;
  lasts(what: Span, from: number, until: number): void;
}

const HOUR = 3_600;
const OFFICE_HOURS = { from: 9 * HOUR, until: 17 * HOUR };
/** Restores begin early in a session, and nobody logs out before they are over. */
const FIND_WITHIN_SECONDS = 600;
const EARLIEST_LOG_OUT_SECONDS = 1_200;
/** When the job comes that closes what a search has opened at the service. It is counted like a stale one. */
const SEARCH_IDLE_SECONDS = 1_800;

/** @param utcOffset hours */
export function liveDay(chance: Chance, behaviour: Behaviour, utcOffset: number, diary: Diary): void {
  const { rushHour, rushDeviationSeconds, secondHour, secondDeviationSeconds } = behaviour;
  const isInRush = chance.next() < behaviour.rushShare;
  const first = isInRush
    ? normal(chance, rushHour * HOUR, rushDeviationSeconds)
    : uniform(chance, OFFICE_HOURS.from, OFFICE_HOURS.until);
  signIn(chance, behaviour, first - utcOffset * HOUR, diary);
  if (chance.next() >= behaviour.secondShare) return;
  const second = normal(chance, secondHour * HOUR, secondDeviationSeconds);
  signIn(chance, behaviour, second - utcOffset * HOUR, diary);
}

function signIn(chance: Chance, behaviour: Behaviour, at: number, diary: Diary): void {
  const { approvalMedianSeconds, approvalSpread, codeSeconds, pollSeconds } = behaviour;
  diary.happens('login', at);
  const isApproved = chance.next() >= behaviour.neverApprovedShare;
  const approvedAfter = logNormal(chance, approvalMedianSeconds, approvalSpread);
  const seenAfter = Math.ceil(approvedAfter / pollSeconds) * pollSeconds;
  const isInTime = isApproved && seenAfter < codeSeconds;
  const ended = at + (isInTime ? seenAfter : codeSeconds);
  diary.lasts('pending', at, ended);
  diary.happens(isInTime ? 'signed-in' : 'code-expired', ended);
  if (isInTime) haveSession(chance, behaviour, ended, diary);
}

function haveSession(chance: Chance, behaviour: Behaviour, from: number, diary: Diary): void {
  const { sessionSeconds, warningSeconds, logOutShare, renewalShare } = behaviour;
  const end = from + sessionSeconds;
  const noticeAt = end - warningSeconds;
  diary.lasts('scheduled', from, noticeAt);
  diary.lasts('scheduled', from, end);
  for (let command = 0; command < behaviour.commands; command += 1) {
    diary.happens('command', uniform(chance, from, noticeAt));
  }
  if (chance.next() < behaviour.restoreShare) restore(chance, behaviour, from, noticeAt, diary);

  const ending = chance.next();
  if (ending < logOutShare) {
    diary.happens('log-out', uniform(chance, from + EARLIEST_LOG_OUT_SECONDS, noticeAt));
    diary.happens('stale-job', noticeAt);
    diary.happens('stale-job', end);
    return;
  }
  diary.happens('notice', noticeAt);
  if (ending >= logOutShare + renewalShare) return diary.happens('session-end', end);
  const renewedAt = noticeAt + uniform(chance, 0, behaviour.renewalWithinSeconds);
  diary.happens('renewal', renewedAt);
  diary.happens('stale-job', end);
  haveSession(chance, behaviour, renewedAt, diary);
}

/** @param until no restore lasts longer */
function restore(chance: Chance, behaviour: Behaviour, from: number, until: number, diary: Diary): void {
  const findAt = from + uniform(chance, 0, FIND_WITHIN_SECONDS);
  const pressedAt = findAt + behaviour.findSeconds;
  const seconds = logNormal(chance, behaviour.restoreMedianSeconds, behaviour.restoreSpread);
  diary.happens('find', findAt);
  diary.lasts('scheduled', findAt, findAt + SEARCH_IDLE_SECONDS);
  diary.happens('stale-job', findAt + SEARCH_IDLE_SECONDS);
  diary.happens('restore', pressedAt);
  diary.lasts('restoring', pressedAt, Math.min(pressedAt + seconds, until));
}
