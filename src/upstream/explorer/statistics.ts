/** What a restore came to, item by item (API, section C3; version 8 alone). */
import { z } from 'zod';

import type { Statistics, StatisticsItem } from '../../restore/ports.ts';
import { count, name, optionalId, optionalWord, readEach, sentence } from './fields.ts';

/** No restore has more calls' worth of them; children of children are counted too. */
const MOST_ITEMS = 20_000;
const STATUSES: readonly StatisticsItem['status'][] = ['failed', 'warning', 'success', 'skipped'];

const WHOLES: ReadonlySet<string> = new Set(['bulkmailbox', 'bulkonedrive']);

const texts = z.array(z.unknown()).catch([]);
const list = z.array(z.unknown()).optional().catch(undefined);
const readSentence = (value: unknown): string | undefined => sentence.parse(value);

const item = z.object({
  id: optionalId,
  name,
  title: name,
  itemRestoreDetailsType: optionalWord,
  status: optionalWord,
  error: sentence,
  cannotContinueMailboxError: sentence,
  warnings: texts,
  childItems: list,
});

/** A mailbox or drive as a whole is told by what is in it, and stands here only where it has something to say itself. */
function itemsIn(values: readonly unknown[]): readonly StatisticsItem[] {
  const items: StatisticsItem[] = [];
  // Not by recursion: nothing says how deep they go.
  const waiting: unknown[] = values.toReversed();
  while (waiting.length > 0 && items.length < MOST_ITEMS) {
    const { data } = item.safeParse(waiting.pop());
    if (data === undefined) continue;
    const children = data.childItems ?? [];
    const why = data.error ?? data.cannotContinueMailboxError ?? readEach(readSentence, data.warnings)[0];
    const isWhole = children.length > 0 || WHOLES.has(data.itemRestoreDetailsType ?? '');
    if (!isWhole || why !== undefined) {
      items.push({
        id: data.id,
        name: data.title ?? data.name ?? '',
        // Neither good nor bad news may be made of a word that is new to us.
        status: STATUSES.find((known) => known === data.status) ?? 'warning',
        why,
      });
    }
    for (const child of children.toReversed()) waiting.push(child);
  }
  return items;
}

export const statisticsAnswer = z
  .object({
    totalItemsCount: count,
    restoredItemsCount: count,
    failedItemsCount: count,
    skippedItemsCount: count,
    warnings: texts,
    errors: texts,
    items: texts,
  })
  .transform((answer): Statistics => ({
    total: answer.totalItemsCount,
    restored: answer.restoredItemsCount,
    failed: answer.failedItemsCount,
    skipped: answer.skippedItemsCount,
    warnings: readEach(readSentence, answer.warnings),
    errors: readEach(readSentence, answer.errors),
    items: itemsIn(answer.items),
  }));
