/** Polling the token endpoint (RFC 8628, sections 3.4 and 3.5): the decision after each answer, and the loop around it. */
import type { JobOwnership } from '../../core/jobs.ts';
import type { Organization } from '../../core/organization.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { backOffMilliseconds } from '../../core/retry.ts';
import { CancellationCheck, type ActiveJob } from '../state/cancellation.ts';
import type { SignInInputs } from '../state/inputs.ts';
import { errorNumbersOf, quoted, reasonOfRefusal, refusalFacts } from '../state/entra-errors.ts';
import { isInBrowser, type CodeSignIn, type Failure, type FailureReason } from '../state/model.ts';
import type { Grant, Refusal, TokenAnswer } from '../state/ports.ts';

/** The polling interval, which only grows, and the number of consecutive faults. */
export interface PollRate {
  readonly intervalSeconds: number;
  readonly faults: number;
}

export type SignInOutcome =
  | { readonly kind: 'granted'; readonly grant: Grant }
  | { readonly kind: 'ended'; readonly failure: Failure };

type PollDecision = SignInOutcome | { readonly kind: 'wait'; readonly rate: PollRate; readonly seconds: number };

/** RFC 8628, section 3.5: `slow_down` adds five seconds, for this and all later requests. */
const SLOW_DOWN_SECONDS = 5;
const LONGEST_BACK_OFF_MILLISECONDS = 60_000;

const REASON_BY_ERROR: ReadonlyMap<string, FailureReason> = new Map([
  ['authorization_declined', 'declined'],
  ['access_denied', 'declined'],
  ['expired_token', 'expired'],
  ['code_expired', 'expired'],
  ['bad_verification_code', 'code-unknown'],
]);

/** Numbers that are about the device code, so only where one is redeemed: of a refresh token they mean something else. */
const REASON_BY_CODE_NUMBER: ReadonlyMap<number, FailureReason> = new Map([
  [70_019, 'expired'],
  [70_020, 'expired'],
  [70_018, 'code-unknown'],
  [70_000, 'code-unknown'],
]);

/** Transient errors (RFC 6749, section 4.1.2.1). */
export const TRANSIENT_ERRORS: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error']);

export function failureOf(refusal: Refusal): Failure {
  const { error } = refusal;
  const numbers = errorNumbersOf(refusal);
  // RFC 8628's word for a person who declined is Microsoft's for much else, with a number.
  const isUnclear = error === 'access_denied' && numbers.length > 0;
  const reason =
    reasonOfRefusal(refusal) ??
    (isUnclear ? undefined : REASON_BY_ERROR.get(error)) ??
    numbers.map((number) => REASON_BY_CODE_NUMBER.get(number)).find((byNumber) => byNumber !== undefined) ??
    'identity-provider-refused';
  return { reason, ...quoted(refusal) };
}

export function decide(answer: TokenAnswer, rate: PollRate): PollDecision {
  if (answer.kind === 'granted') return answer;
  if (answer.kind === 'malformed') return { kind: 'ended', failure: { reason: 'answer-incomplete' } };
  if (answer.kind === 'no-answer') return backOff(rate, answer.error.retryAfterSeconds);
  const { refusal } = answer;
  if (TRANSIENT_ERRORS.has(refusal.error)) return backOff(rate, refusal.retryAfterSeconds);
  if (refusal.error !== 'authorization_pending' && refusal.error !== 'slow_down') {
    return { kind: 'ended', failure: failureOf(refusal) };
  }
  const added = refusal.error === 'slow_down' ? SLOW_DOWN_SECONDS : 0;
  const next: PollRate = { intervalSeconds: rate.intervalSeconds + added, faults: 0 };
  return { kind: 'wait', rate: next, seconds: Math.max(next.intervalSeconds, refusal.retryAfterSeconds ?? 0) };
}

function backOff({ intervalSeconds, faults }: PollRate, retryAfterSeconds: number | undefined): PollDecision {
  const next: PollRate = { intervalSeconds, faults: faults + 1 };
  const firstMilliseconds = intervalSeconds * 2_000;
  const doubled =
    backOffMilliseconds({ firstMilliseconds, longestMilliseconds: LONGEST_BACK_OFF_MILLISECONDS }, next.faults) / 1_000;
  return { kind: 'wait', rate: next, seconds: Math.max(intervalSeconds, retryAfterSeconds ?? doubled) };
}

/** What is due within it is polled at the same moment: waking a process that waits costs about as much as a poll. */
const MOMENT_MILLISECONDS = 100;

