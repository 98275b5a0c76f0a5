/** The card with which each peer answers: the status card of this bot. */
import { fill } from '../../src/cards/layout/templates.ts';

export function statusCard(count: number): object {
  const title = "You're not signed in";
  const text = `You don't have a session in this chat. Sign in to start one. (${count})`;
  const { card } = fill('message', {
    summary: `${title}. ${text}`,
    title,
    text,
    quotedLabel: '',
    buttons: [
      {
        title: 'Sign in',
        verb: 'sign-in',
        style: 'positive',
        data: { verb: 'sign-in', owner: 'bench', flow: 'operator' },
      },
    ],
  });
  return card;
}
