/** Type-ahead of a choice set (`application/search`): what the client asks for, and how it is answered. Pure. */
import { z } from 'zod';

import { scopeOptions } from '../../cards/restore/steps/scope.ts';
import { SCOPE_DATASET } from '../../cards/verbs.ts';
import type { ScopeChoice } from '../../restore/views.ts';
import type { InvokeAnswer } from './invoke-response.ts';

export const SEARCH_INVOKE = 'application/search';

export interface Sought {
  /** As far as it has been typed; may be empty. */
  readonly typed: string;
  readonly most: number;
}

/** More are not shown by Teams. */
const MOST = 15;
const LONGEST_TYPED = 200;

const search = z.object({
  dataset: z.literal(SCOPE_DATASET),
  queryText: z.string().nullish(),
  queryOptions: z.object({ skip: z.number().nullish(), top: z.number().nullish() }).nullish(),
});

/** @returns undefined for another dataset, for what is no search, and for a page after the first: there is but one */
export function readSearch(value: unknown): Sought | undefined {
  const { data } = search.safeParse(value);
  if (data === undefined || (data.queryOptions?.skip ?? 0) > 0) return undefined;
  const top = Math.trunc(data.queryOptions?.top ?? MOST);
  return { typed: (data.queryText ?? '').slice(0, LONGEST_TYPED).trim(), most: top > 0 ? Math.min(top, MOST) : MOST };
}

/** @param locale of the reader */
export function searchAnswer(choices: readonly ScopeChoice[], locale: string | undefined): InvokeAnswer {
  const type = 'application/vnd.microsoft.search.searchResponse';
  const results = scopeOptions(choices, locale).map(({ title, value }) => ({ title, value }));
  return { status: 200, body: { statusCode: 200, type, value: { results } } };
}
