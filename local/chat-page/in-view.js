/** Scrolls the conversation so that the newest message stays in view, unless the person has scrolled away from it. */
import { byId } from './elements.js';

/** Pixels kept free around a card. */
const MARGIN = 8;
/** Pixels by which a position may be off and still count as the same. */
const TOLERANCE = 24;

export function createInView() {
  const scroller = byId('scroller');
  const button = byId('newest');
  let newest;
  /** What is kept in view while following: the newest message, or an older one whose button was pressed. */
  let shown;
  let following = true;
  let settledAt = 0;
  let laidOut = '';

  const layout = () => `${scroller.scrollHeight} ${scroller.clientHeight}`;
  const end = () => scroller.scrollHeight - scroller.clientHeight;

  /** The scroll positions from `first` to `last` show the whole message; a tall one is shown from its top. */
  const range = (message) => {
    const content = message.querySelector('.content').getBoundingClientRect();
    const origin = scroller.getBoundingClientRect().top - scroller.scrollTop;
    const margin = Math.min(MARGIN, (scroller.clientHeight - content.height) / 2);
    const first = content.bottom - origin + margin - scroller.clientHeight;
    const last = content.top - origin - margin;
    if (margin >= 0) return { first, last, bottom: last, tall: false };
    const top = message.getBoundingClientRect().top - origin - MARGIN;
    return { first: top, last: top, bottom: content.bottom - origin, tall: true };
  };

  const isInView = (message) => {
    if (!message) return end() - scroller.scrollTop <= TOLERANCE;
    const { first, bottom } = range(message);
    return scroller.scrollTop >= Math.min(first, end()) - TOLERANCE && scroller.scrollTop <= bottom + TOLERANCE;
  };

  const settle = () => {
    if (following) {
      const { first, last } = shown ? range(shown) : { first: end(), last: end() };
      const wanted = shown === newest ? end() : scroller.scrollTop;
      scroller.scrollTop = Math.min(Math.max(wanted, first), last);
      settledAt = scroller.scrollTop;
    }
    laidOut = layout();
    button.hidden = isInView(newest);
  };

  scroller.addEventListener('scroll', () => {
    // The browser scrolls by itself when the layout changes; the observer below follows in the same frame.
    if (laidOut !== layout() || (following && scroller.scrollTop === settledAt)) return;
    following = isInView(newest);
    if (following) shown = newest;
    button.hidden = following;
  });
  const observer = new ResizeObserver((entries) => {
    // Somebody who reads on in a tall card and unfolds a part of it stays there.
    const readsOn = shown && range(shown).tall && scroller.scrollTop > range(shown).first + TOLERANCE;
    const isFrame = entries.some(({ target }) => target === scroller);
    if (isFrame || !readsOn) settle();
    laidOut = layout();
  });
  for (const id of ['scroller', 'messages', 'typing']) observer.observe(byId(id));

  const follow = (message) => {
    following = true;
    shown = message;
    // The scroll event of what the person scrolled before comes after the press under load, and means nothing any more.
    settledAt = scroller.scrollTop;
  };
  button.addEventListener('click', () => {
    follow(newest);
    settle();
    scroller.focus({ preventScroll: true });
  });

  return {
    settle,
    /** From the next change on, keeps this message in view. */
    follow,
    /** Tells which message is the newest, and follows it: `always`, or unless the person has scrolled away. */
    setNewest(message, always) {
      newest = message;
      if (always || following) follow(message);
      settle();
    },
  };
}
