/** A sign-in in the browser with a process killed at each effect from the link to the card. */
import { visit } from '../support/browser-visit.ts';
import { linkOf } from '../support/cards-seen.ts';
import { SIGN_IN, type CrashPath } from './crash-paths.ts';
import type { Lane } from './lane.ts';

/** Nobody listens there: browsers are sent to a process that lives, as a load balancer does. */
const PUBLIC_URL = 'http://127.0.0.1:9';
export const IN_BROWSER = { SIGN_IN: 'browser', PUBLIC_URL };

/** The form with the provider's answer, by the link that led to it, until a bot has taken it. */
const answers = new WeakMap<Lane, Map<string, URLSearchParams>>();

const urlOf = (lane: Lane): string => `http://127.0.0.1:${lane.bots.find(({ alive }) => alive)?.port ?? 9}`;

/** The person follows each link once, and loads a page again that did not come. */
async function followLinks(lane: Lane): Promise<void> {
  const known = answers.get(lane) ?? new Map<string, URLSearchParams>();
  answers.set(lane, known);
  for (const { card } of lane.messages()) {
    const link = linkOf(card);
    if (link?.startsWith(PUBLIC_URL) !== true) continue;
    try {
      const form = known.get(link) ?? (await visit(link.replace(PUBLIC_URL, urlOf(lane)), lane.alex.person))?.form;
      if (form === undefined) continue;
      known.set(link, form);
      if (form.size > 0 && (await fetch(`${urlOf(lane)}/signed-in`, { method: 'POST', body: form })).status < 500) {
        known.set(link, new URLSearchParams());
      }
    } catch {
      // The process has just died.
    }
  }
}

export const SIGN_IN_IN_BROWSER: CrashPath = {
  ...SIGN_IN,
  name: 'sign-in in the browser',
  attend: followLinks,
  async problems(lane) {
    const codes = lane.stack.identityProvider.received
      .map(({ body }) => new URLSearchParams(body).get('code'))
      .filter((code) => code !== null);
    const twice = codes.filter((code, at) => codes.indexOf(code) !== at);
    return [...(await SIGN_IN.problems(lane)), ...(twice.length === 0 ? [] : ['a code was sent twice'])];
  },
};
