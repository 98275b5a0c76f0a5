/** Invokes of cards (Bot Framework, Universal Actions): responses to presses, and type-ahead of a choice set. Pure. */
import { typedText } from '../../core/text.ts';
import * as z from 'zod';

import { scopeOptions } from '../../cards/restore/find-cards.ts';
import { SCOPE_DATASET } from '../../cards/layout/verbs.ts';
import type { ConsentAnswer } from '../../restore/export/file-exports.ts';
import type { ScopeChoice } from '../../restore/state/views.ts';

export interface InvokeAnswer {
  readonly status: number;
  readonly body?: { readonly statusCode: number; readonly type: string; readonly value: unknown };
}

const answer = (type: string, value: unknown, status = 200): InvokeAnswer => ({
  status,
  body: { statusCode: status, type, value },
});

/** Replaces the pressed card for the person who pressed. */
export const invokeCard = (card: object): InvokeAnswer => answer('application/vnd.microsoft.card.adaptive', card);

/** Shows a short message and leaves the card unchanged. */
export const invokeMessage = (text: string): InvokeAnswer => answer('application/vnd.microsoft.activity.message', text);

/** The invoke is not from one of this bot's buttons. */
export const INVOKE_NOT_UNDERSTOOD: InvokeAnswer = answer(
  'application/vnd.microsoft.error',
  {
    code: 'BadRequest',
    message: 'This button is not from this bot. Type "restore help" to see what the bot can do.',
  },
  400,
);

/** Teams shows nothing: what becomes of the file is said on cards. */
export const CONSENT_RECEIVED: InvokeAnswer = { status: 200 };

/** Ids of ours; anything else is no export. */
const context = z.object({ exportId: z.string().regex(/^[\w-]{1,64}$/) });
const line = z.string().max(4_096);

const FILE_CONSENT = z.discriminatedUnion('action', [
  z.object({ action: z.literal('decline'), context }),
  z.object({
    action: z.literal('accept'),
    context,
    uploadInfo: z.object({
      uploadUrl: z.string().max(16_384),
      name: line,
      contentUrl: line,
      uniqueId: line,
      fileType: line,
    }),
  }),
]);

/** @param value of a `fileConsent/invoke` @returns undefined for anything that none of this bot's cards causes */
export function readConsent(value: unknown): ConsentAnswer | undefined {
  const { data } = FILE_CONSENT.safeParse(value);
  if (data === undefined) return undefined;
  const { exportId } = data.context;
  if (data.action === 'decline') return { kind: 'declined', exportId };
  const { uploadUrl, ...target } = data.uploadInfo;
  return { kind: 'accepted', exportId, uploadUrl, target };
}

/** Teams shows at most 15. */
const MAX_CHOICES = 15;
const LONGEST_TYPED = 200;

const SEARCH = z.object({
  dataset: z.literal(SCOPE_DATASET),
  queryText: z.string().nullish(),
  queryOptions: z.object({ skip: z.number().nullish(), top: z.number().nullish() }).nullish(),
});

/**
 * @param value of an `application/search` invoke
 * @returns undefined for another dataset, an invalid request, or a page after the first (there is only one)
 */
export function readTypeahead(value: unknown): { readonly typed: string; readonly max: number } | undefined {
  const { data } = SEARCH.safeParse(value);
  if (data === undefined || (data.queryOptions?.skip ?? 0) > 0) return undefined;
  const top = Math.trunc(data.queryOptions?.top ?? MAX_CHOICES);
  const typed = typedText(data.queryText?.slice(0, LONGEST_TYPED)) ?? '';
  return { typed, max: top > 0 ? Math.min(top, MAX_CHOICES) : MAX_CHOICES };
}

export function typeaheadResponse(choices: readonly ScopeChoice[], locale: string | undefined): InvokeAnswer {
  return answer('application/vnd.microsoft.search.searchResponse', { results: scopeOptions(choices, locale) });
}
