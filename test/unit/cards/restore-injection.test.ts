import fc from 'fast-check';
import { plain } from '../../../src/cards/layout/plain-text.ts';
import { renderView } from '../../../src/cards/render.ts';
import type { RestoreView } from '../../../src/restore/views.ts';
import { everyRestoreView } from '../../support/restore-views.ts';
import { aContext } from '../../support/views.ts';
import { asSent, markdownOf, nodesOf, ofType, plainTextOf, titlesOf } from './inspect.ts';
import { anyCodePoint } from '../../support/code-points.ts';

/** Fields with text from outside: a mail's sender, a document's author, the service. */
const OUTSIDE = new Set([
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
const OUTSIDE_LISTS = new Set(['attachments', 'remarks']);

/** The view with `text` in each of its fields that come from outside. */
function poisoned(view: RestoreView, text: string): RestoreView {
  if (view.kind === 'task-closed') return view;
  const poison = (value: unknown, holder: string): unknown => {
    if (Array.isArray(value)) {
      // Names of mailboxes; elsewhere `containers` are objects.
      const isTexts = OUTSIDE_LISTS.has(holder) || (holder === 'containers' && typeof value[0] === 'string');
      return value.map((item) => (isTexts ? text : poison(item, holder)));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        OUTSIDE.has(key) && typeof inner === 'string' ? text : poison(inner, key),
      ]),
    );
  };
  return poison(view, '') as RestoreView;
}

const snippets = fc.constantFrom(
  '${1+1}',
  '${title}',
  '$${{',
  '{{DATE(2026-01-01T00:00:00Z)}}',
  '[open](https://evil.example)',
  '**bold** _it_ `x`',
  '\n\n# h\n- a\n1. b\n',
  '<img src=x onerror=alert(1)>',
  '<at>all</at>',
  '\\',
  '"}],"actions":[{',
  '\u202e\u0000\u001b[31m',
  'W'.repeat(5_000),
  '👩‍💻'.repeat(500),
  'Billing <billing@fabrikam.com>',
);
const outsideText = fc
  .array(fc.oneof(snippets, fc.string({ unit: anyCodePoint })), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))
  // A text without visible characters is left out together with its label, and so is an address beside a name.
  .filter((text) => plain(text, 80) !== '' && !text.trimEnd().endsWith('>'));

const elementsOf = (card: object): readonly unknown[] => nodesOf(card).flatMap(({ type }) => type ?? []);
/** Senders' addresses stand among the details only where a name stands beside them. */
const views = everyRestoreView().filter(([name]) => !name.startsWith('remark-') || name.includes('-detail'));

test('no text from outside is computed, read as markdown or shown without a limit on any card of restores', () => {
  fc.assert(
    fc.property(outsideText, fc.constantFrom(...views), (text, [, view]) => {
      const { card, summary } = renderView(poisoned(view, text), aContext());
      const harmless = renderView(poisoned(view, 'harmless'), aContext());
      expect(summary).toBe(harmless.summary);
      expect(markdownOf(card)).toEqual(markdownOf(harmless.card));
      expect(elementsOf(card)).toEqual(elementsOf(harmless.card));
      // Titles of boxes and of open choices are read as markdown too.
      const ticked = (of: object): unknown => ofType(of, 'Input.Toggle').map(({ title }) => title);
      expect(ticked(card)).toEqual(ticked(harmless.card));
      const sent = JSON.stringify(card);
      expect(sent).not.toContain('${');
      expect(sent.isWellFormed()).toBe(true);
      expect(Buffer.byteLength(sent)).toBeLessThan(80_000);
      const choices = ofType(card, 'Input.ChoiceSet').map((input) => JSON.stringify(input['choices']));
      const values = ofType(card, 'Input.Text').flatMap(({ value }) => (typeof value === 'string' ? value : []));
      for (const shown of [...plainTextOf(card), ...titlesOf(card), ...choices, ...values]) {
        expect(shown).not.toMatch(/\{\{|[\p{Cc}\u202a-\u202e]/u);
      }
      expect(asSent(card)['fallbackText']).toBe(summary);
    }),
    { numRuns: 250 },
  );
});
