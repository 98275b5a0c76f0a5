/** The open conversation: its messages in order, days between them, threads in a channel. */
import { byId, dayOf, h } from './elements.js';
import { createInView } from './in-view.js';
import { createMessageView } from './message-view.js';

/** `handlers`: those of a message, and `reply(threadId, words)`. */
export function createConversationView(handlers) {
  const list = byId('messages');
  const inView = createInView();
  let views = new Map();
  let threads = new Map();
  let lastDay;
  let isChannel = false;
  let shown = '';

  const messageHandlers = {
    ...handlers,
    press(message, action) {
      inView.follow(views.get(message.id));
      return handlers.press(message, action);
    },
  };

  const placeFor = (message) => {
    const day = dayOf(message.sentAt);
    const known = isChannel ? threads.get(message.threadId) : undefined;
    if (known) return known;
    if (day !== lastDay) {
      list.append(h('li', { class: 'day' }, h('span', {}, day)));
      lastDay = day;
    }
    if (!isChannel) return list;
    const inside = h('ol', { class: 'thread-messages' });
    const words = (message.summary ?? message.text).replace(/<[^>]+>/g, '').trim();
    const reply = h(
      'button',
      { type: 'button', class: 'link-button', onclick: () => handlers.reply(message.threadId, words) },
      'Reply',
    );
    list.append(
      h('li', { class: 'thread', 'data-testid': 'thread', 'data-thread-id': message.threadId }, inside, reply),
    );
    threads.set(message.threadId, inside);
    return inside;
  };

  const add = (message) => {
    const view = createMessageView(message, messageHandlers);
    views.set(message.id, view);
    placeFor(message).append(view);
    return view;
  };
  const showEmpty = (words) => {
    if (views.size === 0) list.replaceChildren(h('li', { class: 'empty', 'data-testid': 'empty' }, words));
  };

  /** A new, changed or deleted message; `missed`: it may have changed. */
  const take = (message, change) => {
    const view = views.get(message.id);
    if (change === 'deleted') {
      view?.remove();
      views.delete(message.id);
      inView.setNewest([...views.values()].at(-1), false);
    } else if (view) {
      if (change === 'posted') return;
      view.update(message, change);
      if (change !== 'delivery') inView.settle();
    } else {
      list.querySelector('.empty')?.remove();
      const added = add(message);
      added.classList.add('arrived');
      inView.setNewest(added, message.own);
    }
  };
  /** Keeps what is entered on cards, and where the person has scrolled to. */
  const update = (messages) => {
    const ids = new Set(messages.map(({ id }) => id));
    for (const id of [...views.keys()].filter((each) => !ids.has(each))) take({ id }, 'deleted');
    for (const message of messages) take(message, views.has(message.id) ? 'missed' : 'posted');
  };

  return {
    /** Draws the conversation as the person sees it; where some of it is shown already, only what differs. */
    show(conversation, person, messages, emptyWords) {
      const key = `${person.id} ${conversation.id}`;
      // Nothing of an emptied conversation is left to be kept.
      if (key === shown && messages.some(({ id }) => views.has(id))) return update(messages);
      shown = key;
      isChannel = conversation.kind === 'channel';
      views = new Map();
      threads = new Map();
      lastDay = undefined;
      list.replaceChildren();
      for (const message of messages) add(message);
      showEmpty(emptyWords);
      inView.setNewest([...views.values()].at(-1), true);
    },
    take,
    problem(words) {
      const line = h('li', { class: 'problem-line', role: 'alert', 'data-testid': 'problem' }, words);
      list.append(line);
      line.scrollIntoView({ block: 'nearest' });
    },
  };
}
