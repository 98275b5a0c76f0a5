/** The tokens of a typed day by what they are, and which of them its meaning was made of. */
import type { Token } from './day-words.ts';
import type { ReadFigures } from './figures.ts';

type Kind = Token['is'];
type Of<K extends Kind> = Extract<Token, { is: K }>;

/** What stands for figures among the tokens. */
const MARK_OF = { instant: '@', date: '@', clock: '#', monthOnly: '%', dayOnly: '&', week: '$' } as const;

/** What only accompanies the rest. */
const ACCOMPANYING: ReadonlySet<Kind> = new Set(['filler', 'article', 'backup', 'until', 'before']);

/** Whatever is got is part of the meaning. */
export class Slots {
  readonly #tokens: readonly Token[];
  readonly #figures: ReadFigures;
  /** What a meaning was made of. */
  readonly #used = new Set<Token>();

  constructor(tokens: readonly Token[], figures: ReadFigures) {
    this.#tokens = tokens;
    this.#figures = figures;
  }

  figure<K extends keyof typeof MARK_OF>(kind: K): ReadFigures[K] {
    const found = this.#figures[kind];
    const token = this.#tokens.find((one) => one.is === 'figures' && one.mark === MARK_OF[kind]);
    if (found !== undefined && token !== undefined) this.#used.add(token);
    return found;
  }

  get<K extends Kind>(kind: K): Of<K> | undefined {
    const found = this.#tokens.find((token): token is Of<K> => token.is === kind);
    if (found !== undefined) this.#used.add(found);
    return found;
  }

  numbers(): readonly Of<'number'>[] {
    const found = this.all('number');
    for (const number of found) this.#used.add(number);
    return found;
  }

  has(...kinds: readonly Kind[]): boolean {
    return kinds.every((kind) => this.#tokens.some(({ is }) => is === kind));
  }

  isInFrontOf(one: Kind, other: Kind): boolean {
    return this.#tokens.findIndex(({ is }) => is === one) < this.#tokens.findIndex(({ is }) => is === other);
  }

  /** With nothing but articles between them. */
  isFollowed(one: Kind, other: Kind): boolean {
    const behind = this.#tokens.slice(this.#tokens.findIndex(({ is }) => is === one) + 1);
    return behind.find(({ is }) => is !== 'article')?.is === other;
  }

  isBeside(one: Kind, other: Kind): boolean {
    return this.#tokens.some(
      ({ is }, at) => is === one && [at - 1, at + 1].some((next) => this.#tokens[next]?.is === other),
    );
  }

  all<K extends Kind>(kind: K): readonly Of<K>[] {
    return this.#tokens.filter((token): token is Of<K> => token.is === kind);
  }

  /** Nothing that was typed is left over. */
  get isUsed(): boolean {
    return this.#tokens.every((token) => ACCOMPANYING.has(token.is) || this.#used.has(token));
  }
}
