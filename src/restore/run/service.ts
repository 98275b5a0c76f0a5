/**
 * Restores that have begun: stopped, retried and decided by the buttons of their card. A decision of the person is stored
 * first; the job, started again if necessary, acts on it.
 */
import { onUpstreamError, UpstreamError } from '../../core/errors.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import type { Session } from '../../sign-in/state/model.ts';
import type { RestorePress } from '../state/presses.ts';
import type { Restore, RestoreState } from '../state/restore.ts';
import { isPersonal, mayContinueRestore, PERSONAL_ONLY, type Connection } from '../access/service-access.ts';
import { SessionRefusedError } from '../access/session-work.ts';
import type { Awaited, Awaiting } from '../four-eyes/pass.ts';
import type { OwnRequest } from '../state/four-eyes.ts';
import type { RestoreNotice } from '../state/notice.ts';
import { noticeReply, type RestoreReply } from '../state/views.ts';
import { callToApprove } from '../state/code-approval.ts';
import { retryFailed, startRestoreJob } from './begin.ts';
import { auditStop, type RunPorts } from './calls/call-step.ts';
import { decisionOf, followedAgain } from './decisions.ts';
import {
  currentCall,
  findRestore,
  groupOfCall,
  isActive,
  isHeld,
  isUndecided,
  stopByPress,
  stopRestore,
  unclearCall,
} from '../state/restore-transitions.ts';
import { awaitedOf } from './calls/second-person.ts';
import type { Change, LoadedRestores } from './record/update.ts';

/** What a button of a restore's card is about, with the state as it was read for the press. */
interface PressedRestore {
  readonly asker: Asker;
  readonly restore: Restore;
  readonly loaded: LoadedRestores;
  /** Where it was pressed; absent for a press elsewhere than on a card of the restore. */
  readonly cardId: string | undefined;
}

type Sessionless = 'done' | 'failures-page' | 'stop' | 'give-up';

/** The presses that only look at, end or hide something: all others need the session of the restore. */
function sessionlessOf({ kind }: RestorePress, restore: Restore): Sessionless | undefined {
  if (kind === 'done' || kind === 'failures-page' || kind === 'give-up') return kind;
  const isUnsent = currentCall(restore)?.progress.kind === 'planned';
  const isWaiting = isUnsent || callToApprove(restore) !== undefined || isHeld(restore);
  return kind === 'stop' && isWaiting ? kind : undefined;
}

/** All methods throw StorageUnavailableError. Errors of the backup service are shown on the card. */
export class RestoreService implements Awaiting {
  readonly #ports: RunPorts;

  constructor(ports: RunPorts) {
    this.#ports = ports;
  }

  /** @param cardId that was pressed: it shows what becomes of the press */
  async press(asker: Asker, restoreId: string, press: RestorePress, cardId?: string): Promise<RestoreReply> {
    const { updates, access } = this.#ports;
    if (!isPersonal(asker)) return PERSONAL_ONLY;
    const loaded = await updates.read(asker.key);
    const restore = findRestore(loaded.state, restoreId);
    if (restore === undefined) return noticeReply({ code: 'restore-unknown' });
    const pressed: PressedRestore = { asker, restore, loaded, cardId };
    const sessionless = sessionlessOf(press, restore);
    if (sessionless !== undefined) {
      // As with any other press, who may no longer have the session loses it.
      const found = await access.find(asker.key);
      const isRefused = found.kind === 'refused' && found.notice.code !== 'sign-in-first';
      if (sessionless === 'failures-page' && isRefused) return this.#postBelow(pressed, found.notice);
      return this.#withoutSession(pressed, sessionless, press);
    }
    return this.#whenSignedIn(pressed, (connection) => this.#use(pressed, press, connection));
  }

  /** For the client that shows the card again. Changes nothing, and edits and posts no card. */
  async look(asker: Asker, restoreId: string): Promise<RestoreReply> {
    const { updates, cards } = this.#ports;
    if (!isPersonal(asker)) return PERSONAL_ONLY;
    const restore = findRestore((await updates.read(asker.key)).state, restoreId);
    return restore === undefined
      ? noticeReply({ code: 'restore-unknown' })
      : { kind: 'render', view: cards.view(restore) };
  }

