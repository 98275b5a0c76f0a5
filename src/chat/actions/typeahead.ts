/** Type-ahead of a choice set (`application/search` invokes): parses the request and builds the response. Pure. */
import { z } from 'zod';

import { scopeOptions } from '../../cards/restore/steps/scope.ts';
import { SCOPE_DATASET } from '../../cards/verbs.ts';
import type { ScopeChoice } from '../../restore/views.ts';
import type { InvokeAnswer } from './invoke-response.ts';

export const SEARCH_INVOKE = 'application/search';

export interface TypeaheadRequest {
  /** The text typed so far; may be empty. */
  readonly typed: string;
  readonly most: number;
}

/** Teams shows at most 15. */
const MOST = 15;
const LONGEST_TYPED = 200;

const search = z.object({
  dataset: z.literal(SCOPE_DATASET),
  queryText: z.string().nullish(),
  queryOptions: z.object({ skip: z.number().nullish(), top: z.number().nullish() }).nullish(),
});

/** @returns undefined for another dataset, an invalid request, or a page after the first (there is only one) */
export function readTypeahead(value: unknown): TypeaheadRequest | undefined {
  const { data } = search.safeParse(value);
  if (data === undefined || (data.queryOptions?.skip ?? 0) > 0) return undefined;
  const top = Math.trunc(data.queryOptions?.top ?? MOST);
  return { typed: (data.queryText ?? '').slice(0, LONGEST_TYPED).trim(), most: top > 0 ? Math.min(top, MOST) : MOST };
}

/** @param locale of the reader */
export function typeaheadResponse(choices: readonly ScopeChoice[], locale: string | undefined): InvokeAnswer {
  const type = 'application/vnd.microsoft.search.searchResponse';
  const results = scopeOptions(choices, locale).map(({ title, value }) => ({ title, value }));
  return { status: 200, body: { statusCode: 200, type, value: { results } } };
}