/**
 * Adds up to a fifth, at most a second: a client that polls exactly on the interval is sometimes early.
 *
 * @returns milliseconds
 */
function waitOf(seconds: number, now: number): number {
  const due = now + seconds * 1000 + Math.min(1000, seconds * 200);
  return due - (due % MOMENT_MILLISECONDS) - now;
}

/**
 * Polls until the person has decided or the code has expired, with a last poll at its expiry. An already expired code is
 * polled once, since it may have been approved in time. @param onSlowDown called with the interval from now on
 */
export async function poll(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  redeem: () => Promise<TokenAnswer>,
  signIn: CodeSignIn,
  signal: AbortSignal,
  onSlowDown?: (intervalSeconds: number) => Promise<void>,
): Promise<SignInOutcome> {
  let rate: PollRate = { intervalSeconds: signIn.intervalSeconds, faults: 0 };
  let waitMilliseconds = waitOf(rate.intervalSeconds, clock.now());
  for (;;) {
    const remaining = signIn.expiresAt - clock.now();
    const isLast = waitMilliseconds >= remaining;
    await clock.sleep(Math.max(0, Math.min(waitMilliseconds, remaining)), signal);
    const answer = await redeem();
    const decision = decide(answer, rate);
    logAnswer(log, signIn, answer);
    if (decision.kind !== 'wait') return decision;
    const { intervalSeconds } = rate;
    ({ rate } = decision);
    if (isLast) {
      return { kind: 'ended', failure: { reason: rate.faults > 0 ? 'identity-provider-unreachable' : 'expired' } };
    }
    if (rate.intervalSeconds > intervalSeconds) await onSlowDown?.(rate.intervalSeconds);
    waitMilliseconds = waitOf(decision.seconds, clock.now());
  }
}

/** How often a poll that waits for certain ownership looks again. */
const OWNERSHIP_CHECK_MILLISECONDS = 250;

/**
 * Polls as long as this run owns the job and the sign-in is not cancelled. A poll takes up to 30 s and is not cut off, since its
 * answer may carry the tokens. So none begins that might last until another instance polls: 45 s after the last extension at the
 * earliest, and an interval. @throws the signal's reason, AbandonedError
 */
export function pollOwned(
  inputs: SignInInputs,
  {
    key,
    active,
    ownership,
  }: { readonly key: PersonKey; readonly active: ActiveJob; readonly ownership: JobOwnership | undefined },
  organization: Organization,
  signIn: CodeSignIn,
  onSlowDown: (intervalSeconds: number) => Promise<void>,
): Promise<SignInOutcome> {
  const { identityProvider, activeJobs, clock } = inputs;
  const { signal } = active;
  const isOverdue = () => ownership?.isOverdue === true;
  const cancellation = new CancellationCheck(inputs, key, signIn, isInBrowser(signIn));
  /** Asked before the first poll: a turn need not wait for it. */
  let quietUntil: number | undefined;
  const redeem = (abandoned: AbortSignal) => identityProvider.redeemDeviceCode(organization, signIn, abandoned);
  const pollOnce = async () => {
    for (;;) {
      while (isOverdue()) await clock.sleep(OWNERSHIP_CHECK_MILLISECONDS, signal);
      signal.throwIfAborted();
      await cancellation.check();
      quietUntil ??= await activeJobs.watch.quietUntil(key, signIn.startedAt);
      const quietMilliseconds = quietUntil - clock.now();
      if (quietMilliseconds > 0) {
        // What has ended may be this one.
        await cancellation.checkState();
        await clock.sleep(quietMilliseconds, signal);
      } else if (!isOverdue()) break;
    }
    const answer = await active.call(redeem);
    if (answer.kind !== 'granted') cancellation.prefetch(1_500 * signIn.intervalSeconds);
    return answer;
  };
  return poll(inputs, pollOnce, signIn, signal, onSlowDown);
}

function logAnswer(log: Log, { id: reference }: Pick<CodeSignIn, 'id'>, answer: TokenAnswer): void {
  if (answer.kind === 'no-answer') {
    log.warn({ event: 'poll-failed', reference, error: answer.error }, 'the identity provider did not answer a poll');
  } else if (answer.kind === 'malformed') {
    const { error } = answer;
    log.error({ event: 'access-token-missing', reference, error }, 'the token response lacks an access token');
  } else if (answer.kind === 'refused' && answer.refusal.error !== 'authorization_pending') {
    const facts = refusalFacts(answer.refusal);
    log.info({ event: 'poll-refused', reference, ...facts }, 'the identity provider refused a poll');
  }
}
