import type { SignInAnnouncer } from '../../src/sign-in/state/ports.ts';
import { UpstreamError } from '../../src/core/errors.ts';
import type { Delivery } from '../../src/durable/announcer.ts';
import type { Address, PersonKey } from '../../src/core/person.ts';
import type { View } from '../../src/sign-in/state/views.ts';

export interface ShownCard {
  readonly cardId: string;
  readonly address: Address;
  readonly key: PersonKey;
  /** What it showed, oldest first. */
  readonly views: readonly View[];
}

export interface FakeAnnouncer extends SignInAnnouncer {
  /** May be replaced, to do something meanwhile. */
  post: SignInAnnouncer['post'];
  /** Every card in the order in which it was posted, or first edited. */
  readonly cards: readonly ShownCard[];
  /** Each post and edit (also of a card that is retired) in order, as `post sign-in`, `only post help` and `edit card-1 signed-in`. */
  readonly acts: readonly string[];
  /** What the next posts and edits do, one after the other; they are delivered once these are used up. */
  next: ('is delivered' | 'fails' | 'is unreachable')[];
  /** What every post and edit does by default. */
  mode: 'is delivered' | 'fails' | 'is unreachable';
  /** The message was deleted: an edit posts a new one. */
  lose(cardId: string): void;
  /** What a card shows now. */
  shows(cardId: string): View | undefined;
}

/** A conversation in memory. */
export function createFakeAnnouncer(): FakeAnnouncer {
  const cards: { cardId: string; address: Address; key: PersonKey; views: View[] }[] = [];
  const acts: string[] = [];
  const gone = new Set<string>();
  let posted = 0;

  function outcome(): 'is delivered' | 'is unreachable' {
    const now = announcer.next.shift() ?? announcer.mode;
    if (now === 'fails') throw new UpstreamError('chat service', 'FAILED', { status: 502 });
    return now;
  }

  function add(address: Address, key: PersonKey, view: View): string {
    posted += 1;
    const cardId = `card-${posted}`;
    cards.push({ cardId, address, key, views: [view] });
    return cardId;
  }

  async function edit(address: Address, key: PersonKey, cardId: string, view: View): Promise<Delivery | 'gone'> {
    await Promise.resolve();
    acts.push(`edit ${cardId} ${view.kind}`);
    if (outcome() === 'is unreachable') return { kind: 'unreachable' };
    if (gone.has(cardId)) return 'gone';
    const card = cards.find((posted) => posted.cardId === cardId);
    // A card not posted here was posted earlier.
    if (card === undefined) cards.push({ cardId, address, key, views: [view] });
    else card.views.push(view);
    return { kind: 'delivered', cardId };
  }

  const announcer: FakeAnnouncer = {
    cards,
    acts,
    next: [],
    mode: 'is delivered',

    async post(address, key, view, attempt) {
      await Promise.resolve();
      acts.push([...(attempt === undefined ? [] : [attempt]), 'post', view.kind].join(' '));
      return outcome() === 'is unreachable'
        ? { kind: 'unreachable' }
        : { kind: 'delivered', cardId: add(address, key, view) };
    },

    async edit(address, key, cardId, view) {
      const edited = await edit(address, key, cardId, view);
      if (edited !== 'gone') return edited;
      return { kind: 'delivered', cardId: add(address, key, view) };
    },

    async retire(address, key, cardId, view) {
      const edited = await edit(address, key, cardId, view);
      return edited === 'gone' ? { kind: 'delivered', cardId } : edited;
    },

    lose: (cardId) => void gone.add(cardId),
    shows: (cardId) => cards.find((card) => card.cardId === cardId)?.views.at(-1),
  };
  return announcer;
}
