/** The card with which each peer answers: the status card of this bot. */
import { fill } from '../../src/cards/templates.ts';

export function statusCard(count: number): object {
  const title = 'You are not signed in';
  const { card } = fill('message', {
    summary: title,
    title,
    paragraphs: [`Sign in when you want to restore something. (${count})`],
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
