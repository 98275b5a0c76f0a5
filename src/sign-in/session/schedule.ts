/** When a session's notice and end come. */
import type { Jobs } from '../../core/jobs.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Session } from '../model.ts';

/** Sends the jobs that warn of a session's end and end it. @throws StorageUnavailableError */
export type Schedule = (key: PersonKey, session: Session) => Promise<void>;

/** A queue holds a message back for at most seven days; what is due later is sent on by the job itself. */
export const LONGEST_DELAY_SECONDS = 6 * 24 * 3600;

export const delaySeconds = (dueAt: number, now: number): number =>
  Math.min(Math.max(0, Math.ceil((dueAt - now) / 1000)), LONGEST_DELAY_SECONDS);

/** Epoch milliseconds: the warning's time before the end, at most half the token's lifetime. */
export function warningDueAt(
  { issuedAt, expiresAt }: Pick<Session, 'issuedAt' | 'expiresAt'>,
  warningSeconds: number,
): number {
  return expiresAt - Math.min(warningSeconds * 1000, (expiresAt - issuedAt) / 2);
}

export interface ScheduleDependencies {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly clock: { now(): number };
  readonly expiryWarningSeconds: number;
}

export function createSchedule({ jobs, clock, expiryWarningSeconds }: ScheduleDependencies): Schedule {
  return async (key, session) => {
    const now = clock.now();
    const sessionId = session.id;
    const warnAt = warningDueAt(session, expiryWarningSeconds);
    const { expiresAt } = session;
    await jobs.send({ kind: 'warn', key, sessionId, dueAt: warnAt }, delaySeconds(warnAt, now));
    await jobs.send({ kind: 'expire', key, sessionId, dueAt: expiresAt }, delaySeconds(expiresAt, now));
  };
}
