import type { Scene } from '../../../../src/cards/layout/context.ts';
import { formatsFor } from '../../../../src/cards/layout/formats.ts';
import { amountText } from '../../../../src/cards/restore/task-card.ts';
import { wordsFor } from '../../../../src/cards/text/index.ts';

test.each([
  ['en', 'everything', 'one whole mailbox and 3 items', 'one whole mailbox and one whole OneDrive'],
  ['de', 'alles', 'ein ganzes Postfach und 3 Elemente', 'ein ganzes Postfach und ein ganzes OneDrive'],
  [
    'fr',
    'tout le contenu',
    'une boîte aux lettres entière et 3 éléments',
    'une boîte aux lettres entière et un OneDrive entier',
  ],
  ['es', 'todo', 'un buzón completo y 3 elementos', 'un buzón completo y un OneDrive completo'],
  ['ja', 'すべて', 'メールボックス全体 1 件、アイテム 3 件', 'メールボックス全体 1 件、OneDrive 全体 1 件'],
])('in %s, “everything” stands alone, and what is joined can be', (locale, alone, withItems, together) => {
  const context = { locale } as Scene['context'];
  const scene: Scene = { context, words: wordsFor(locale), formats: formatsFor({ locale }), discreet: false };
  const mailbox = { workload: 'exchange', kind: 'mailbox', count: 1 } as const;
  const drive = { workload: 'onedrive', kind: 'drive', count: 1 } as const;
  expect(amountText(scene, { items: 0, wholes: [mailbox] })).toBe(alone);
  expect(amountText(scene, { items: 3, wholes: [mailbox] })).toBe(withItems);
  expect(amountText(scene, { items: 0, wholes: [mailbox, drive] })).toBe(together);
});
