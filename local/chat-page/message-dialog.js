/** The app's command in a message's menu, and the dialog that it opens: a card, or a sentence. */
import { renderCard } from './cards.js';
import { h } from './elements.js';

/** In `composeExtensions` of the app's manifest. */
export const ASK_COMMAND = { id: 'askForRestore', title: 'Ask for a restore' };

/** @param submit answers a button of the dialog, by its data, with what the dialog shows next */
export function openDialog(first, submit) {
  const title = h('h2', {});
  const content = h('div', { class: 'dialog-content' });
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const close = h('button', { type: 'button', class: 'quiet-button', onclick: () => dialog.close() }, 'Close');
  const dialog = h(
    'dialog',
    { class: 'dialog', 'data-testid': 'dialog', 'aria-label': ASK_COMMAND.title },
    h('header', {}, title, close),
    content,
    problem,
  );
  let isBusy = false;

  const show = (shown) => {
    title.textContent = shown.title ?? ASK_COMMAND.title;
    content.replaceChildren(
      shown.kind === 'card'
        ? renderCard(shown.card, (action) => void press(action), undefined)
        : h('p', { role: 'status' }, shown.text),
    );
  };
  const press = async (action) => {
    if (isBusy) return;
    isBusy = true;
    problem.hidden = true;
    try {
      const { dialog: next } = await submit(action.data);
      show(next);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    } finally {
      isBusy = false;
    }
  };

  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  show(first);
  dialog.showModal();
}
