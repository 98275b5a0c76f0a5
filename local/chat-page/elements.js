/** Small pieces of the page. Text always goes in as text. */

/** An element: attributes by name, `on…` functions as listeners, false and undefined left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== false));
  return element;
}

/** Whether a key belongs to an input method that converts what is typed. Safari reports the closing Enter by its code alone. */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

export const byId = (id) => document.getElementById(id);

/** The round picture of a person, the bot, a group or a channel. */
export function face(name, kind) {
  if (kind === 'bot' || kind === 'personal') {
    return h('span', { class: 'face bot', 'aria-hidden': 'true' }, h('img', { src: 'icon.svg', alt: '' }));
  }
  if (kind === 'channel') return h('span', { class: 'face channel', 'aria-hidden': 'true' }, '#');
  const initials = name
    .split(/\s+/)
    .map((word) => word[0])
    .filter(Boolean);
  const letters = (initials[0] ?? '?') + (initials.length > 1 ? initials.at(-1) : '');
  const tint = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 997, 7) % 6;
  return h('span', { class: `face tint-${tint}`, 'aria-hidden': 'true' }, letters.toUpperCase());
}

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const dayName = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

export function timeOf(at) {
  return h('time', { datetime: new Date(at).toISOString(), title: whole.format(at) }, clock.format(at));
}

/** "Today", or the day's name. */
export function dayOf(at) {
  const day = new Date(at).toDateString();
  return day === new Date().toDateString() ? 'Today' : dayName.format(at);
}
