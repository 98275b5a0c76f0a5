/** The chat page: the person, the open conversation, and incoming events. */
import { createComposer } from './composer.js';
import { createConversationView } from './conversation-view.js';
import { byId, face } from './elements.js';
import { ASK_COMMAND, openDialog } from './message-dialog.js';
import { act, ask, listen } from './server.js';
import { drawConversations, drawPeople } from './side-view.js';

const NARROW = window.matchMedia('(max-width: 760px)');
/** Teams shows typing for a few seconds unless it is repeated. */
const TYPING_MILLISECONDS = 8_000;

const state = { bot: '', people: [], me: undefined, conversations: [], open: undefined, unread: new Map() };
/** Events that come while the open conversation is being read; undefined at other times. */
let waiting;
let stopListening = () => {};
let typingTimer;

const where = () => ({ person: state.me.id, conversation: state.open.id });
const composer = createComposer((message) => act('say', { ...where(), ...message }));
const view = createConversationView({
  answerOffer: (message, answer) => act('answer-offer', { ...where(), cardId: message.id, answer }),
  press: (message, action) => act('press', { ...where(), cardId: message.id, action }),
  search: async (message, dataset, text) =>
    (await act('search', { ...where(), cardId: message.id, dataset, text })).choices,
  sayAgain: (message) => {
    const text = message.text.replace(/<at>.*?<\/at>\s*/g, '');
    return act('say', { ...where(), text, threadId: message.threadId });
  },
  choose: async (message) => {
    const choosing = { ...where(), cardId: message.id, commandId: ASK_COMMAND.id };
    const { dialog } = await act('choose', choosing);
    openDialog(dialog, (data) => act('submit', { ...choosing, data }));
    return {};
  },
  reply: (threadId, words) => composer.reply(threadId, words),
});

/** Shows errors in the conversation itself. */
function attempt(promise) {
  promise.catch((error) => view.problem(error.message));
}

function drawSide() {
  drawPeople(state.people, state.me, (person) => attempt(become(person)));
  drawConversations(state.conversations, state.open, state.unread, (conversation) => {
    attempt(openConversation(conversation));
    showMain(true);
  });
  const unread = [...state.unread.values()].reduce((sum, count) => sum + count, 0);
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${state.open?.name ?? state.bot} – ${state.me.name}`;
}

function drawHead() {
  const { open, bot } = state;
  byId('head-face').replaceChildren(face(open.name, open.kind));
  byId('head-title').textContent = open.name;
  const about = { personal: 'Bot · personal chat', groupChat: `Group chat · ${open.people} people and ${bot}` };
  byId('head-about').textContent = about[open.kind] ?? `Channel · ${open.team}`;
  byId('remove').hidden = open.bot !== 'installed';
  composer.show(open, bot);
}

/** A narrow screen shows either the chats or the conversation. */
function showMain(shown) {
  document.body.classList.toggle('show-side', !shown);
}

function stopTyping() {
  clearTimeout(typingTimer);
  byId('typing').hidden = true;
}

function showTyping() {
  stopTyping();
  byId('typing-words').textContent = `${state.bot} is typing`;
  byId('typing').hidden = false;
  typingTimer = setTimeout(stopTyping, TYPING_MILLISECONDS);
}

/** The card asks for a view of this person's own: fetched when it is seen. */
function lookAt(message) {
  if (message.refreshDue) attempt(act('look', { ...where(), cardId: message.id }));
}

async function openConversation(conversation) {
  state.open = conversation;
  state.unread.delete(conversation.id);
  stopTyping();
  drawSide();
  drawHead();
  // Before the first wait: later, the cursor could be in a card.
  if (!NARROW.matches) composer.focus();
  await reload();
  if (conversation.bot === 'new') await act('open', where());
}

async function reload() {
  const { open, me } = state;
  const mine = (waiting = []);
  const messages = await ask('messages', where()).catch((error) => {
    if (mine === waiting) waiting = undefined;
    throw error;
  });
  if (mine !== waiting || open.id !== state.open.id || me !== state.me) return;
  const hint = open.kind === 'personal' ? 'restore login' : `@${state.bot} restore login`;
  view.show(open, me, messages, `No messages yet. Type “${hint}” to begin.`);
  for (const message of messages) lookAt(message);
  waiting = undefined;
  for (const event of mine) takeMessage(event);
}

function take(event) {
  switch (event.kind) {
    case 'conversation': {
      const { conversation } = event;
      state.conversations = state.conversations.map((each) => (each.id === conversation.id ? conversation : each));
      if (conversation.id === state.open.id) {
        state.open = conversation;
        drawHead();
      }
      return;
    }
    case 'typing':
      if (event.conversationId === state.open.id) showTyping();
      return;
    case 'problem':
      if (event.conversationId === state.open.id) view.problem(event.text);
      return;
    case 'message':
      takeMessage(event);
  }
}

function takeMessage(event) {
  const { message, change } = event;
  if (message.conversationId !== state.open.id) {
    if (change === 'posted' || change === 'edited') {
      state.unread.set(message.conversationId, (state.unread.get(message.conversationId) ?? 0) + 1);
      drawSide();
    }
    return;
  }
  if (waiting) {
    waiting.push(event);
    return;
  }
  if (message.from.kind === 'bot') stopTyping();
  view.take(message, change);
  if (change !== 'view') lookAt(message);
}

const conversationsOf = (person) => ask('conversations', { person: person.id });

function setConversations(conversations) {
  state.conversations = conversations;
  state.open = conversations.find(({ id }) => id === state.open?.id) ?? conversations[0];
}

/** What happened while no events came. */
async function catchUp() {
  const { me } = state;
  const conversations = await conversationsOf(me);
  if (me !== state.me) return;
  setConversations(conversations);
  drawHead();
  await reload();
}

async function become(person) {
  // Before anything changes: where it fails, the tab stays with the person before.
  const conversations = await conversationsOf(person);
  stopListening();
  state.me = person;
  setConversations(conversations);
  sessionStorage.setItem('person', person.id);
  state.unread = new Map();
  await new Promise((resolve) => {
    let wasAway = document.hidden;
    if (wasAway) resolve();
    stopListening = listen(person.id, {
      onEvent: take,
      onUp() {
        byId('connection').hidden = true;
        if (wasAway) attempt(catchUp());
        wasAway = true;
        resolve();
      },
      onDown() {
        wasAway = true;
        byId('connection').textContent = 'The connection was lost. Trying to get it back…';
        byId('connection').hidden = false;
        resolve();
      },
    });
  });
  await openConversation(state.open);
}

byId('back').addEventListener('click', () => showMain(false));
byId('remove').addEventListener('click', () => attempt(act('uninstall', where())));
byId('install').addEventListener('click', () => attempt(act('install', where())));

async function start() {
  const { bot, people } = await ask('people');
  state.bot = bot.name;
  state.people = people;
  const remembered = sessionStorage.getItem('person');
  await become(people.find(({ id }) => id === remembered) ?? people[0]);
}

attempt(start());
