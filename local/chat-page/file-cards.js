/** Teams' own cards for a file: an offer with Allow and Decline, and the file in OneDrive. */
import { h } from './elements.js';

const sizes = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

function sizeOf(bytes) {
  if (bytes < 1024) return `${sizes.format(bytes)} bytes`;
  return bytes < 1_048_576 ? `${sizes.format(bytes / 1024)} KB` : `${sizes.format(bytes / 1_048_576)} MB`;
}

/** `onAnswer` gets `accept` or `decline`, and the button. */
export function offerCard({ name, description, sizeInBytes }, onAnswer) {
  const button = (title, answer) =>
    h('button', { type: 'button', class: 'file-button', onclick: (event) => onAnswer(answer, event.target) }, title);
  return h(
    'div',
    { class: 'card file', 'data-testid': 'file-offer' },
    h('p', { class: 'file-name' }, h('b', {}, name), ` ${sizeOf(sizeInBytes)}`),
    h('p', {}, description),
    h('p', { class: 'file-buttons' }, button('Allow', 'accept'), button('Decline', 'decline')),
  );
}

/** Downloads it: it is never shown here. */
export function fileCard({ name, contentUrl }) {
  const isOwn = URL.canParse(contentUrl) && new URL(contentUrl).origin === location.origin;
  return h(
    'div',
    { class: 'card file', 'data-testid': 'file' },
    h('p', { class: 'file-name' }, h('b', {}, name), ' in your OneDrive'),
    isOwn ? h('a', { href: contentUrl, download: name }, 'Download') : undefined,
  );
}
