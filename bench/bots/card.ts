/** The card with which each peer answers: our status card's template, filled in as the library's documentation describes. */
import { Template } from 'adaptivecards-templating';
import template from '../../src/cards/templates/message.json' with { type: 'json' };

const parsed = new Template(template);

export function statusCard(count: number): object {
  const title = 'You are not signed in';
  const card: unknown = parsed.expand({
    $root: {
      summary: title,
      forWhom: '',
      title,
      said: [{ text: `Sign in when you want to restore something. (${count})` }],
      until: '',
      quotedLabel: '',
      quoted: '',
      next: [],
      facts: [],
      notes: [],
      buttons: [
        {
          title: 'Sign in',
          verb: 'sign-in',
          style: 'positive',
          data: { verb: 'sign-in', owner: 'bench', flow: 'operator' },
        },
      ],
    },
  });
  return card as object;
}
