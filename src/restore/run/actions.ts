/** The buttons of a restore's card. What changes is written first; the follower, started anew where there is none, acts. */
import { UpstreamError } from '../../core/errors.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import type { Announcer } from '../../core/announcer.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Jobs } from '../../core/jobs.ts';
import { SessionRefusedError, type Accesses } from '../service-session/operator-access.ts';
import { ownConnection } from '../service-session/own-connection.ts';
import type { Explorer } from '../ports.ts';
import type { RestorePress } from '../find/wizard-actions.ts';
import type { RestoreReply } from '../reply.ts';
import { noticeReply, type Beginnings } from './begin.ts';
import type { RestoreCards } from './restore-card.ts';
import type { RestoreChanges } from './update.ts';
import { startJob } from './start-job.ts';
import type { Restore } from '../model/restore.ts';
import { currentCall, givenUpCall, isUnclear, restoreIn, stopPlanned, withProgress } from './transitions.ts';
import type { RestoreNotice, RestoreView } from '../views.ts';

export interface RestorePresses {
  press(asker: Asker, restoreId: string, press: RestorePress): Promise<RestoreReply>;
  /** Has it followed anew. @throws StorageAwayError */
  takeUp(key: PersonKey, restore: Restore): Promise<void>;
}

export interface RestorePressesDependencies {
  readonly explorer: Pick<Explorer, 'stop'>;
  readonly accesses: Pick<Accesses, 'find' | 'use'>;
  readonly changes: RestoreChanges;
  readonly cards: RestoreCards;
  readonly beginnings: Pick<Beginnings, 'retry'>;
  readonly jobs: Pick<Jobs, 'sendOwned'>;
  readonly announcer: Pick<Announcer<RestoreView>, 'post'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

export function createRestorePresses(dependencies: RestorePressesDependencies): RestorePresses {
  const { explorer, accesses, changes, cards, beginnings, jobs, announcer, clock, log } = dependencies;

  /** Says why not below the card, which keeps its buttons for afterwards. */
  async function refuse(asker: Asker, restore: Restore, notice: RestoreNotice): Promise<RestoreReply> {
    try {
      await announcer.post(asker.address, asker.key, { kind: 'restore-notice', notice });
      return { view: cards.view(restore), posted: true };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return noticeReply(notice);
    }
  }

  /** Writes what was decided and has it followed anew. @param meanwhile given what is there now, whatever was decided */
  function followAnew<R>(
    key: PersonKey,
    id: string,
    decide: (restore: Restore) => Restore | undefined,
    meanwhile: (restore: Restore | undefined) => Promise<R>,
  ): Promise<R> {
    const write = async (jobId: string | undefined) => {
      let written: Restore | undefined;
      const { result, known } = await changes.change(key, id, (restore) => {
        // The write had succeeded and only its answer was lost.
        if (written !== undefined && jobId !== undefined && restore?.jobId === jobId) return { result: true };
        const next = restore === undefined ? undefined : decide(restore);
        if (next === undefined) return { result: false };
        written = { ...next, jobId, unwatched: undefined };
        return { next: written, result: true };
      });
      return { isNeeded: result, result: restoreIn(known.state, id) };
    };
    return startJob(jobs, { kind: 'restore', key, restoreId: id }, write, meanwhile);
  }

  const showOr = async (asker: Asker, restore: Restore | undefined): Promise<RestoreReply> =>
    restore === undefined ? noticeReply({ code: 'restore-unknown' }) : cards.show(asker, restore);

  const decideAnew = (
    asker: Asker,
    id: string,
    decide: (restore: Restore) => Restore | undefined,
  ): Promise<RestoreReply> => {
    const here = (restore: Restore | undefined) => restore && { ...restore, address: asker.address };
    return followAnew(
      asker.key,
      id,
      (now) => here(decide(now)),
      (restore) => showOr(asker, restore),
    );
  };

  const takeUp = (key: PersonKey, { id }: Restore): Promise<void> =>
    followAnew(
      key,
      id,
      (restore) => (restore.told === true ? undefined : restore),
      async () => undefined,
    );

  const wanting =
    (next: 'look' | 'send') =>
    (restore: Restore): Restore | undefined => {
      const current = currentCall(restore);
      if (current?.call.progress.kind !== 'unclear' || !isUnclear(restore)) return undefined;
      return withProgress(restore, current.index, { ...current.call.progress, next });
    };

  /** Nothing more is done about a start of which nobody knows whether it was one. */
  function givingUp(restore: Restore): Restore | undefined {
    const current = currentCall(restore);
    if (current === undefined || !isUnclear(restore)) return undefined;
    return withProgress(restore, current.index, givenUpCall(current.call, clock.now()));
  }

  async function stop(asker: Asker, before: Restore): Promise<RestoreReply> {
    if (before.endedAt !== undefined) return cards.show(asker, before);
    const connection = await ownConnection(accesses, asker.key, before);
    if (connection === undefined) return refuse(asker, before, { code: 'sign-in-first' });
    const at = clock.now();
    const { known } = await changes.change(asker.key, before.id, (restore) =>
      restore === undefined || restore.endedAt !== undefined || restore.stopping === true
        ? { result: undefined }
        : { next: { ...stopPlanned(restore, at), address: asker.address }, result: undefined },
    );
    const restore = restoreIn(known.state, before.id);
    const progress = restore === undefined ? undefined : currentCall(restore)?.call.progress;
    try {
      // Calls go one after the other: nothing else runs in this session, be it the explore session or its own.
      if (progress?.kind === 'running') {
        await connection.call((access) => explorer.stop(access, progress.sessionId));
      }
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof SessionRefusedError)) throw error;
      // The follower stops it when it looks next.
      log.warn({ reference: before.id, error }, 'a restore could not be stopped yet');
    }
    if (restore?.unwatched === true) await takeUp(asker.key, restore);
    return showOr(asker, restore);
  }

  /** What asks the service something needs a sign-in. */
  async function whenSignedIn(
    asker: Asker,
    restore: Restore,
    decide: (restore: Restore) => Restore | undefined,
  ): Promise<RestoreReply> {
    const connection = await ownConnection(accesses, asker.key, restore);
    if (connection === undefined) return refuse(asker, restore, { code: 'sign-in-first' });
    return decideAnew(asker, restore.id, decide);
  }

  return {
    takeUp,

    async press(asker, restoreId, press) {
      const restore = restoreIn((await changes.read(asker.key)).state, restoreId);
      if (restore === undefined) return noticeReply({ code: 'restore-unknown' });
      switch (press.kind) {
        case 'failures-page':
          return { view: cards.view(restore, press.page), posted: false };
        case 'done': {
          const view = cards.view(restore);
          return { view: view.kind === 'restore-ended' ? { ...view, closed: true } : view, posted: false };
        }
        case 'retry-failed':
          return beginnings.retry(asker, restore);
        case 'stop':
          return stop(asker, restore);
        case 'give-up':
          return isUnclear(restore) ? decideAnew(asker, restoreId, givingUp) : cards.show(asker, restore);
        case 'send-again':
          return isUnclear(restore) ? whenSignedIn(asker, restore, wanting('send')) : cards.show(asker, restore);
        case 'look':
          if (isUnclear(restore)) return whenSignedIn(asker, restore, wanting('look'));
          if (restore.unwatched !== true) return cards.show(asker, restore);
          return whenSignedIn(asker, restore, (now) => (now.unwatched === true ? now : undefined));
      }
    },
  };
}
