/** Activity → command or button → use case → card. */
import type { Activity, TurnContext } from 'botbuilder';

import { FOR_ANYBODY } from '../cards/layout/verbs.ts';
import type { Asker } from '../core/person.ts';
import type { Clock, Log } from '../core/platform.ts';
import type { RequestReply } from '../requests/views.ts';
import type { Notice } from '../sign-in/state/views.ts';
import {
  answerUnused,
  CONSENT_RECEIVED,
  INVOKE_NOT_UNDERSTOOD,
  invokeCard,
  invokeMessage,
  readConsent,
  readTypeahead,
  typeaheadResponse,
  type InvokeAnswer,
} from './actions/invokes.ts';
import { parseAction, type CardAction } from './actions/parse-action.ts';
import { AskDialog } from './ask-dialog.ts';
import { parseCommand } from './commands/parse-command.ts';
import { ownerMark, readAsker, TimeZones } from './conversation/address.ts';
import { membershipOf } from './conversation/membership.ts';
import { Deduplicator } from './deduplicator.ts';
import type { CardAnnouncer, RenderedView, Shown } from './outbound/announcer.ts';
import type { Router } from './router.ts';
import { asReply, TURN_MILLISECONDS, TurnWork } from './turn-work.ts';

/** Teams waits longer for a message than for an invoke. */
const INVOKE_MILLISECONDS = 6_000;
/** The id of a card that was posted is stored by then. */
const STORED_MILLISECONDS = 2_000;
/** Type-ahead that comes later than the next letter is of no use. */
const SEARCH_MILLISECONDS = 3_000;
/** Teams delivers an activity again when it is not answered in time. */
const MESSAGES = { max: 10_000, lifetimeMilliseconds: 10 * 60_000 };
/** Their answers hold cards. */
const INVOKES = { max: 500, lifetimeMilliseconds: 60_000 };
/** One event of an installation comes at most this much after the other. */
const INSTALLATION_MILLISECONDS = 1_000;
/** Two taps of a button are two activities. */
const TAPS = { max: 500, lifetimeMilliseconds: 10_000 };
/** What a second press finds ended says less than what the first one did. */
const ENDING: ReadonlySet<CardAction['verb']> = new Set(['cancel', 'log-out', 'not-me', 'forget-me']);

const welcomeOf = ({ conversation }: Activity): readonly unknown[] => [conversation.id, 'welcome'];

interface Performed {
  readonly reply: RequestReply;
  readonly cardId: string | undefined;
  readonly apart: boolean;
}

const isNotice = (view: Shown, code: Notice['code']): boolean => view.kind === 'notice' && view.notice.code === code;

const LEAVES_CARD: ReadonlySet<string> = new Set([
  'not-your-card',
  'working',
  'took-too-long',
  'already-restoring',
  'search-replaced',
]);

/** The pressed card stays as it is: it is somebody else's, the answer is still to come, or another process keeps it up to date. */
const leavesCard = (view: Shown): boolean =>
  (view.kind === 'notice' || view.kind === 'restore-notice') && LEAVES_CARD.has(view.notice.code);

/** Their cards cannot be called up again: a failure does not take their place. */
const KEEPS_CARD: ReadonlySet<CardAction['verb']> = new Set(['approval', 'request']);

const isFailure = (view: Shown): boolean => isNotice(view, 'storage-away') || isNotice(view, 'went-wrong');

interface TurnInputs {
  readonly router: Router;
  readonly announcer: CardAnnouncer;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

export class TurnHandler {
  readonly #inputs: TurnInputs;
  readonly #zones = new TimeZones();
  readonly #work: TurnWork;
  readonly #askDialog: AskDialog;
  readonly #messages: Deduplicator<void>;
  readonly #invokes: Deduplicator<InvokeAnswer>;
  readonly #taps: Deduplicator<RequestReply>;

