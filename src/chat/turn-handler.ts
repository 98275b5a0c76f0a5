/** Activity → command or button → use case → card. */
import { undefinedIfTimedOut, withTimeout } from '../core/time-limit.ts';
import { hash } from 'node:crypto';
import type { Activity, TurnContext } from 'botbuilder';
import { StorageUnavailableError } from '../core/errors.ts';
import type { RestoreReply } from '../restore/views.ts';
import type { Clock, Log } from '../core/platform.ts';
import type { Asker } from '../core/person.ts';
import type { Notice } from '../sign-in/views.ts';
import { readAsker } from './conversation/address.ts';
import type { CardAnnouncer, Shown } from './outbound/announcer.ts';
import { parseCommand } from './commands/parse-command.ts';
import { invokeCard, invokeMessage, INVOKE_NOT_UNDERSTOOD, type InvokeAnswer } from './actions/invoke-response.ts';
import type { Deduplicator } from './conversation/deduplicator.ts';
import { ownerMark } from './actions/owner-mark.ts';
import { readTypeahead, typeaheadResponse, SEARCH_INVOKE } from './actions/typeahead.ts';
import type { Router } from './router.ts';
import { parseAction, type CardAction } from './actions/parse-action.ts';
import { createTimeZones } from './conversation/time-zones.ts';

export interface TurnHandlerDependencies {
  readonly router: Router;
  readonly announcer: CardAnnouncer;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  /** Activities that came already: Teams sends one again when it is not answered in time. */
  readonly once: Deduplicator;
}

export interface TurnHandler {
  readonly onTurn: (context: TurnContext) => Promise<void>;
  /** Resolves when what turns left running in the background is done. */
  settled(): Promise<void>;
}

/** A typing indicator comes after this when there is no card yet (contract: within 2 s). */
const TYPING_MILLISECONDS = 1_500;
/** The channel gets its answer by then, whatever still runs. Teams waits 15 s, for an invoke less. */
const TURN_MILLISECONDS = 9_000;
const INVOKE_MILLISECONDS = 6_000;
/** Type-ahead that comes later than the next letter is of no use. */
const SEARCH_MILLISECONDS = 3_000;

/** What a press came to. */
interface Performed {
  readonly reply: RestoreReply;
  /** The pressed card, where it may be edited. */
  readonly cardId: string | undefined;
  /** It is answered on a card of its own. */
  readonly apart: boolean;
}

/** What only its person may see in a shared place. */
const PRIVATE: ReadonlySet<Shown['kind']> = new Set(['sign-in', 'choose-organization']);

const asReply = (notice: Notice): RestoreReply => ({ kind: 'render', view: { kind: 'notice', notice } });
const isNotice = (view: Shown, ...codes: readonly Notice['code'][]): boolean =>
  view.kind === 'notice' && codes.includes(view.notice.code);

/** The card goes on elsewhere, or by itself: the answer must not take its place. */
const isPassing = (view: Shown): boolean =>
  isNotice(view, 'not-your-card') || (view.kind === 'restore-notice' && view.notice.code === 'already-restoring');

