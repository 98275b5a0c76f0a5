/** The chat page's own calls, made by somebody who sees only what the page shows. */
import { approve } from '../../local/identity-provider/approve.ts';
import { actionsIn } from '../../local/connector/card-actions.ts';
import type { Json, Message } from '../../local/connector/types.ts';
import type { SamplePerson } from '../../local/people.ts';
import { codeOf, linkOf, titleOf } from '../support/cards-seen.ts';
import { eventually } from '../support/eventually.ts';

/** A poll of a sign-in comes every five seconds, and a bot that was killed leaves its jobs hidden for a while. */
const PATIENCE_MILLISECONDS = 90_000;

export interface PageClient {
  say(text: string): Promise<void>;
  messages(): Promise<readonly Message[]>;
  /** The newest card with this title. */
  card(title: string): Promise<Json>;
  /** Presses a button of the newest card. */
  press(title: string, inputs?: Json): Promise<void>;
  /** On the identity provider's pages, with the code from the card. */
  approve(): Promise<void>;
}

export async function pageClient(url: string, { objectId, signInName }: SamplePerson): Promise<PageClient> {
  const headers = { 'content-type': 'application/json', origin: url };
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}/page/${path}`)).json();
  const [{ id: conversation } = { id: '' }] = (await get(`conversations?person=${objectId}`)) as readonly Message[];

  async function act(name: string, order: Json = {}): Promise<Json> {
    const body = JSON.stringify({ person: objectId, conversation, locale: 'en-US', timezone: 'UTC', ...order });
    const response = await fetch(`${url}/page/${name}`, { method: 'POST', headers, body });
    const answer = (await response.json()) as Json;
    if (!response.ok) throw new Error(`${name}: ${String(answer['error'])}`);
    return answer;
  }

  async function messages(): Promise<readonly Message[]> {
    const query = new URLSearchParams({ person: objectId, conversation }).toString();
    return (await get(`messages?${query}`)) as readonly Message[];
  }

  const newest = async () => (await messages()).findLast(({ card }) => card !== undefined);

  return {
    say: async (text) => void (await act('say', { text })),
    messages,
    card: (title) =>
      eventually(
        `a card titled ${title}`,
        async () => {
          const card = (await newest())?.card;
          return titleOf(card) === title ? card : undefined;
        },
        PATIENCE_MILLISECONDS,
      ),
    async press(title, inputs = {}) {
      const message = await newest();
      const action = actionsIn(message?.card ?? {}).find((each) => each['title'] === title);
      if (message === undefined || action === undefined) throw new Error(`no button ${title}`);
      await act('press', { cardId: message.id, action, inputs });
    },
    async approve() {
      const card = await eventually('a code', async () => {
        const shown = (await newest())?.card;
        return codeOf(shown) === undefined ? undefined : shown;
      });
      await approve({ verificationUri: linkOf(card) ?? '', userCode: codeOf(card) ?? '', person: signInName });
    },
  };
}
