/** What a restore has done so far (`RESTRestoreSessionStatistics`): of a whole site or team it has tens of thousands of items. */
import { safeParse } from '../../core/shape.ts';
import * as z from 'zod';

import { UpstreamError } from '../../core/errors.ts';
import type { Access, Statistics, StatisticsItem } from '../../restore/state/ports.ts';
import { UPSTREAM } from '../backup-service.ts';
import { count, fields, id, list, name, optional, reader, sentence, usable, word } from './api/fields.ts';
import { readLists } from './api/list-splitter.ts';
import type { ServiceApi } from './api/service-api.ts';
import { WORKLOADS } from './workloads/index.ts';

/** Children of children included: of those that were restored, and of all others, which are stored. Of more the counts tell enough. */
const MAX_ITEMS = 10_000;
const LIMIT_BYTES = 32 * 1_048_576;
/** Of one item with all in it, such as a drive. How deep items contain others is not documented. */
const LARGEST_ITEM = { bytes: 8 * 1_048_576, levels: Infinity, values: 100_000 };

const WHOLES: ReadonlySet<string> = new Set(Object.values(WORKLOADS).flatMap(({ wholes }) => wholes));

const sentences = list.transform(usable(sentence));

const readItem = reader(
  z.object({
    id: optional(id),
    ...fields(name, 'name', 'title', 'mailboxEmail', 'oneDriveUrl'),
    path: sentence,
    ...fields(word.catch(''), 'itemRestoreDetailsType', 'itemType'),
    status: word.pipe(z.enum(['failed', 'warning', 'success', 'skipped'])).catch('warning'),
    ...fields(sentence, 'error', 'cannotContinueMailboxError'),
    warnings: sentences,
    childItems: list,
  }),
);

/** A whole, such as a mailbox, is represented by its items, and is itself included only if it has a message of its own. */
class Items {
  readonly items: StatisticsItem[] = [];
  readonly #holders: (string | undefined)[] = [];
  #restored = 0;

  add(value: unknown): void {
    // Not recursive: their depth is not documented.
    const waiting = [value];
    while (waiting.length > 0) {
      const item = readItem(waiting.pop());
      if (item === undefined) continue;
      const { id, path, status, childItems } = item;
      const why = item.error ?? item.cannotContinueMailboxError ?? item.warnings[0];
      const isContainer =
        childItems.length > 0 || [item.itemRestoreDetailsType, item.itemType].some((type) => WHOLES.has(type));
      if (isContainer) this.#holders.push(id, item.name, item.title, item.mailboxEmail, item.oneDriveUrl);
      if (!isContainer || why !== undefined) this.#keep({ id, name: item.title ?? item.name ?? '', path, status, why });
      for (const child of childItems.toReversed()) waiting.push(child);
    }
  }

  #keep(item: StatisticsItem): void {
    const isRestored = item.status === 'success';
    if ((isRestored ? this.#restored : this.items.length - this.#restored) >= MAX_ITEMS) return;
    this.items.push(item);
    if (isRestored) this.#restored += 1;
  }

  get holders(): readonly string[] {
    return this.#holders.filter((text) => text !== undefined);
  }
}

const whole = z
  .object({
    ...fields(count, 'totalItemsCount', 'restoredItemsCount', 'failedItemsCount', 'skippedItemsCount'),
    ...fields(sentences, 'warnings', 'errors'),
  })
  .transform(({ warnings, errors, ...counts }) => ({
    total: counts.totalItemsCount,
    restored: counts.restoredItemsCount,
    failed: counts.failedItemsCount,
    skipped: counts.skippedItemsCount,
    warnings,
    errors,
  }));

/** Item by item: the counts are known however many there are. @throws UpstreamError, or the signal's reason */
export async function readStatistics(
  api: ServiceApi,
  access: Access,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Statistics> {
  let found = new Items();
  const rest = new Map<string, unknown>();
  await api.send(access, {
    path,
    signal,
    sizeLimitBytes: LIMIT_BYTES,
    async takeBody(body) {
      // An earlier attempt may have broken off.
      found = new Items();
      rest.clear();
      await readLists(body, {
        lists: new Set(['items']),
        areOptional: 'always',
        largest: LARGEST_ITEM,
        onElement: (_list, value) => found.add(value),
        onField: (field, value) => rest.set(field, value),
      });
    },
  });
  const { data } = safeParse(whole, Object.fromEntries(rest));
  if (data === undefined) throw new UpstreamError(UPSTREAM, 'MALFORMED', { description: 'A count is missing.' });
  const { items, holders } = found;
  return { ...data, items, holders };
}
