/** One person who searches much more than anybody needs, while another one signs in. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findAction } from '../../local/connector/card-actions.ts';
import type { Json } from '../../local/connector/types.ts';
import type { Stack } from '../../local/stack.ts';
import { buttonsOf, textsOf, titleOf } from '../support/cards-seen.ts';
import type { Chatter } from '../support/chatter.ts';
import { stored } from '../support/stored.ts';
import type { AttackCounts } from './connections.ts';
import { latencyOf, type Latency } from './person.ts';

export const SEARCHES = 40;
const PATIENCE_MILLISECONDS = 30_000;
/** A search takes five seconds, and waits five at most for its part of the answers' budget. */
export const SEARCH_PATIENCE_MILLISECONDS = 15_000;

/** Presses **Search** so many times at once, and each again a second after its answer. @returns what ends it */
export async function searchTooMuch(stack: Stack, person: Chatter, scopeId: string): Promise<() => AttackCounts> {
  const ends: Record<string, number> = {};
  const form = formFor(scopeId);
  const cardId = await openSearchForm(stack, person, form);
  // The card changes with the first answer; the button stays the one that was pressed.
  const action = findAction(person.card(cardId) ?? {}, { title: 'Search' });
  const stopping = new AbortController();
  const { signal } = stopping;
  async function searchOn(searcher: number): Promise<void> {
    for (let n = 0; !signal.aborted; n += 1) {
      const inputs = { ...form, words: `offer ${searcher} ${n}` };
      const pressed = await person.press(cardId, 'Search', { action, inputs }).catch(() => undefined);
      const end = pressed === undefined ? 'cut off' : `answered ${pressed.status}`;
      ends[end] = (ends[end] ?? 0) + 1;
      await sleep(1_000);
    }
  }
  for (let n = 0; n < SEARCHES; n += 1) void searchOn(n);
  return () => {
    stopping.abort();
    return { ends: { ...ends } };
  };
}

/** One search after the other. @returns milliseconds until its results were shown, undefined where they were not */
export async function measureSearches(
  stack: Stack,
  person: Chatter,
  scopeId: string,
  seconds: number,
): Promise<readonly (number | undefined)[]> {
  const form = formFor(scopeId);
  const cardId = await openSearchForm(stack, person, form);
  const action = findAction(person.card(cardId) ?? {}, { title: 'Search' });
  const samples: (number | undefined)[] = [];
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; await sleep(200)) {
    const words = `budget ${samples.length}`;
    const isShown = (): boolean => {
      const card = person.card(cardId);
      return titleOf(card) === 'What I found' && textsOf(card).join('\n').includes(words);
    };
    const began = performance.now();
    void person.press(cardId, 'Search', { action, inputs: { ...form, words } }).catch(() => undefined);
    const shown = await stack.connector.waitFor(isShown, SEARCH_PATIENCE_MILLISECONDS).catch(() => undefined);
    samples.push(shown && performance.now() - began);
  }
  return samples;
}

const formFor = (scopeId: string): Json => ({ scope: scopeId, workload: 'exchange', asOf: '', showDeleted: 'false' });

/** Until there is a form to search with; before 2026-11-22 whose data and which kind were asked for first. */
async function openSearchForm({ connector, environment }: Stack, person: Chatter, form: Json): Promise<string> {
  // From a run before this one.
  await stored(environment).eraseRestores(person.conversation.id, person.person);
  const { id } = await person.ask('restore find');
  const next = (): string | undefined => {
    const buttons = buttonsOf(person.card(id));
    return ['Search', 'Mail', 'Continue'].find((button) => buttons.includes(button));
  };
  let before: string | undefined;
  for (;;) {
    const button = await connector.waitFor(() => titleOf(person.card(id)) !== before && next(), PATIENCE_MILLISECONDS);
    if (button === 'Search') return id;
    before = titleOf(person.card(id));
    await person.press(id, button, { inputs: form });
  }
}

/** From the approval of the code until the card says "Signed in", which includes the polling interval; again and again. */
export async function measureSignIn(person: Chatter, seconds: number): Promise<Latency> {
  const samples: number[] = [];
  let failed = 0;
  for (const until = performance.now() + seconds * 1_000; performance.now() < until;) {
    const code = await person.login();
    await person.approve(code);
    const began = performance.now();
    const signedIn = await person.becomes(code.id, 'Signed in', PATIENCE_MILLISECONDS).catch(() => undefined);
    if (signedIn === undefined) failed += 1;
    samples.push(performance.now() - began);
    await person.ask('restore logout');
  }
  return latencyOf(samples, failed);
}
