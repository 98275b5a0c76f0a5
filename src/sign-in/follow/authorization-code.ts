/** The way by the browser: waits for it, and redeems what it has brought back (RFC 6749, section 4.1.3) once, whatever becomes of the answer. */
import { UpstreamError } from '../../core/errors.ts';
import type { Organization } from '../../core/organization.ts';
import { createUpstreamRetry } from '../../core/retry.ts';
import { quoted, reasonOfRefusal } from '../state/entra-errors.ts';
import type { SignInInputs } from '../state/inputs.ts';
import type { ActiveJob, CancellationCheck } from '../state/cancellation.ts';
import type { BrowserSignIn, Failure, WaitingSignIn } from '../state/model.ts';
import type { TokenAnswer } from '../state/ports.ts';
import { withCodeSpent, withCodeUnspent, type Transition } from '../state/transitions.ts';
import type { SignInOutcome } from './polling.ts';

type Inputs = Pick<SignInInputs, 'identityProvider' | 'clock' | 'log' | 'newId'> & {
  readonly active: Pick<ActiveJob, 'call' | 'signal'>;
  readonly save: <R>(decide: Transition<R>) => Promise<R>;
};

/** The person has gone back to the chat and is waiting. */
const PATIENCE_MILLISECONDS = 60_000;

class CodeSpentError extends Error {
  override readonly name = 'CodeSpentError';
  readonly code = 'CODE_SPENT';
}

/**
 * A code that may have been sent is never sent again: the identity provider would take it for stolen (RFC 6749, section 4.1.2). Where
 * there was no connection, or the bot's own credential could not be had, it was not sent.
 */
export async function redeemAuthorizationCode(
  { identityProvider, active, save, clock, log, newId }: Inputs,
  organization: Organization,
  signIn: BrowserSignIn & { readonly authorizationCode: string },
): Promise<SignInOutcome> {
  const { id: reference } = signIn;
  const run = newId();
  const until = clock.now() + PATIENCE_MILLISECONDS;
  const repeat = createUpstreamRetry({ clock, until, signal: active.signal });
  const beforeSending = async () => {
    // Another process continues where this one stops.
    active.signal.throwIfAborted();
    if (!(await save(withCodeSpent(reference, run)))) throw new CodeSpentError('The code may have been sent before.');
  };
  const redeem = (abandoned: AbortSignal) =>
    identityProvider.redeemAuthorizationCode(organization, signIn, abandoned, beforeSending);
  let answer: TokenAnswer;
  try {
    answer = await repeat(async () => {
      const answered = await active.call(redeem);
      if (answered.kind !== 'no-answer' || !answered.error.unsent) return answered;
      await save(withCodeUnspent(reference, run));
      throw answered.error;
    });
  } catch (error) {
    if (error instanceof CodeSpentError) return { kind: 'ended', failure: { reason: 'interrupted' } };
    if (!(error instanceof UpstreamError)) throw error;
    answer = { kind: 'no-answer', error };
  }
  if (answer.kind === 'granted') return answer;
  const failure = failureOf(answer);
  const facts = answer.kind === 'refused' ? answer.refusal : { error: answer.error };
  log.warn(
    { event: 'authorization-code-not-redeemed', reference, ...facts, reason: failure.reason },
    'a code brought no tokens',
  );
  return { kind: 'ended', failure };
}

function failureOf(answer: Exclude<TokenAnswer, { kind: 'granted' }>): Failure {
  if (answer.kind === 'malformed') return { reason: 'answer-incomplete' };
  if (answer.kind === 'no-answer') return { reason: 'identity-provider-unreachable', ...quoted(answer.error) };
  const { refusal } = answer;
  return { reason: reasonOfRefusal(refusal, true) ?? 'identity-provider-refused', ...quoted(refusal) };
}

/** How long another instance may go unnoticed that has the sign-in now: until then, its job would wait here for this one. */
const CHECK_MILLISECONDS = 20_000;

/**
 * Another job follows the sign-in once its code has come, or somebody asks for a device code.
 *
 * @throws AbandonedError when the sign-in has ended, or has another job
 */
export async function untilLinkExpired(
  { clock }: Pick<SignInInputs, 'clock'>,
  cancellation: Pick<CancellationCheck, 'checkState'>,
  { expiresAt }: Pick<WaitingSignIn, 'expiresAt'>,
  signal: AbortSignal,
): Promise<SignInOutcome> {
  for (let remaining = expiresAt - clock.now(); remaining > 0; remaining = expiresAt - clock.now()) {
    await clock.sleep(Math.min(remaining, CHECK_MILLISECONDS), signal);
    await cancellation.checkState();
  }
  return { kind: 'ended', failure: { reason: 'link-expired' } };
}