  constructor(inputs: TurnInputs) {
    this.#inputs = inputs;
    this.#messages = new Deduplicator(inputs.clock, MESSAGES);
    this.#invokes = new Deduplicator(inputs.clock, INVOKES);
    this.#taps = new Deduplicator(inputs.clock, TAPS);
    this.#work = new TurnWork(inputs);
    this.#askDialog = new AskDialog({ ...inputs, work: this.#work });
  }

  async onTurn(context: TurnContext): Promise<void> {
    const { activity } = context;
    switch (activity.type) {
      case 'message':
        return this.#once(this.#messages, activity, (action) => this.#onMessage(activity, action));
      case 'invoke': {
        const value = await this.#once(this.#invokes, activity, (action) => this.#onInvoke(activity, action));
        await context.sendActivity({ type: 'invokeResponse', value });
        return undefined;
      }
      case 'installationUpdate':
      case 'conversationUpdate':
        return this.#onMembership(activity);
      default:
        return undefined;
    }
  }

  /** Resolves when the background work of all turns is done. */
  settled(): Promise<void> {
    return this.#work.settled();
  }

  async #onMembership(activity: Activity): Promise<void> {
    switch (membershipOf(activity)) {
      case 'joined':
        return this.#welcome(activity);
      case 'left':
        return this.#leave(activity);
      case 'unknown': {
        const eventType = String(activity.channelData?.eventType).slice(0, 60);
        return this.#inputs.log.info(
          { event: 'team-event-unknown', eventType },
          'an unknown event of a team changes nothing',
        );
      }
      case 'unchanged':
        return undefined;
    }
  }

  #once<Answer>(
    answers: Deduplicator<Answer>,
    activity: Activity,
    answer: (action: CardAction | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    const { conversation, from, id = this.#inputs.newId(), name, text, replyToId } = activity;
    const { value } = activity as { readonly value?: unknown };
    const action = text?.trim() ? undefined : parseAction(value);
    // The same id with another text is not a duplicate.
    return answers.once([conversation.id, from.id, name, text, replyToId, value, id], () => answer(action));
  }

  async #onMessage(activity: Activity, action: CardAction | undefined): Promise<void> {
    const { text, replyToId } = activity;
    const asker = this.#zones.recall(readAsker(activity));
    if (action !== undefined) return this.#work.answerInTime(asker, this.#submit(asker, action, replyToId));
    const command = parseCommand(text ?? '', asker.address.place);
    await this.#answer(asker, () => this.#inputs.router.command(asker, command));
  }

  /** A client without Universal Actions sends a message, and nothing can be shown to one person alone. */
  async #submit(asker: Asker, action: CardAction, pressedCardId: string | undefined): Promise<void> {
    const { reply, cardId } = await this.#perform(asker, action, pressedCardId);
    const isForOwner = this.#inputs.announcer.isForOwner(asker.address, asker.key, reply.view);
    if (isForOwner) return this.#post(asker, asReply({ code: 'needs-personal-chat' }));
    return leavesCard(reply.view) ? this.#post(asker, reply) : this.#edit(asker, cardId, reply);
  }

  async #onInvoke(activity: Activity, action: CardAction | undefined): Promise<InvokeAnswer> {
    if (activity.name === 'application/search') return this.#onSearch(activity);
    if (activity.name === 'fileConsent/invoke') return this.#onConsent(activity);
    const asker = this.#zones.recall(readAsker(activity));
    const dialog = await this.#askDialog.answer(activity, asker);
    if (dialog !== undefined) return dialog;
    if (activity.name !== 'adaptiveCard/action') {
      const name = activity.name?.slice(0, 60);
      this.#inputs.log.info({ event: 'invoke-unused', name }, 'an invoke that no card of this bot causes');
      return answerUnused(activity.name, activity.locale ?? undefined);
    }
    if (action === undefined) return INVOKE_NOT_UNDERSTOOD;
    const isPersonal = asker.address.place === 'personal';
    const { isRefresh = false } = action;
    // Nobody waits for a refresh, and an edited card would be refreshed again. A code is for its owner alone.
    const isOnlyHere = isRefresh || (action.verb === 'show-code' && !isPersonal);
    const performing = this.#perform(asker, action, isRefresh ? undefined : activity.replyToId);
    const performed = await (isRefresh
      ? this.#work.within(INVOKE_MILLISECONDS, performing)
      : this.#work.showTypingUntil(asker, INVOKE_MILLISECONDS, performing));
    if (performed === undefined) {
      if (!isOnlyHere) {
        const editing = performing.then(({ reply, cardId }) =>
          leavesCard(reply.view) ? this.#post(asker, reply) : this.#edit(asker, cardId, reply),
        );
        void this.#work.runInBackground(editing, 'a late answer could not be sent');
      }
      const reply = asReply({ code: isOnlyHere ? 'took-too-long' : 'working' });
      return this.#invokeAnswer(reply, this.#render(asker, reply));
    }
    const { reply, cardId, apart } = performed;
    const rendered = this.#render(asker, reply);
    if (isOnlyHere) {
      const pressedCardId = isPersonal ? activity.replyToId : undefined;
      void this.#work.runInBackground(this.#retire(asker, pressedCardId, reply), 'a card could not be sent');
    } else if (!leavesCard(reply.view) && (isPersonal || apart || cardId !== undefined)) {
      const editing = this.#edit(asker, cardId, reply, isPersonal ? rendered : undefined);
      void this.#work.runInBackground(editing, 'a card could not be sent');
    }
    return this.#invokeAnswer(reply, rendered, apart);
  }

  /** Teams waits only for the acknowledgement; the file follows in a job. */
  async #onConsent(activity: Activity): Promise<InvokeAnswer> {
    const consent = readConsent(activity.value);
    if (consent === undefined) return INVOKE_NOT_UNDERSTOOD;
    const asker = this.#zones.recall(readAsker(activity));
    const answering = this.#work
      .run(() => this.#inputs.router.consent(asker, consent, activity.replyToId))
      .then((reply) => this.#post(asker, reply));
    const answered = this.#work.runInBackground(answering, 'an answer about a file could not be sent');
    await this.#work.showTypingUntil(asker, INVOKE_MILLISECONDS, answered);
    return CONSENT_RECEIVED;
  }

  /** A failure shows no suggestions: the next letter asks again. */
  async #onSearch(activity: Activity): Promise<InvokeAnswer> {
    const search = readTypeahead(activity.value);
    if (search === undefined) return typeaheadResponse([], undefined);
    const asker = this.#zones.recall(readAsker(activity));
    const suggesting = this.#inputs.router.suggest(asker, search.typed, search.max).catch((error: unknown) => {
      this.#inputs.log.warn({ event: 'suggestions-failed', error }, 'the type-ahead could not be answered');
      return [];
    });
    return typeaheadResponse((await this.#work.within(SEARCH_MILLISECONDS, suggesting)) ?? [], asker.address.locale);
  }

  /** `installationUpdate` says who installed the app, and their language; `conversationUpdate` may come first, or alone. */
  async #welcome(activity: Activity): Promise<void> {
    const { router, clock } = this.#inputs;
    const asker = this.#zones.recall(readAsker(activity));
    // At each event: what another instance has heard of a removal is not known here.
    this.#saveContact(asker, 'added');
    const welcoming = () =>
      this.#messages.once(welcomeOf(activity), () => this.#respond(asker, () => router.welcome(asker)));
    if (activity.type === 'installationUpdate') return this.#work.answerInTime(asker, welcoming());
    void this.#work.answerInTime(asker, clock.sleep(INSTALLATION_MILLISECONDS).then(welcoming));
  }

  /** The channel says it once: it is answered when the job is sent. Storage may be unavailable for longer than it waits. */
  async #leave(activity: Activity): Promise<void> {
    this.#messages.forget(welcomeOf(activity));
    const leaving = this.#inputs.router.leave(readAsker(activity));
    const ended = this.#work.runInBackground(leaving, 'a conversation could not be erased');
    await this.#work.within(TURN_MILLISECONDS, ended);
  }

  #answer(asker: Asker, work: () => Promise<RequestReply>): Promise<void> {
    this.#saveContact(asker);
    return this.#work.answerInTime(asker, this.#respond(asker, work));
  }

  #saveContact(asker: Asker, added?: 'added'): void {
    void this.#work.runInBackground(
      this.#inputs.router.saveAdministratorContact(asker, added),
      "an administrator's address could not be stored",
    );
  }

  /** Posts a card below what the person wrote. */
  #respond(asker: Asker, work: () => Promise<RequestReply>): Promise<void> {
    return this.#work.run(work).then((reply) => this.#post(asker, reply));
  }

  async #perform(asker: Asker, action: CardAction, pressedCardId: string | undefined): Promise<Performed> {
    const { router, log } = this.#inputs;
    const isTheirs = action.owner === ownerMark(asker.key);
    if (!isTheirs && (action.owner !== undefined || !FOR_ANYBODY.has(action.verb))) {
      const fields = { event: 'foreign-button-pressed', verb: action.verb, conversation: asker.key.conversationId };
      log.info(fields, "somebody pressed another person's button");
      return { reply: asReply({ code: 'not-your-card' }), cardId: undefined, apart: false };
    }
    const isApart = router.isApart(action);
    let cardId: string | undefined;
    const pressing = async (): Promise<RequestReply> => {
      if (await router.mayEdit(asker, pressedCardId)) cardId = pressedCardId;
      const press = async (): Promise<RequestReply> => {
        const pressed = await router.press(asker, action, cardId);
        // A button of an older card: show the current status.
        return isNotice(pressed.view, 'card-outdated') ? router.command(asker, { kind: 'status' }) : pressed;
      };
      return ENDING.has(action.verb) ? this.#taps.once([asker.key, pressedCardId, action], press) : press();
    };
    const reply = await this.#work.run(pressing, router.otherwise(action));
    const isKept = asker.address.place === 'personal' && KEEPS_CARD.has(action.verb) && isFailure(reply.view);
    const apart = isApart || isKept || (reply.kind === 'render' && reply.apart === true);
    return { reply, cardId: apart || leavesCard(reply.view) ? undefined : cardId, apart };
  }

  async #post({ address, key }: Asker, { kind, view }: RequestReply, rendered?: RenderedView): Promise<void> {
    if (kind === 'render') await this.#inputs.announcer.post(address, key, rendered ?? view, 'only');
  }

  /** @param rendered as `renderForOwner` does, for a chat where nobody else sees it */
  async #edit(asker: Asker, cardId: string | undefined, reply: RequestReply, rendered?: RenderedView): Promise<void> {
    if (cardId === undefined) return this.#post(asker, reply, rendered);
    const { address, key } = asker;
    if (reply.kind === 'render')
      await this.#inputs.announcer.edit(address, key, cardId, rendered ?? reply.view, 'only');
  }

  /**
   * Replaces a card that still asks for a code although its id was never stored, so that no job edits it: for instance one that
   * was posted twice, since the chat service had not confirmed it.
   */
  async #retire(asker: Asker, cardId: string | undefined, { view }: RequestReply): Promise<void> {
    const { router, announcer, clock } = this.#inputs;
    const { address, key } = asker;
    if (cardId === undefined) return;
    if (view.kind === 'status') {
      if (!(await router.isStoredCard(asker, cardId))) await announcer.retire(address, key, cardId, view);
      return;
    }
    if (view.kind !== 'sign-in' || !(await router.isSuperseded(asker, cardId))) return;
    // A new card may ask for its content before its id is stored.
    await clock.sleep(STORED_MILLISECONDS);
    if (!(await router.isSuperseded(asker, cardId))) return;
    const { organization, askedBy } = view;
    await announcer.retire(address, key, cardId, { kind: 'sign-in-moved', organization, askedBy });
  }

  #render({ address, key }: Asker, { view }: RequestReply): RenderedView {
    return this.#inputs.announcer.renderForOwner(address, key, view);
  }

  #invokeAnswer({ view }: RequestReply, { card, summary }: RenderedView, apart = false): InvokeAnswer {
    return apart || leavesCard(view) ? invokeMessage(summary) : invokeCard(card);
  }
}
