import fc from 'fast-check';
import type { CardContext } from '../../../src/cards/context.ts';
import { plain } from '../../../src/cards/layout/plain-text.ts';
import { renderView } from '../../../src/cards/render.ts';
import type { View } from '../../../src/sign-in/views.ts';
import { aContext, everyView } from '../../support/views.ts';
import { asSent, markdownOf, nodesOf, ofType, plainTextOf, titlesOf } from './inspect.ts';
import { anyCodePoint } from '../../support/code-points.ts';

/** Fields with text from outside. */
const OUTSIDE = new Set([
  'organization',
  'displayName',
  'askedBy',
  'account',
  'userId',
  'tenantId',
  'service',
  'detail',
  'correlationId',
  'typed',
  'name',
]);

/** The view with `text` in each of its fields that come from outside. Keys of organizations are settings, not texts. */
function poisoned(view: View, text: string): View {
  const poison = (value: unknown, holder: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => poison(item, holder));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const isKey = (holder === 'choices' || holder === 'near') && key === 'organization';
        const isText = OUTSIDE.has(key) && !isKey;
        return [key, isText ? text : poison(inner, key)];
      }),
    );
  };
  return poison(view, '') as View;
}

const snippets = fc.constantFrom(
  '${1+1}',
  '${owner}',
  '$${{',
  '{{DATE(2026-01-01T00:00:00Z)}}',
  '{{TIME(2026-01-01T00:00:00Z)}}',
  '[open](https://evil.example)',
  '**bold** _it_ `x`',
  '\n\n# h\n- a\n1. b\n',
  '<img src=x onerror=alert(1)>',
  '<at>all</at>',
  '&lt;b&gt;',
  '\\',
  '"}],"actions":[{',
  '`${`',
  '\u202e\u0000\u001b[31m',
  'W'.repeat(30_000),
  '👩‍💻'.repeat(2_000),
  `a${'\u0301'.repeat(5_000)}`,
);
const outsideText = fc
  .array(fc.oneof(snippets, fc.string({ unit: anyCodePoint })), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''))
  // A text without visible characters is left out together with its label, which changes the card.
  .filter((text) => plain(text, 80) !== '');

const contextFor = (place: CardContext['place'], name: string): CardContext =>
  aContext({ place, owner: { ...aContext().owner, name } });

const elementsOf = (card: object): readonly unknown[] => nodesOf(card).flatMap(({ type }) => type ?? []);

test('no text from outside is computed, read as markdown or shown without a limit, on any card in any place', () => {
  const views = everyView();
  fc.assert(
    fc.property(
      outsideText,
      fc.constantFrom(...views),
      fc.constantFrom<CardContext['place']>('personal', 'channel'),
      (text, [, view], place) => {
        const { card, summary } = renderView(poisoned(view, text), contextFor(place, text));
        const harmless = renderView(view, contextFor(place, 'Anna Lee')).card;

        // Text that is read as markdown never contains text from outside.
        expect(markdownOf(card)).toEqual(markdownOf(harmless));
        // The same elements in the same order: nothing was injected.
        expect(elementsOf(card)).toEqual(elementsOf(harmless));
        const sent = JSON.stringify(card);
        expect(sent).not.toContain('${');
        expect(sent.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(sent)).toBeLessThan(26_000);
        const choices = ofType(card, 'Input.ChoiceSet').map((input) => JSON.stringify(input['choices']));
        for (const shown of [...plainTextOf(card), ...titlesOf(card), ...choices, summary]) {
          expect(shown).not.toMatch(/\{\{|[\p{Cc}\u202a-\u202e]/u);
        }
        expect(asSent(card)['fallbackText']).toBe(summary);
      },
    ),
    { numRuns: 300 },
  );
});
