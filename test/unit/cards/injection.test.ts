import fc from 'fast-check';
import type { CardContext } from '../../../src/cards/layout/context.ts';
import { plain, plainLines } from '../../../src/cards/layout/plain-text.ts';
import { renderView } from '../../../src/cards/render.ts';
import { anyCodePoint } from '../../support/code-points.ts';
import { everyRequestView } from '../../support/request-views.ts';
import { everyRestoreView } from '../../support/restore-views.ts';
import { aContext, everyView } from '../../support/views.ts';
import { asSent, markdownOf, nodesOf, ofType, plainTextOf, titlesOf } from './inspect.ts';

/** Fields with text from people and from the services. */
const SIGN_IN_FIELDS = new Set([
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
  'person',
]);
const RESTORE_FIELDS = new Set([
  'organization',
  'name',
  'containerName',
  'scopeName',
  'title',
  'who',
  'to',
  'cc',
  'location',
  'version',
  'words',
  'from',
  'subject',
  'changedBy',
  'folder',
  'reason',
  'why',
  'detail',
  'typed',
]);
/** What the services say to people, with the object around it where others have a field of that name. */
const WORDS_OF_UPSTREAMS = new Set(
  'why said message details correlationId kindName stateName statusName failure.detail remark.detail notice.detail'.split(
    ' ',
  ),
);
const REQUEST_FIELDS = new Set(['name', 'what', 'place', 'reason', 'unreachable']);
const LISTS_OF_TEXTS = new Set(['attachments', 'remarks', 'containers']);

/** The view with `text` in each of these fields. Keys of organizations are settings, not texts. */
function withText<T>(view: T, fields: ReadonlySet<string>, text: string, lists = LISTS_OF_TEXTS): T {
  const replaced = (value: unknown, holder: string): unknown => {
    if (typeof value === 'string') return lists.has(holder) ? text : value;
    if (Array.isArray(value)) return value.map((item) => replaced(item, holder));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const isKey = (holder === 'choices' || holder === 'near') && key === 'organization';
        const isText = (fields.has(key) || fields.has(`${holder}.${key}`)) && !isKey && typeof inner === 'string';
        return [key, isText ? text : replaced(inner, key)];
      }),
    );
  };
  return replaced(view, '') as T;
}

const snippets = fc.constantFrom(
  '${1+1}',
  '${owner}',
  '${title}',
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
  'Billing <billing@fabrikam.com>',
);
const outsideText = fc
  .array(fc.oneof(snippets, fc.string({ unit: anyCodePoint })), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''))
  // A text without visible characters is left out together with its label, which changes the card.
  .filter((text) => plain(text, 80) !== '');

const contextFor = (place: CardContext['place'], name: string): CardContext =>
  aContext({ place, owner: { ...aContext().owner, name } });

type Rendered = ReturnType<typeof renderView>;

/** Without the details and what opens them: they repeat what is too long for its line. */
const inView = (card: object): object =>
  JSON.parse(
    JSON.stringify(card, (name, value: unknown) => {
      if (name === 'selectAction') return undefined;
      if (!Array.isArray(value)) return value;
      return value.filter((each: { readonly isVisible?: boolean } | null) => each?.isVisible !== false);
    }),
  ) as object;

/** @param harmless the same card with other texts */
function expectHarmless({ card, summary }: Rendered, harmless: Rendered, maxBytes: number): void {
  const elementsOf = (of: object): readonly unknown[] => nodesOf(inView(of)).flatMap(({ type }) => type ?? []);
  // Titles of boxes are read as markdown, too.
  const boxesOf = (of: object): readonly unknown[] => ofType(of, 'Input.Toggle').map(({ title }) => title);
  // Text that is read as markdown never contains text from outside.
  expect(markdownOf(card)).toEqual(markdownOf(harmless.card));
  expect(boxesOf(card)).toEqual(boxesOf(harmless.card));
  // The same elements in the same order: nothing was injected.
  expect(elementsOf(card)).toEqual(elementsOf(harmless.card));
  const sent = JSON.stringify(card);
  const withoutFields = JSON.stringify(card, (_, node: { readonly type?: unknown } | null) =>
    node?.type === 'Input.Text' ? undefined : node,
  );
  expect(withoutFields).not.toContain('${');
  expect(sent.isWellFormed()).toBe(true);
  expect(Buffer.byteLength(sent)).toBeLessThan(maxBytes);
  const choices = ofType(card, 'Input.ChoiceSet').map((input) => JSON.stringify(input['choices']));
  const values = ofType(card, 'Input.Text').flatMap(({ value }) => (typeof value === 'string' ? value : []));
  for (const shown of [...plainTextOf(card), ...titlesOf(card), ...choices, summary]) {
    expect(shown).not.toMatch(/\{\{|[\p{Cc}\u202a-\u202e]/u);
  }
  // What is in a field is sent again: neither the template nor Teams computes it.
  for (const value of values) expect(value).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
  expect(asSent(card)['fallbackText']).toBe(summary);
}

test('no text from outside is computed, read as markdown or shown without a limit, on any card in any place', () => {
  const views = fc.constantFrom(...everyView());
  const places = fc.constantFrom<CardContext['place']>('personal', 'channel');
  fc.assert(
    fc.property(outsideText, views, places, (text, [, view], place) => {
      const rendered = renderView(withText(view, SIGN_IN_FIELDS, text), contextFor(place, text));
      expectHarmless(rendered, renderView(view, contextFor(place, 'Anna Lee')), 26_000);
    }),
    { numRuns: 300 },
  );
});

test('no card shows an address that an upstream wrote', () => {
  const words = 'Sign in at https://evil.example/device or www.evil.example now.';
  for (const [name, view] of [...everyView(), ...everyRestoreView(), ...everyRequestView()]) {
    const { card, summary } = renderView(
      withText(view, WORDS_OF_UPSTREAMS, words, new Set(['remarks'])) as never,
      aContext(),
    );
    expect([name, /evil/.test(JSON.stringify(card) + summary)]).toEqual([name, false]);
  }
});

test('no text from outside is computed, read as markdown or shown without a limit, on any card of restores', () => {
  // An address is among the details only beside a name, which changes the card.
  const texts = outsideText.filter((text) => !text.trimEnd().endsWith('>'));
  // `why` is a code on the closed card.
  const views = everyRestoreView().filter(
    ([name, { kind }]) => kind !== 'task-closed' && (!name.startsWith('remark-') || name.includes('-detail')),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(...views), (text, [, view]) => {
      const rendered = renderView(withText(view, RESTORE_FIELDS, text), aContext());
      const harmless = renderView(withText(view, RESTORE_FIELDS, 'harmless'), aContext());
      expect(rendered.summary).toBe(harmless.summary);
      expectHarmless(rendered, harmless, 80_000);
    }),
    { numRuns: 250 },
  );
});

test('no text from outside is computed, read as markdown or shown without a limit, on any card of requests', () => {
  const views = fc.constantFrom(...everyRequestView());
  const places = fc.constantFrom<CardContext['place']>('personal', 'channel');
  fc.assert(
    fc.property(outsideText, views, places, (text, [, view], place) => {
      const rendered = renderView(withText(view, REQUEST_FIELDS, text), contextFor(place, text));
      const lines = plainLines(text, 400).map(() => 'harmless');
      const others = withText(withText(view, REQUEST_FIELDS, 'harmless'), new Set(['what']), lines.join('\n'));
      const harmless = renderView(others, contextFor(place, 'Anna Lee'));
      expectHarmless(rendered, harmless, 26_000);
    }),
    { numRuns: 200 },
  );
});
