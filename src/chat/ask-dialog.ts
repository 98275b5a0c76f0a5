/** **Ask for a restore** in a message's menu: its dialog, and what it sends. */
import type { Activity } from 'botbuilder';

import type { Asker } from '../core/person.ts';
import type { RequestReply } from '../requests/views.ts';
import {
  dialogCard,
  dialogMessage,
  INVOKE_NOT_UNDERSTOOD,
  readAskCommand,
  type InvokeAnswer,
} from './actions/invokes.ts';
import { parseAction } from './actions/parse-action.ts';
import type { CardAnnouncer } from './outbound/announcer.ts';
import type { Router } from './router.ts';
import type { TurnWork } from './turn-work.ts';

/** Dialogs wait for five seconds; what takes longer is told in the personal chat. */
const DIALOG_MILLISECONDS = 4_000;
const FETCH_TASK = 'composeExtension/fetchTask';
const NAMES: ReadonlySet<string> = new Set([FETCH_TASK, 'composeExtension/submitAction']);

const LATE: RequestReply = { kind: 'render', view: { kind: 'request-notice', code: 'late' } };

interface Inputs {
  readonly router: Pick<Router, 'askingForm' | 'ask' | 'notAsked' | 'personalChat'>;
  readonly announcer: Pick<CardAnnouncer, 'post' | 'renderForOwner'>;
  readonly work: TurnWork;
}

export class AskDialog {
  readonly #inputs: Inputs;

  constructor(inputs: Inputs) {
    this.#inputs = inputs;
  }

  /** @returns undefined for another command */
  async answer(activity: Activity, asker: Asker): Promise<InvokeAnswer | undefined> {
    const { router, work } = this.#inputs;
    const command = NAMES.has(activity.name ?? '') ? readAskCommand(activity.value) : undefined;
    if (command === undefined) return undefined;
    const { message, data } = command;
    if (activity.name === FETCH_TASK) return this.#shown(asker, router.askingForm(asker));
    const action = parseAction(data);
    if (action?.verb !== 'request') return INVOKE_NOT_UNDERSTOOD;
    const { request, press } = action;
    const asking = work.run(
      () => router.ask(asker, request, press.fields, message),
      () => router.notAsked(request, press.fields, message),
    );
    const reply = await work.within(DIALOG_MILLISECONDS, asking);
    if (reply === undefined) {
      const telling = asking.then((late) => this.#tell(asker, late));
      void work.runInBackground(telling, 'a late answer to a dialog could not be sent');
    }
    return this.#shown(asker, reply ?? LATE);
  }

  #shown({ address, key }: Asker, { view }: RequestReply): InvokeAnswer {
    const { card, summary } = this.#inputs.announcer.renderForOwner(address, key, view);
    return view.kind === 'request-form' ? dialogCard(summary, card) : dialogMessage(summary);
  }

  /** In the personal chat, where a request that was received has its own card. */
  async #tell(asker: Asker, { view }: RequestReply): Promise<void> {
    const { router, announcer } = this.#inputs;
    if (view.kind === 'request-notice' && view.code === 'sent') return;
    const chat = await router.personalChat(asker);
    if (chat.kind === 'none') return;
    // The message stays behind with the dialog.
    const shown = view.kind === 'request-form' ? { ...view, hasMessage: false } : view;
    await announcer.post(chat.address, chat.key, shown, 'only');
  }
}