  async #withoutSession(pressed: PressedRestore, kind: Sessionless, press: RestorePress): Promise<RestoreReply> {
    const { cards, clock } = this.#ports;
    const { restore } = pressed;
    switch (kind) {
      case 'done': {
        const view = cards.view(restore);
        return { kind: 'render', view: view.kind === 'restore-ended' ? { ...view, closed: true } : view };
      }
      case 'failures-page':
        if (restore.endedAt === undefined) return this.#showPressed(pressed);
        return { kind: 'render', view: cards.view(restore, press.kind === kind ? press.page : undefined) };
      case 'stop':
        // The service has nothing to stop, and the job ends it at once. A call that has just started is stopped by the job.
        return this.#decide(pressed, (present) => stopRestore(present, clock.now()));
      case 'give-up':
        return this.#decideNow(pressed, press);
    }
  }

  async #use(pressed: PressedRestore, press: RestorePress, connection: Connection): Promise<RestoreReply> {
    const { restore } = pressed;
    switch (press.kind) {
      case 'retry-failed':
        return (
          (await retryFailed(this.#ports, pressed, connection)) ??
          this.#postBelow(pressed, { code: 'audit-unavailable' })
        );
      case 'stop':
        return restore.endedAt === undefined ? this.#stop(pressed, connection) : this.#showPressed(pressed);
      case 'look':
      case 'send-again':
      case 'new-code':
      case 'signed-in':
      case 'give-up':
      case 'done':
      case 'failures-page':
        return this.#decideNow(pressed, press);
    }
  }

  /** What the person decides about a call; where there is nothing to decide any more, the card as it is. */
  #decideNow(pressed: PressedRestore, press: RestorePress): Promise<RestoreReply> {
    const decide = decisionOf(press, pressed.restore, this.#ports.clock.now());
    return decide === undefined ? this.#showPressed(pressed) : this.#decide(pressed, decide);
  }

  async isActive(key: PersonKey): Promise<boolean> {
    const { state } = await this.#ports.updates.read(key);
    return state?.restores.some(isActive) ?? false;
  }

  /** Whether a restore for somebody's request runs, or waits for its approval. */
  async isRestoringFor(key: PersonKey, requestId: string): Promise<boolean> {
    const { state } = await this.#ports.updates.read(key);
    const begun = state?.restores.filter((restore) => restore.requestId === requestId) ?? [];
    return begun.some((restore) => isActive(restore) || (restore.endedAt === undefined && isUndecided(restore)));
  }

  /** Whether a restore that the session continues has not ended, followed or not. */
  async mayStillRun(key: PersonKey, session: Session): Promise<boolean> {
    const { state } = await this.#ports.updates.read(key);
    const restores = state?.restores ?? [];
    return restores.some(
      (restore) => restore.endedAt === undefined && !isHeld(restore) && mayContinueRestore(session, restore),
    );
  }

  /** After a sign-in: follows restores again that were not monitored in the meantime. */
  async resume(key: PersonKey): Promise<void> {
    const { access, updates } = this.#ports;
    const [found, { state }] = await Promise.all([access.find(key), updates.read(key)]);
    if (found.kind === 'refused') return;
    for (const restore of state?.restores ?? []) {
      // Its card already asks the person to decide.
      const isWaiting = unclearCall(restore) !== undefined && restore.unwatched !== true;
      const isOpen = restore.endAnnounced !== true && !isWaiting;
      if (isOpen && mayContinueRestore(found.connection.session, restore)) await this.#followAgain(key, restore);
    }
  }

  async #decide(pressed: PressedRestore, decide: Change<Restore>): Promise<RestoreReply> {
    const { asker, restore, loaded } = await this.#onPressedCard(pressed);
    const { key, address } = asker;
    const { id } = restore;
    const change = followedAgain(id, (restore) => {
      const next = decide(restore);
      return next && { ...next, address, decidedAt: this.#ports.clock.now() };
    });
    const reply = (state: RestoreState | undefined, isFollowed: boolean) =>
      this.#show(key, findRestore(state, id), isFollowed);
    return startRestoreJob(this.#ports, key, id, change, reply, loaded);
  }

  #followAgain(key: PersonKey, { id }: Restore): Promise<void> {
    const now = this.#ports.clock.now();
    // What waited, with its approval, for this moment is as new as if it had been asked for now.
    const decide: Change<Restore> = (restore) => {
      if (restore.endAnnounced === true) return undefined;
      return isHeld(restore) && restore.fourEyes?.approved !== undefined ? { ...restore, decidedAt: now } : restore;
    };
    return startRestoreJob(this.#ports, key, id, followedAgain(id, decide), async () => undefined);
  }

  async awaited(key: PersonKey, restoreId: string): Promise<Awaited | undefined> {
    const restore = findRestore((await this.#ports.updates.read(key)).state, restoreId);
    return restore && awaitedOf(restore);
  }

  async decided(key: PersonKey, restoreId: string): Promise<void> {
    const { state } = await this.#ports.updates.read(key);
    const restore = findRestore(state, restoreId);
    if (restore !== undefined && restore.endAnnounced !== true) await this.#followAgain(key, restore);
  }

  async named(key: PersonKey, id: string, people: (own: OwnRequest) => OwnRequest): Promise<void> {
    const { updates, cards } = this.#ports;
    let isChanged = false;
    const { state } = await updates.change({ key, id }, (present) => {
      const next = present.endedAt === undefined ? present.fourEyes && people(present.fourEyes) : undefined;
      isChanged = next !== undefined && JSON.stringify(next) !== JSON.stringify(present.fourEyes);
      return isChanged ? { ...present, fourEyes: next } : undefined;
    });
    const restore = findRestore(state, id);
    if (isChanged && restore !== undefined && isHeld(restore)) await cards.tryUpdate(key, restore);
  }

  /** Where the person is not signed in, posts that below the card, which keeps its buttons. */
  async #whenSignedIn(
    pressed: PressedRestore,
    work: (connection: Connection) => Promise<RestoreReply>,
  ): Promise<RestoreReply> {
    const { asker, restore } = pressed;
    const found = await this.#ports.access.find(asker.key);
    if (found.kind === 'refused' && found.notice.code !== 'sign-in-first')
      return this.#postBelow(pressed, found.notice);
    if (found.kind === 'granted' && mayContinueRestore(found.connection.session, restore))
      return work(found.connection);
    const { access, organization: organizationKey } = restore;
    return this.#postBelow(pressed, { code: 'sign-in-first', access, organizationKey });
  }

  /** The restore's card keeps its buttons. */
  #postBelow({ asker, restore }: PressedRestore, notice: RestoreNotice): Promise<RestoreReply> {
    const { announcer, cards } = this.#ports;
    const { key, address } = asker;
    return announcer.post(address, key, { kind: 'restore-notice', notice }).then(
      () => ({ kind: 'delivered', view: cards.view(restore) }),
      onUpstreamError(() => noticeReply(notice)),
    );
  }

  async #stop(pressed: PressedRestore, connection: Connection): Promise<RestoreReply> {
    const { explorer, updates, clock, log } = this.#ports;
    const { asker, restore: before, loaded } = await this.#onPressedCard(pressed);
    const { key, address } = asker;
    const { id } = before;
    const at = clock.now();
    const stop: Change<Restore> = (present) => {
      const stopped = stopByPress(present, at);
      return stopped && { ...stopped, address, decidedAt: at };
    };
    const { state } = await updates.change({ key, id }, stop, loaded);
    const restore = findRestore(state, id);
    const current = restore && currentCall(restore);
    const progress = current?.progress;
    const audited = (outcome: string): void => {
      if (progress?.kind !== 'running' || restore === undefined || current === undefined) return;
      auditStop(
        this.#ports,
        connection,
        { id: progress.sessionId, kind: groupOfCall(restore, current.call).workload },
        outcome,
      );
    };
    try {
      // Calls run one after the other: nothing else runs in this session, even if it is the explore session.
      if (progress?.kind === 'running') {
        await connection.call((granted) => explorer.stop(granted, progress.sessionId));
        audited('success');
      }
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof SessionRefusedError)) throw error;
      audited('not-yet');
      const fields = { event: 'restore-stop-failed', reference: id, error };
      log.warn(fields, 'a restore could not be stopped yet; the job tries again');
    }
    if (restore?.unwatched === true) await this.#followAgain(key, restore);
    return this.#show(key, restore);
  }

  /** The person goes on at the card that was pressed, such as a short message: it becomes the restore's card. */
  async #onPressedCard(pressed: PressedRestore): Promise<PressedRestore> {
    const { updates, cards } = this.#ports;
    const { asker, restore: before, cardId } = pressed;
    const { id, cardId: former } = before;
    if (cardId === undefined || cardId === former) return pressed;
    const take: Change<Restore> = (present) => (present.cardId === cardId ? undefined : { ...present, cardId });
    const loaded = await updates.change({ key: asker.key, id }, take, pressed.loaded);
    await cards.tryMoved(asker, before);
    return { ...pressed, restore: findRestore(loaded.state, id) ?? before, loaded };
  }

  /** Nothing is decided. The card of an ended restore stays as it is where another one is pressed. */
  async #showPressed(pressed: PressedRestore): Promise<RestoreReply> {
    const { cards } = this.#ports;
    const { restore, cardId } = pressed;
    const isElsewhere = cardId !== undefined && cardId !== restore.cardId;
    if (isElsewhere && restore.endedAt !== undefined) return { kind: 'render', view: cards.view(restore) };
    const { asker, restore: shown } = await this.#onPressedCard(pressed);
    return cards.show(asker.key, shown);
  }

  /** @param isFollowed whether its job is started afterwards */
  async #show(key: PersonKey, restore: Restore | undefined, isFollowed = false): Promise<RestoreReply> {
    const { cards } = this.#ports;
    if (restore === undefined) return noticeReply({ code: 'restore-unknown' });
    return isFollowed ? cards.showBeforeJob(key, restore) : cards.show(key, restore);
  }
}
