/** RFC 8628, sections 3.4 and 3.5: what to do after each answer, and the loop around it. */
import { firstSentence } from '../../core/text.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Grant, Refusal, TokenAnswer } from '../ports.ts';
import type { Failure, FailureReason, WaitingSignIn } from '../model.ts';

/** How fast to ask: the interval, which only grows, and how many answers in a row were none. */
export interface Pace {
  readonly intervalSeconds: number;
  readonly faults: number;
}

export type Step =
  | { readonly kind: 'wait'; readonly pace: Pace; readonly seconds: number }
  | { readonly kind: 'granted'; readonly grant: Grant }
  | { readonly kind: 'ended'; readonly failure: Failure };

export type Polled = Exclude<Step, { kind: 'wait' }>;

/** RFC 8628, section 3.5: `slow_down` adds five seconds, for this and all later requests. */
const SLOW_DOWN_SECONDS = 5;
const LONGEST_BACK_OFF_SECONDS = 60;

const ENDINGS: ReadonlyMap<string, FailureReason> = new Map([
  ['authorization_declined', 'declined'],
  ['access_denied', 'declined'],
  ['expired_token', 'expired'],
  ['code_expired', 'expired'],
  ['bad_verification_code', 'code-unknown'],
]);

/** Errors that say "not now" in the words of RFC 6749 rather than by their status. */
const PASSING: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error']);

/** Numbers only choose a better sentence; that the sign-in ends is decided by `error`. */
const BETTER_REASON: ReadonlyMap<number, FailureReason> = new Map([
  [7_000_218, 'public-client-flow-off'],
  [65_001, 'consent-required'],
  [50_076, 'mfa-required'],
  [53_003, 'conditional-access'],
  [70_020, 'expired'],
  [70_000, 'code-unknown'],
]);

const BY_SUBERROR: ReadonlyMap<string, FailureReason> = new Map([
  ['consent_required', 'consent-required'],
  ['basic_action', 'mfa-required'],
]);

function reasonOf(refusal: Refusal): FailureReason {
  const ending = ENDINGS.get(refusal.error);
  if (ending !== undefined) return ending;
  const bySuberror = BY_SUBERROR.get(refusal.suberror ?? '');
  if (bySuberror !== undefined) return bySuberror;
  for (const code of refusal.errorCodes) {
    const better = BETTER_REASON.get(code);
    if (better !== undefined) return better;
  }
  return 'identity-provider-refused';
}

/** Why the identity provider said no, for the card. */
export function failureOf(refusal: Refusal): Failure {
  return {
    reason: reasonOf(refusal),
    detail: firstSentence(refusal.description),
    correlationId: refusal.correlationId,
  };
}

function backOff(pace: Pace, retryAfterSeconds: number | undefined): Step {
  const next: Pace = { ...pace, faults: pace.faults + 1 };
  const doubled = Math.min(pace.intervalSeconds * 2 ** next.faults, LONGEST_BACK_OFF_SECONDS);
  return { kind: 'wait', pace: next, seconds: Math.max(pace.intervalSeconds, retryAfterSeconds ?? doubled) };
}

function afterRefusal(refusal: Refusal, pace: Pace): Step {
  if (PASSING.has(refusal.error)) return backOff(pace, refusal.retryAfterSeconds);
  if (refusal.error !== 'authorization_pending' && refusal.error !== 'slow_down') {
    return { kind: 'ended', failure: failureOf(refusal) };
  }
  const slower = refusal.error === 'slow_down' ? SLOW_DOWN_SECONDS : 0;
  const next: Pace = { intervalSeconds: pace.intervalSeconds + slower, faults: 0 };
  return { kind: 'wait', pace: next, seconds: Math.max(next.intervalSeconds, refusal.retryAfterSeconds ?? 0) };
}

/** What to do after one answer of the token endpoint. Pure. */
export function decide(answer: TokenAnswer, pace: Pace): Step {
  switch (answer.kind) {
    case 'granted':
      return { kind: 'granted', grant: answer.grant };
    case 'malformed':
      return { kind: 'ended', failure: { reason: 'answer-incomplete' } };
    case 'no-answer':
      return backOff(pace, answer.error.retryAfterSeconds);
    case 'refused':
      return afterRefusal(answer.refusal, pace);
  }
}

/** A client that asks exactly on the interval is sometimes early: a fifth of it more, at most a second. */
function withSlack(seconds: number): number {
  return seconds * 1000 + Math.min(1000, seconds * 200);
}

/** What remains once the code has ended without an answer. */
function atTheEnd(pace: Pace): Failure {
  return { reason: pace.faults > 0 ? 'identity-provider-unreachable' : 'expired' };
}

export interface PollingDependencies {
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Waits, then asks, until the person has decided or the code has ended; one last time at its end. A code that ended
 * while nobody asked is asked for once more, since it may have been approved in time.
 *
 * @param ask the token endpoint for the answer to this sign-in
 * @param signal ends the wait by throwing its reason
 */
export async function poll(
  { clock, log }: PollingDependencies,
  ask: () => Promise<TokenAnswer>,
  signIn: WaitingSignIn,
  signal: AbortSignal,
): Promise<Polled> {
  let pace: Pace = { intervalSeconds: signIn.intervalSeconds, faults: 0 };
  let waitMilliseconds = Math.max(withSlack(pace.intervalSeconds), (signIn.pollFrom ?? 0) - clock.now());
  for (;;) {
    const remaining = signIn.expiresAt - clock.now();
    const last = waitMilliseconds >= remaining;
    await clock.sleep(Math.max(0, Math.min(waitMilliseconds, remaining)), signal);
    const answer = await ask();
    const step = decide(answer, pace);
    report(log, signIn, answer);
    if (step.kind !== 'wait') return step;
    if (last) return { kind: 'ended', failure: atTheEnd(step.pace) };
    pace = step.pace;
    waitMilliseconds = withSlack(step.seconds);
  }
}

function report(log: Log, signIn: WaitingSignIn, answer: TokenAnswer): void {
  const reference = signIn.id;
  if (answer.kind === 'no-answer')
    log.warn({ reference, error: answer.error }, 'the identity provider did not answer a poll');
  if (answer.kind === 'malformed')
    log.error({ reference, error: answer.error }, 'the token response lacks an access token');
  if (answer.kind !== 'refused' || answer.refusal.error === 'authorization_pending') return;
  const { error: reason, suberror, errorCodes, description, correlationId, status } = answer.refusal;
  log.info(
    { reference, reason, suberror, errorCodes, description, correlationId, status },
    'the identity provider answered',
  );
}
