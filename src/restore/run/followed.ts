/** What one follower knows of the restore it follows, and the rules by which it may write. */
import type { PersonKey } from '../../core/person.ts';
import type { Connection } from '../service-session/connection.ts';
import type { KnownRestores } from './update.ts';
import type { CallProgress, Restore } from '../model/restore.ts';
import type { CurrentCall } from './transitions.ts';

/** In memory; another follower begins with a new one. */
export interface Followed {
  readonly key: PersonKey;
  readonly id: string;
  /** Of the job's message; absent: whoever runs it. */
  readonly messageId: string | undefined;
  readonly signal: AbortSignal;
  /** Tries in a row in which nothing reached the service, and since when. */
  faults: number;
  faultySince: number | undefined;
  /** The call, by its index, whose explore session was opened anew already. */
  reopenedFor: number | undefined;
  /** The audit log says that it was started. */
  isRecorded: boolean;
}

/** One step: what is to be done next about a call, and over which state. */
export interface Step {
  readonly connection: Connection;
  readonly followed: Followed;
  readonly known: KnownRestores;
  readonly restore: Restore;
  readonly current: CurrentCall;
}

export type TakeStep = (step: Step) => Promise<KnownRestores>;

/** Whether this message is the one whose owner follows it; a copy, or one before a later press, is not. */
export function isMine({ jobId }: Restore, messageId: string | undefined): boolean {
  return messageId === undefined || jobId === undefined || jobId === messageId;
}

export const progressIn = (restore: Restore | undefined, index: number): CallProgress | undefined =>
  restore?.calls[index]?.progress;

/** The service answers again. */
export function endFaults(followed: Followed): void {
  followed.faults = 0;
  followed.faultySince = undefined;
}
