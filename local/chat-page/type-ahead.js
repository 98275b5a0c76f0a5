/** A choice set with a text box that filters its choices, or asks the bot for them (`choices.data`), as in Teams. */
import { byId, h, isComposing } from './elements.js';

const { Choice } = window.AdaptiveCards;

/** Milliseconds from the last letter until the bot is called. */
const PAUSE_MILLISECONDS = 150;
/** Pixels; the list scrolls beyond. */
const LIST_HEIGHT = 260;
let lists = 0;

/**
 * Puts a list of choices below the text box of a filtered choice set, or above it where there is more room.
 * `search(dataset, text)` resolves with `[{ title, value }]`.
 */
export function addTypeAhead(input, search) {
  const box = input.renderedElement.querySelector('input');
  const preset = input.choices.map(({ title, value }) => ({ title, value }));
  const dataset = input.choicesData?.type === 'Data.Query' ? input.choicesData.dataset : undefined;
  const find = (text) =>
    dataset === undefined
      ? preset.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
      : search(dataset, text);
  const list = h('ul', { class: 'choices', id: `choices-${(lists += 1)}`, role: 'listbox', hidden: true });
  const note = h('p', { class: 'choices-note', role: 'status', hidden: true });
  let shown = [];
  let active = -1;
  let asked = 0;
  let timer;

  // The package names only what is around the box.
  const labels = box.closest('[aria-labelledby]')?.getAttribute('aria-labelledby');
  if (labels) box.setAttribute('aria-labelledby', labels);
  box.removeAttribute('list');
  box.autocomplete = 'off';
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  })) {
    box.setAttribute(name, value);
  }
  input.renderedElement.querySelector('datalist')?.remove();
  const place = h('div', { class: 'type-ahead' });
  box.replaceWith(place);
  place.append(box, list, note);

  const close = () => {
    // A lookup that was on its way would open the list again.
    clearTimeout(timer);
    asked += 1;
    list.hidden = true;
    active = -1;
    box.setAttribute('aria-expanded', 'false');
    box.removeAttribute('aria-activedescendant');
  };
  const fitList = () => {
    const view = byId('scroller').getBoundingClientRect();
    const { top, bottom } = box.getBoundingClientRect();
    const room = { above: top - view.top, below: view.bottom - bottom };
    const goesAbove = room.below < Math.min(list.scrollHeight, LIST_HEIGHT) + 12 && room.above > room.below;
    list.classList.toggle('above', goesAbove);
    list.style.maxHeight = `${Math.min(LIST_HEIGHT, (goesAbove ? room.above : room.below) - 12)}px`;
  };
  const say = (words) => {
    note.textContent = words;
    note.hidden = words === '';
  };
  const mark = (index) => {
    active = index;
    for (const [at, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(at === active));
    const option = list.children[active];
    if (option) box.setAttribute('aria-activedescendant', option.id);
    option?.scrollIntoView({ block: 'nearest' });
  };
  const pick = ({ title, value }) => {
    // The card's value is that of the choice with the title in the box: it has to know the choice.
    input.choices = [...input.choices.filter((known) => known.title !== title), new Choice(title, value)];
    box.value = title;
    say('');
    close();
    input.valueChanged();
  };
  const show = (choices) => {
    shown = choices;
    active = -1;
    list.replaceChildren(
      ...choices.map((choice, index) =>
        h(
          'li',
          {
            role: 'option',
            id: `${list.id}-${index}`,
            'aria-selected': 'false',
            'data-testid': 'choice',
            // Before the box loses the focus.
            onmousedown: (event) => {
              event.preventDefault();
              pick(choice);
            },
          },
          choice.title,
        ),
      ),
    );
    list.hidden = choices.length === 0;
    if (!list.hidden) fitList();
    box.setAttribute('aria-expanded', String(choices.length > 0));
  };
  const ask = async () => {
    const text = box.value.trim();
    const mine = (asked += 1);
    if (text === '') {
      say('');
      return show(preset);
    }
    try {
      const choices = await find(text);
      // Only the answer to the current text.
      if (mine !== asked) return undefined;
      say(choices.length === 0 ? 'Nothing found' : '');
      return show(choices);
    } catch (error) {
      if (mine !== asked) return undefined;
      say(error.message);
      return show([]);
    }
  };

  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE_MILLISECONDS);
  });
  box.addEventListener('focus', () => {
    if (box.value === '') show(preset);
    else box.select();
  });
  box.addEventListener('blur', () => {
    close();
    const isChosen = box.value === '' || input.choices.some(({ title }) => title === box.value);
    if (!isChosen && note.hidden) say('Choose one from the list.');
  });
  box.addEventListener('keydown', (event) => {
    if (isComposing(event)) return;
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in moves && shown.length > 0) {
      event.preventDefault();
      if (list.hidden) show(shown);
      const from = active < 0 && event.key === 'ArrowUp' ? 0 : active;
      mark((from + moves[event.key] + shown.length) % shown.length);
    } else if (event.key === 'Enter' && !list.hidden && shown[active]) {
      event.preventDefault();
      pick(shown[active]);
    } else if (event.key === 'Escape') close();
  });
}