export function createTurnHandler(dependencies: TurnHandlerDependencies): TurnHandler {
  const { router, announcer, clock, log, newId, once } = dependencies;
  const background = new Set<Promise<unknown>>();
  const zones = createTimeZones();
  const askerOf = (activity: Activity): Asker => zones.recall(readAsker(activity));

  /** What went wrong, as something to show. */
  function troubleReply(error: unknown): RestoreReply {
    if (error instanceof StorageUnavailableError) {
      log.warn({ event: 'turn-without-storage', error }, 'a turn failed because storage is unavailable');
      return asReply({ code: 'storage-away' });
    }
    const reference = newId();
    log.error({ event: 'turn-failed', error, reference }, 'a turn failed');
    return asReply({ code: 'went-wrong', reference });
  }

  /** Runs to its end whatever becomes of the turn; never rejects. */
  function run(work: () => Promise<RestoreReply>): Promise<RestoreReply> {
    const running = work().catch(troubleReply);
    background.add(running);
    void running.finally(() => background.delete(running));
    return running;
  }

  function inBackground(what: string, work: Promise<unknown>, fault = 'could not be sent'): void {
    const running = work.catch((error: unknown) =>
      log.warn({ event: 'background-work-failed', error }, `${what} ${fault}`),
    );
    background.add(running);
    void running.finally(() => background.delete(running));
  }

  /** @returns the outcome, or nothing when it takes longer than `milliseconds` */
  const within = <T>(milliseconds: number, running: Promise<T>): Promise<T | undefined> =>
    withTimeout(milliseconds, () => running, { clock }).catch(undefinedIfTimedOut);

  /** Goes on in the background what takes long; a typing indicator shows that it does. */
  async function answerInTime({ address }: Asker, answering: Promise<unknown>): Promise<void> {
    inBackground('an answer', answering);
    const answered = answering.then(
      () => true,
      () => true,
    );
    if ((await within(TYPING_MILLISECONDS, answered)) === true) return;
    inBackground('a typing indicator', announcer.typing(address));
    await within(TURN_MILLISECONDS - TYPING_MILLISECONDS, answered);
  }

  async function post(asker: Asker, { kind, view }: RestoreReply): Promise<void> {
    if (kind === 'render') await announcer.post(asker.address, asker.key, view);
  }

  async function edit(asker: Asker, cardId: string | undefined, { kind, view }: RestoreReply): Promise<void> {
    if (kind === 'delivered') return;
    if (cardId === undefined) await announcer.post(asker.address, asker.key, view);
    else await announcer.edit(asker.address, asker.key, cardId, view);
  }

  async function perform(asker: Asker, action: CardAction, cardId: string | undefined): Promise<Performed> {
    if (action.owner !== ownerMark(asker.key)) {
      log.info(
        { event: 'foreign-button-pressed', verb: action.verb, conversation: asker.key.conversationId },
        "somebody pressed another person's button",
      );
      return { reply: asReply({ code: 'not-your-card' }), cardId: undefined, apart: false };
    }
    const apart = router.isApart(action);
    let own: string | undefined;
    const reply = await run(async () => {
      own = await router.ownCard.editable(asker, cardId);
      const pressed = await router.press(asker, action, own);
      // A button of an older card: show what is true now instead of a dead end.
      return isNotice(pressed.view, 'card-outdated') ? router.command(asker, { kind: 'status' }) : pressed;
    });
    return { reply, cardId: apart || isPassing(reply.view) ? undefined : own, apart };
  }

  async function onMessage(context: TurnContext): Promise<void> {
    const { activity } = context;
    const { value } = activity as { readonly value?: unknown };
    // The same id with other words is no repeat.
    const said = JSON.stringify([activity.conversation.id, activity.id ?? newId(), activity.text, value]);
    if (!once.isNew(hash('sha256', said, 'base64url'))) return;
    const asker = askerOf(activity);
    const action = activity.text?.trim() ? undefined : parseAction(value);
    if (action === undefined) {
      inBackground('where an administrator is', router.meet(asker), 'could not be kept');
      const command = parseCommand(activity.text ?? '', asker.address.place);
      const answering = run(() => router.command(asker, command)).then((reply) => post(asker, reply));
      return answerInTime(asker, answering);
    }
    const { replyToId } = activity;
    const answering = submit(asker, action, replyToId);
    return answerInTime(asker, answering);
  }

  /** A client without Universal Actions sends a message; nothing of it can be shown to one person alone. */
  async function submit(asker: Asker, action: CardAction, cardId: string | undefined): Promise<void> {
    const { reply, cardId: own } = await perform(asker, action, cardId);
    const refused = isPassing(reply.view) || isNotice(reply.view, 'code-needs-personal-chat');
    const secret = PRIVATE.has(reply.view.kind) && asker.address.place !== 'personal';
    if (secret) return post(asker, asReply({ code: 'code-needs-personal-chat' }));
    return refused ? post(asker, reply) : edit(asker, own, reply);
  }

  function invokeAnswer(asker: Asker, reply: RestoreReply, apart = false): InvokeAnswer {
    const rendered = announcer.renderForOwner(asker.address, asker.key, reply.view);
    return apart || isPassing(reply.view) || isNotice(reply.view, 'working')
      ? invokeMessage(rendered.summary)
      : invokeCard(rendered.card);
  }

  /** A card that still asks for a code, and that nobody edits: the answer that told its id was lost. */
  async function retire(asker: Asker, cardId: string | undefined, reply: RestoreReply): Promise<void> {
    if (cardId !== undefined && !(await router.ownCard.onRecord(asker, cardId))) await edit(asker, cardId, reply);
  }

  /** Nobody reads more of a failure here than that nothing comes: the next letter asks again. */
  async function onSearch(activity: Activity): Promise<InvokeAnswer> {
    const sought = readTypeahead(activity.value);
    if (sought === undefined) return typeaheadResponse([], undefined);
    const asker = askerOf(activity);
    const suggesting = router.suggest(asker, sought.typed, sought.most).catch((error: unknown) => {
      log.warn({ event: 'suggestions-failed', error }, 'the type-ahead could not be answered');
      return [];
    });
    return typeaheadResponse((await within(SEARCH_MILLISECONDS, suggesting)) ?? [], asker.address.locale);
  }

  async function onInvoke(context: TurnContext): Promise<InvokeAnswer> {
    const { activity } = context;
    if (activity.name === SEARCH_INVOKE) return onSearch(activity);
    const action = activity.name === 'adaptiveCard/action' ? parseAction(activity.value) : undefined;
    if (action === undefined) return INVOKE_NOT_UNDERSTOOD;
    const asker = askerOf(activity);
    const alone = asker.address.place === 'personal';
    const answering = perform(asker, action, activity.replyToId);
    const soon = await within(TYPING_MILLISECONDS, answering);
    if (soon === undefined) inBackground('a typing indicator', announcer.typing(asker.address));
    const performed = soon ?? (await within(INVOKE_MILLISECONDS - TYPING_MILLISECONDS, answering));
    if (performed === undefined) {
      if (action.verb !== 'show-code')
        inBackground(
          'a late answer',
          answering.then(({ reply, cardId }) => edit(asker, cardId, reply)),
        );
      return invokeAnswer(asker, asReply({ code: 'working' }));
    }
    const { reply, cardId, apart } = performed;
    const refused = isPassing(reply.view);
    // A code is for its owner alone.
    if (action.verb === 'show-code') {
      if (alone && reply.view.kind === 'status') inBackground('a card', retire(asker, cardId, reply));
    } else if (!refused && (alone || cardId !== undefined)) inBackground('a card', edit(asker, cardId, reply));
    return invokeAnswer(asker, reply, apart);
  }

  const isBot = (activity: Partial<Activity>, members: readonly { readonly id: string }[] | undefined): boolean =>
    members?.some(({ id }) => id === activity.recipient?.id) ?? false;

  async function welcome(context: TurnContext): Promise<void> {
    const { activity } = context;
    if (!once.isNew(`${activity.conversation.id} welcome`)) return;
    const asker = askerOf(activity);
    inBackground('where an administrator is', router.meet(asker), 'could not be kept');
    const answering = run(() => router.welcome(asker)).then((reply) => post(asker, reply));
    await answerInTime(asker, answering);
  }

  /** Nobody waits for an answer, and storage may be away for longer than the channel would. */
  async function leave({ activity }: TurnContext): Promise<void> {
    inBackground('what was kept for a conversation', router.leave(readAsker(activity)), 'could not be erased');
  }

  async function onTurn(context: TurnContext): Promise<void> {
    const { activity } = context;
    switch (activity.type) {
      case 'message':
        return onMessage(context);
      case 'invoke': {
        const value = await onInvoke(context);
        await context.sendActivity({ type: 'invokeResponse', value });
        return undefined;
      }
      case 'installationUpdate':
        if (activity.action === 'add') return welcome(context);
        return activity.action === 'remove' ? leave(context) : undefined;
      case 'conversationUpdate':
        if (isBot(activity, activity.membersAdded)) return welcome(context);
        return isBot(activity, activity.membersRemoved) ? leave(context) : undefined;
      default:
        return undefined;
    }
  }

  return {
    onTurn,
    async settled() {
      while (background.size > 0) await Promise.allSettled(background);
    },
  };
}
