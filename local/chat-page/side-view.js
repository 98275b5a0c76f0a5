/** The left side: the person and their chats. */
import { byId, face, h } from './elements.js';

/** Draws the person switcher; `choose(person)` when another one is chosen. */
export function drawPeople(people, me, choose) {
  const words = (person, about) => h('span', { class: 'me-words' }, h('b', {}, person.name), h('span', {}, about));
  byId('me-button').replaceChildren(
    face(me.name, 'person'),
    words(me, me.about),
    h('span', { class: 'chevron', 'aria-hidden': 'true' }),
  );
  byId('me-button').setAttribute('aria-label', `You are ${me.name}. Be somebody else`);
  const option = (person) =>
    h(
      'button',
      {
        type: 'button',
        class: 'person-option',
        'aria-pressed': String(person.id === me.id),
        'data-testid': 'person-option',
        'data-person-id': person.id,
        onclick: () => {
          byId('people').hidePopover();
          choose(person);
        },
      },
      face(person.name, 'person'),
      words(person, person.about),
    );
  byId('people').replaceChildren(
    h('p', { class: 'people-title' }, 'Be one of these sample people'),
    ...people.map(option),
  );
}

/** Draws the chats; `unread` counts by conversation id. */
export function drawConversations(conversations, current, unread, choose) {
  const groups = [
    ['Chats', conversations.filter(({ kind }) => kind !== 'channel')],
    ['Teams', conversations.filter(({ kind }) => kind === 'channel')],
  ];
  const entry = (conversation) => {
    const count = unread.get(conversation.id) ?? 0;
    const about = { personal: 'Just you and the bot', groupChat: `${conversation.people} people and the bot` };
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: 'conversation',
          'aria-current': conversation.id === current?.id ? 'true' : 'false',
          'data-testid': 'conversation',
          'data-kind': conversation.kind,
          'data-conversation-id': conversation.id,
          onclick: () => choose(conversation),
        },
        face(conversation.name, conversation.kind),
        h(
          'span',
          { class: 'conversation-words' },
          h('b', {}, conversation.name),
          h('span', {}, about[conversation.kind] ?? conversation.team),
        ),
        count > 0 && h('span', { class: 'badge', 'aria-label': `${count} unread` }, String(count)),
      ),
    );
  };
  byId('conversations').replaceChildren(
    ...groups
      .filter(([, members]) => members.length > 0)
      .flatMap(([title, members]) => [h('h2', {}, title), h('ul', {}, ...members.map(entry))]),
  );
}
