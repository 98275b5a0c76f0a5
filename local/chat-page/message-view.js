/** One message: sender, time, text, cards, and delivery. */
import { renderCard } from './cards.js';
import { face, h, timeOf } from './elements.js';
import { fileCard, offerCard } from './file-cards.js';
import { ASK_COMMAND } from './message-dialog.js';
import { messageHtml } from './text.js';

/**
 * `handlers`: `press(message, action)` and `answerOffer(message, answer)` answer with the outcome,
 * `search(message, dataset, text)` with choices; `sayAgain(message)`; `choose(message)` opens the dialog of the app's command.
 * The element has `update(message, change)`.
 */
export function createMessageView(first, handlers) {
  let message = first;
  const content = h('div', { class: 'content' });
  const note = h('p', { class: 'card-note', role: 'status', 'data-testid': 'card-note', hidden: true });
  const edited = h('span', { class: 'edited', 'data-testid': 'edited', hidden: true }, 'Edited');
  const delivery = h('p', { class: 'delivery', role: 'status', 'data-testid': 'delivery', hidden: true });
  // Teams has it in the menu of each message.
  const command =
    message.from.kind === 'person' &&
    h(
      'button',
      { type: 'button', class: 'link-button command', onclick: () => void perform(() => handlers.choose(message)) },
      ASK_COMMAND.title,
    );
  const element = h(
    'li',
    {
      class: `message ${message.own ? 'own' : message.from.kind}`,
      'data-testid': 'message',
      'data-message-id': message.id,
      'data-from': message.from.kind,
      tabindex: -1,
    },
    message.own ? undefined : face(message.from.name, message.from.kind),
    h(
      'div',
      { class: 'message-body' },
      h(
        'p',
        { class: 'byline' },
        h('b', {}, message.own ? 'You' : message.from.name),
        timeOf(message.sentAt),
        edited,
        command,
      ),
      content,
      note,
      delivery,
    ),
  );

  const tell = (words, kind) => {
    note.hidden = words === '';
    note.textContent = words;
    note.className = `card-note ${kind}`;
  };

  const press = (action, button) => perform(() => handlers.press(message, action), button);
  const perform = async (work, button) => {
    if (isBusy()) return;
    const pressed = message;
    setBusy(true, button);
    tell('', '');
    try {
      const { outcome } = await work();
      if (outcome?.kind === 'message') tell(outcome.text, 'said');
      if (outcome?.kind === 'error') tell(outcome.text, 'bad');
    } catch (error) {
      tell(error.message, 'bad');
    } finally {
      setBusy(false, button);
      // A card that has changed is shown from its top instead.
      if (!note.hidden && message === pressed) note.scrollIntoView({ block: 'nearest' });
    }
  };
  const isBusy = () => element.getAttribute('aria-busy') === 'true';
  const setBusy = (busy, button) => {
    element.setAttribute('aria-busy', String(busy));
    for (const each of content.querySelectorAll('button')) each.setAttribute('aria-disabled', String(busy));
    button?.classList.toggle('pressed', busy);
  };

  const drawContent = () => {
    const hadFocus = content.contains(document.activeElement);
    const search = (dataset, text) => handlers.search(message, dataset, text);
    const parts = message.cards.map((card) => renderCard(card, (action, button) => void press(action, button), search));
    if (message.offer !== undefined) {
      parts.push(
        offerCard(message.offer, (answer, button) => perform(() => handlers.answerOffer(message, answer), button)),
      );
    }
    if (message.file !== undefined) parts.push(fileCard(message.file));
    if (message.text !== '') {
      const words = h('div', { class: 'bubble' });
      words.innerHTML = messageHtml(message.text, message.textFormat);
      parts.unshift(words);
    }
    content.replaceChildren(...parts);
    if (hadFocus) element.focus({ preventScroll: true });
  };

  const drawEdited = () => {
    element.dataset.version = message.version;
    edited.hidden = message.editedAt === undefined;
  };

  const drawDelivery = () => {
    const { kind, reason } = message.delivery;
    const shown = { sending: 'Sending…', retrying: `Couldn’t be delivered: ${reason}. Retrying…` };
    const failed = kind === 'failed';
    delivery.className = `delivery ${kind}`;
    delivery.hidden = !(kind in shown) && !failed;
    delivery.replaceChildren(failed ? `Couldn’t be delivered: ${reason}. ` : (shown[kind] ?? ''));
    if (failed) {
      delivery.append(
        h(
          'button',
          { type: 'button', class: 'link-button', onclick: () => void perform(() => handlers.sayAgain(message)) },
          'Send again',
        ),
      );
    }
  };

  drawContent();
  drawEdited();
  drawDelivery();
  element.update = (next, change) => {
    const shown = message;
    message = next;
    drawDelivery();
    if (change === 'delivery') return;
    drawEdited();
    // The bot also edits the card that answered a press: what has been entered on it since then stays.
    if ((change === 'missed' || (change === 'edited' && !isBusy())) && hasSameContent(shown, next)) return;
    tell('', '');
    drawContent();
    element.classList.remove('changed');
    void element.offsetWidth; // starts the highlight anew
    element.classList.add('changed');
  };
  return element;
}

const hasSameContent = (one, other) =>
  ['text', 'textFormat', 'cards', 'offer', 'file'].every(
    (name) => JSON.stringify(one[name]) === JSON.stringify(other[name]),
  );
