/** The buttons of a restore's card. The decision is stored first; the job, started again if necessary, acts on it. */
import { UpstreamError } from '../../core/errors.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import type { Restore } from '../model/restore.ts';
import type { RestorePorts } from '../ports.ts';
import {
  isPersonal,
  PERSONAL_ONLY,
  SessionRefusedError,
  type OperatorAccess,
} from '../service-session/operator-access.ts';
import { noticeReply, type RestoreNotice, type RestoreReply } from '../views.ts';
import { startJob, type RestoreStarter } from './begin.ts';
import type { RestoreCards } from './restore-card.ts';
import { abandonedCall, cancelPlannedCalls, currentCall, findRestore, isUnclear, withProgress } from './transitions.ts';
import type { RestoreUpdates } from './update.ts';

export type RestorePress =
  | { readonly kind: 'stop' }
  /** Search the service again, now. */
  | { readonly kind: 'look' }
  /** Send an unclear call, unless the service has it. */
  | { readonly kind: 'send-again' }
  /** Leave an unclear call as it is. */
  | { readonly kind: 'give-up' }
  | { readonly kind: 'retry-failed' }
  | { readonly kind: 'failures-page'; readonly page: number }
  /** Removes the buttons from the card of an ended restore. */
  | { readonly kind: 'done' };

type Ports = Pick<RestorePorts, 'explorer' | 'jobs' | 'announcer' | 'clock' | 'log'> & {
  readonly access: OperatorAccess;
  readonly updates: RestoreUpdates;
  readonly cards: RestoreCards;
  readonly starter: RestoreStarter;
};

/** @returns undefined where the press no longer applies */
type Decision = (restore: Restore) => Restore | undefined;

const request =
  (next: 'look' | 'send'): Decision =>
  (restore) => {
    const current = currentCall(restore);
    if (current?.call.progress.kind !== 'unclear' || !isUnclear(restore)) return undefined;
    return withProgress(restore, current.index, { ...current.call.progress, next });
  };

const abandon =
  (now: number): Decision =>
  (restore) => {
    const current = currentCall(restore);
    if (current === undefined || !isUnclear(restore)) return undefined;
    return withProgress(restore, current.index, abandonedCall(current.call, now));
  };

export class RestoreActions {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async press(asker: Asker, restoreId: string, press: RestorePress): Promise<RestoreReply> {
    const { updates, cards, starter, clock } = this.#ports;
    if (!isPersonal(asker)) return PERSONAL_ONLY;
    const restore = findRestore((await updates.read(asker.key)).state, restoreId);
    if (restore === undefined) return noticeReply({ code: 'restore-unknown' });
    switch (press.kind) {
      case 'failures-page':
        return { kind: 'render', view: cards.view(restore, press.page) };
      case 'done': {
        const view = cards.view(restore);
        return { kind: 'render', view: view.kind === 'restore-ended' ? { ...view, closed: true } : view };
      }
      case 'retry-failed':
        return starter.retry(asker, restore);
      case 'stop':
        return this.#stop(asker, restore);
      case 'give-up':
        if (!isUnclear(restore)) return cards.show(asker, restore);
        return this.#decide(asker, restoreId, abandon(clock.now()));
      case 'send-again':
        return isUnclear(restore) ? this.#whenSignedIn(asker, restore, request('send')) : cards.show(asker, restore);
      case 'look':
        if (isUnclear(restore)) return this.#whenSignedIn(asker, restore, request('look'));
        if (restore.unwatched !== true) return cards.show(asker, restore);
        return this.#whenSignedIn(asker, restore, (present) => (present.unwatched === true ? present : undefined));
    }
  }

  /** Starts the job again for a restore that has not announced its outcome. @throws StorageUnavailableError */
  follow(key: PersonKey, { id }: Restore): Promise<void> {
    const decide: Decision = (restore) => (restore.told === true ? undefined : restore);
    return this.#followAgain(key, id, decide, async () => undefined);
  }

  /** For actions that ask the service something. */
  async #whenSignedIn(asker: Asker, restore: Restore, decide: Decision): Promise<RestoreReply> {
    const connection = await this.#ports.access.connectFor(asker.key, restore);
    if (connection === undefined) return this.#refuse(asker, restore, { code: 'sign-in-first' });
    return this.#decide(asker, restore.id, decide);
  }

  #decide(asker: Asker, id: string, decide: Decision): Promise<RestoreReply> {
    const decideHere: Decision = (restore) => {
      const next = decide(restore);
      return next && { ...next, address: asker.address };
    };
    return this.#followAgain(asker.key, id, decideHere, (restore) => this.#show(asker, restore));
  }

  /** Stores the decision and starts the job that acts on it. @param reply given what is stored, whatever was decided */
  #followAgain<R>(
    key: PersonKey,
    id: string,
    decide: Decision,
    reply: (restore: Restore | undefined) => Promise<R>,
  ): Promise<R> {
    const { jobs, updates } = this.#ports;
    const write = async (jobId: string | undefined) => {
      let written: Restore | undefined;
      const { result, loaded } = await updates.update({ key, id }, (restore) => {
        // Its own write, whose response was lost.
        if (written !== undefined && jobId !== undefined && restore?.jobId === jobId) return { result: true };
        const next = restore && decide(restore);
        if (next === undefined) return { result: false };
        written = { ...next, jobId, unwatched: undefined };
        return { next: written, result: true };
      });
      return { isNeeded: result, result: findRestore(loaded.state, id) };
    };
    return startJob(jobs, { kind: 'restore', key, restoreId: id }, write, reply);
  }

  async #stop(asker: Asker, before: Restore): Promise<RestoreReply> {
    const { explorer, access, updates, cards, clock, log } = this.#ports;
    const { key, address } = asker;
    if (before.endedAt !== undefined) return cards.show(asker, before);
    const connection = await access.connectFor(key, before);
    if (connection === undefined) return this.#refuse(asker, before, { code: 'sign-in-first' });
    const at = clock.now();
    const { loaded } = await updates.update({ key, id: before.id }, (present) => {
      const isDone = present === undefined || present.endedAt !== undefined || present.stopping === true;
      return { next: isDone ? undefined : { ...cancelPlannedCalls(present, at), address }, result: undefined };
    });
    const restore = findRestore(loaded.state, before.id);
    const progress = restore && currentCall(restore)?.call.progress;
    try {
      // Calls run one after the other: nothing else runs in this session, even if it is the explore session.
      if (progress?.kind === 'running') {
        await connection.call((granted) => explorer.stop(granted, progress.sessionId));
      }
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof SessionRefusedError)) throw error;
      log.warn(
        { event: 'restore-stop-failed', reference: before.id, error },
        'a restore could not be stopped yet; the job tries again',
      );
    }
    if (restore?.unwatched === true) await this.follow(key, restore);
    return this.#show(asker, restore);
  }

  async #show(asker: Asker, restore: Restore | undefined): Promise<RestoreReply> {
    return restore === undefined ? noticeReply({ code: 'restore-unknown' }) : this.#ports.cards.show(asker, restore);
  }

  /** Posts the reason below the card, which keeps its buttons. */
  async #refuse(asker: Asker, restore: Restore, notice: RestoreNotice): Promise<RestoreReply> {
    const { announcer, cards } = this.#ports;
    try {
      await announcer.post(asker.address, asker.key, { kind: 'restore-notice', notice });
      return { kind: 'delivered', view: cards.view(restore) };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return noticeReply(notice);
    }
  }
}
