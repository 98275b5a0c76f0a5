/** When a session's warning and end are due. */
import { HOUR } from '../../core/durations.ts';
import { sendDue } from '../../durable/due-job.ts';
import type { PersonKey } from '../../core/person.ts';
import type { SignInInputs } from './inputs.ts';
import type { Session } from './model.ts';

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
  ports: Pick<SignInInputs, 'jobs' | 'clock' | 'expiryWarningSeconds'>,
  key: PersonKey,
  session: Session,
): Promise<void> {
  const { id: sessionId, expiresAt } = session;
  const warnAt = warningDueAt(session, ports.expiryWarningSeconds);
  await sendDue(ports, { kind: 'warn', key, sessionId, dueAt: warnAt });
  await sendDue(ports, { kind: 'expire', key, sessionId, dueAt: expiresAt });
}
