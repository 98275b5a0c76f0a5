/** The composer: the text box, the commands to try, the mention switch, and replying to a post. */
import { byId, h, isComposing } from './elements.js';

const COMMANDS = ['restore login', 'restore find', 'status', 'help'];

/** `send({ text, mention, threadId })` returns a promise; the text stays in the box if it is rejected. */
export function createComposer(send) {
  const box = byId('composer-input');
  const mention = byId('mention');
  const problem = byId('composer-problem');
  let conversation;
  let threadId;
  let botName = '';

  const grow = () => {
    box.style.height = 'auto';
    // While the box is not shown, as beside the chats on a narrow screen, there is nothing to measure.
    if (box.scrollHeight > 0) box.style.height = `${Math.min(box.scrollHeight, 160)}px`;
    byId('send').disabled = box.value.trim() === '';
  };
  const drawMention = () => {
    const shared = conversation?.kind !== 'personal';
    const mentioned = mention.getAttribute('aria-checked') === 'true';
    mention.hidden = !shared;
    byId('box-mention').hidden = !shared || !mentioned;
    byId('box-mention').textContent = botName;
    box.placeholder = !shared
      ? `Message ${botName}`
      : mentioned
        ? 'Write a command'
        : 'Write to the others (the bot hears only what mentions it)';
  };
  const reply = (id, words) => {
    threadId = id;
    byId('replying').hidden = id === undefined;
    byId('replying-words').textContent = words ? `Replying to “${words.slice(0, 60)}”` : 'Replying in the thread';
  };

  byId('chips').replaceChildren(
    ...COMMANDS.map((command) =>
      h(
        'button',
        {
          type: 'button',
          class: 'chip',
          'data-testid': 'suggestion',
          onclick: () => {
            box.value = command;
            grow();
            box.focus();
          },
        },
        command,
      ),
    ),
  );
  mention.addEventListener('click', () => {
    mention.setAttribute('aria-checked', String(mention.getAttribute('aria-checked') !== 'true'));
    drawMention();
    box.focus();
  });
  byId('reply-end').addEventListener('click', () => {
    reply(undefined);
    box.focus();
  });
  box.addEventListener('input', grow);
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    byId('composer').requestSubmit();
  });
  byId('composer').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = box.value.trim();
    if (text === '') return;
    const mentioned = mention.getAttribute('aria-checked') === 'true';
    problem.hidden = true;
    box.value = '';
    grow();
    send({ text, mention: mentioned, threadId }).catch((error) => {
      problem.textContent = `Not sent. ${error.message}`;
      problem.hidden = false;
      if (box.value === '') box.value = text;
      grow();
    });
    box.focus();
  });

  return {
    /** For another conversation, or the same one in another state. */
    show(next, bot) {
      if (next.id !== conversation?.id) reply(undefined);
      conversation = next;
      botName = bot;
      byId('composer').hidden = next.bot === 'removed';
      byId('removed').hidden = next.bot !== 'removed';
      byId('removed-words').textContent = `${bot} was removed from this conversation.`;
      drawMention();
      grow();
    },
    reply(id, words) {
      reply(id, words);
      box.focus();
    },
    focus: () => box.focus({ preventScroll: true }),
  };
}
