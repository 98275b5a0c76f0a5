/** What a browser does that follows the link of a sign-in card, by plain HTTP on the provider's real pages. */
import { createBrowser } from '../../local/identity-provider/approve.ts';
import type { SamplePerson } from '../../local/people.ts';

/**
 * From the link to the provider's page that posts the answer to the bot.
 *
 * @returns the answer's form, and what posting it as that page does leads to; undefined where the link leads nowhere
 */
export async function visit(link: string, person: SamplePerson, decision: 'approve' | 'deny' = 'approve') {
  const browser = createBrowser();
  const account = await browser.open(link);
  if (account.name !== 'account') return undefined;
  const consent = await browser.submit(account, { account: person.signInName });
  const answer = await browser.submit(consent, { decision });
  const form = new URLSearchParams();
  for (const [, name = '', value = ''] of answer.html.matchAll(/name="([^"]*)"\s+value="([^"]*)"/g))
    form.set(name, value);
  return { form, post: async () => (await browser.submit(answer, {})).html };
}
