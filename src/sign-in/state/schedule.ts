/** When a session's warning and end are due, and jobs that are due later than the queue can hold. */
import { HOUR } from '../../core/durations.ts';
import type { Job } from '../../core/jobs.ts';
import type { PersonKey } from '../../core/person.ts';
import type { SignInInputs } from './inputs.ts';
import type { Session } from './model.ts';

type Ports = Pick<SignInInputs, 'jobs' | 'clock'>;

/** A queue holds a message for at most seven days. */
export const LONGEST_DELAY_SECONDS = 6 * 24 * 3600;

export const delaySeconds = (dueAt: number, now: number): number =>
  Math.min(Math.max(0, Math.ceil((dueAt - now) / 1000)), LONGEST_DELAY_SECONDS);

/** Sends a job again that came before it is due. @returns whether it did */
export async function postponeIfEarly({ jobs, clock }: Ports, job: Job & { readonly dueAt: number }): Promise<boolean> {
  const now = clock.now();
  if (job.dueAt <= now) return false;
  await jobs.send(job, delaySeconds(job.dueAt, now));
  return true;
}

/** Epoch milliseconds: the warning's time before the end, at most half the token's lifetime. */
export const warningDueAt = ({ issuedAt, expiresAt }: Session, warningSeconds: number): number =>
  expiresAt - Math.min(warningSeconds * 1000, (expiresAt - issuedAt) / 2);

/** When a session reaches its longest life, epoch milliseconds. It counts from the sign-in, however it is renewed. */
export const longestLifeEnd = (
  signedInAt: number,
  { maxSessionHours }: Pick<SignInInputs, 'maxSessionHours'>,
): number => signedInAt + maxSessionHours * HOUR;

/** The times of a session with a token that was just issued. */
export function lifetime(
  settings: Pick<SignInInputs, 'maxSessionHours'>,
  signedInAt: number,
  issuedAt: number,
  expiresInSeconds: number,
): Pick<Session, 'issuedAt' | 'expiresAt' | 'tokenExpiresAt'> {
  const tokenEnd = issuedAt + expiresInSeconds * 1000;
  const end = longestLifeEnd(signedInAt, settings);
  return tokenEnd < end
    ? { issuedAt, expiresAt: tokenEnd, tokenExpiresAt: undefined }
    : { issuedAt, expiresAt: end, tokenExpiresAt: tokenEnd };
}

/** When the token expires, if the service is not told to end it. */
export const tokenEnd = ({ expiresAt, tokenExpiresAt }: Pick<Session, 'expiresAt' | 'tokenExpiresAt'>): number =>
  tokenExpiresAt ?? expiresAt;

/** Sends the jobs that warn of a session's end and end it. @throws StorageUnavailableError */
export async function scheduleExpiry(
  { jobs, clock, expiryWarningSeconds }: Ports & Pick<SignInInputs, 'expiryWarningSeconds'>,
  key: PersonKey,
  session: Session,
): Promise<void> {
  const { id: sessionId, expiresAt } = session;
  const now = clock.now();
  const warnAt = warningDueAt(session, expiryWarningSeconds);
  await jobs.send({ kind: 'warn', key, sessionId, dueAt: warnAt }, delaySeconds(warnAt, now));
  await jobs.send({ kind: 'expire', key, sessionId, dueAt: expiresAt }, delaySeconds(expiresAt, now));
}
