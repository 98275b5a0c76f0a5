/** Invokes of cards (Bot Framework, Universal Actions): responses to presses, and type-ahead of a choice set. Pure. */
import { parseUnambiguousUrl } from '../../core/net.ts';
import { safeParse } from '../../core/shape.ts';
import { typedText } from '../../core/text.ts';
import * as z from 'zod';

import { scopeOptions } from '../../cards/restore/find-cards.ts';
import { SCOPE_DATASET } from '../../cards/layout/verbs.ts';
import { helpHint } from '../../cards/sign-in/notice-cards.ts';
import type { AskedFrom } from '../../requests/views.ts';
import type { HandedFile } from '../../restore/state/export.ts';
import type { ConsentAnswer } from '../../restore/export/file-exports.ts';
import type { ScopeChoice } from '../../restore/state/task-views.ts';

export interface InvokeAnswer {
  readonly status: number;
  readonly body?: object;
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

const RECEIVED: InvokeAnswer = { status: 200 };

const NO_RESULTS = { composeExtension: { type: 'result', attachmentLayout: 'list', attachments: [] } };
const EMPTY_TAB = { tab: { type: 'continue', value: { cards: [] } } };

const dialog = (text: string): object => ({ task: { type: 'message', value: text } });
const config = (text: string): object => ({ responseType: 'config', config: { type: 'message', value: text } });
const found = (text: string): object => ({ composeExtension: { type: 'message', text } });

/** What Teams shows where it asks for a dialog, results, a configuration or a tab, which this bot does not have. */
const UNUSED: ReadonlyMap<string, (text: string) => object> = new Map(
  Object.entries({
    /** Message extensions: learn.microsoft.com/microsoftteams/platform/messaging-extensions, "Respond to the user". */
    'composeExtension/query': found,
    'composeExtension/querySettingUrl': found,
    'composeExtension/queryLink': () => NO_RESULTS,
    'composeExtension/anonymousQueryLink': () => NO_RESULTS,
    'composeExtension/selectItem': () => NO_RESULTS,
    /** Dialogs: learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/task-modules/task-modules-bots. */
    'composeExtension/fetchTask': dialog,
    'composeExtension/submitAction': dialog,
    'task/fetch': dialog,
    'task/submit': dialog,
    'message/fetchTask': dialog,
    'config/fetch': config,
    'config/submit': config,
    'tab/fetch': () => EMPTY_TAB,
    'tab/submit': () => EMPTY_TAB,
  }),
);

/** Notices that Teams only wants acknowledged. */
const ACKNOWLEDGED: ReadonlySet<string> = new Set([
  'signin/verifyState',
  'signin/failure',
  'composeExtension/setting',
  'composeExtension/onCardButtonClicked',
  'message/submitAction',
  'actionableMessage/executeAction',
  'handoff/action',
]);

/**
 * The answer to an invoke that nothing of this bot causes, as Teams' documentation asks for it: an error would be shown to the person.
 *
 * @param name of the invoke @returns 501 for a name that is not known, like Microsoft's own libraries
 */
export function answerUnused(name: string | undefined, locale: string | undefined): InvokeAnswer {
  const unused = UNUSED.get(name ?? '');
  if (unused !== undefined) return { status: 200, body: unused(helpHint(locale)) };
  if (ACKNOWLEDGED.has(name ?? '')) return RECEIVED;
  // Nobody can exchange the token here; Teams then goes on without (single sign-on of bots, 412 Precondition Failed).
  return { status: name === 'signin/tokenExchange' ? 412 : 501 };
}

/** In `composeExtensions` of the app's manifest. */
export const ASK_COMMAND = 'askForRestore';

/** The service addresses of Teams' deep links. */
const LINK_ORIGINS: ReadonlySet<string> = new Set([
  'https://teams.microsoft.com',
  'https://teams.cloud.microsoft',
  'https://gov.teams.microsoft.us',
  'https://dod.teams.microsoft.us',
]);

/** Microsoft Teams, "Deep link to navigate to chat messages": the conversation, and the time that identifies the message. */
const MESSAGE_PATH = /^\/l\/message\/[^/]+\/\d+$/;

const optionalText = z.string().max(2_048).nullish();
/** MessageActionsPayload. Its text is not read. */
const ASKED_OF = z.object({ createdDateTime: optionalText, linkToMessage: optionalText });
const ASK = z.object({
  commandId: z.literal(ASK_COMMAND),
  messagePayload: ASKED_OF.nullish().catch(undefined),
  data: z.unknown().optional(),
});

/**
 * The message in whose menu **Ask for a restore** was chosen, and what its dialog sends.
 *
 * @param value of `composeExtension/fetchTask` or `composeExtension/submitAction` @returns undefined for another command
 */
export function readAskCommand(
  value: unknown,
): { readonly message: AskedFrom | undefined; readonly data: unknown } | undefined {
  const { data: command } = safeParse(ASK, value);
  if (command === undefined) return undefined;
  const { createdDateTime, linkToMessage } = command.messagePayload ?? {};
  const at = Date.parse(createdDateTime ?? '');
  const link = messageLink(linkToMessage ?? '');
  return { message: Number.isNaN(at) ? undefined : { at, link }, data: command.data };
}

/** Anybody in a chat can send any: of Teams, only what leads to a message. */
function messageLink(text: string): string | undefined {
  const url = parseUnambiguousUrl(text);
  return url !== undefined && LINK_ORIGINS.has(url.origin) && MESSAGE_PATH.test(url.pathname) ? url.href : undefined;
}

/** Dialogs know no `Action.Execute`: Microsoft Teams, "Universal Actions for Adaptive Cards". */
const forDialog = (card: object): object =>
  JSON.parse(JSON.stringify(card), (_name, node: { readonly type?: string; readonly fallback?: object } | null) =>
    node?.type === 'Action.Execute' ? node.fallback : node,
  ) as object;

export const dialogCard = (title: string, card: object): InvokeAnswer => ({
  status: 200,
  body: {
    task: {
      type: 'continue',
      value: {
        title,
        height: 'medium',
        width: 'medium',
        card: { contentType: 'application/vnd.microsoft.card.adaptive', content: forDialog(card) },
      },
    },
  },
});

export const dialogMessage = (text: string): InvokeAnswer => ({ status: 200, body: dialog(text) });

/** Teams shows nothing: what becomes of the file is said on cards. */
export const CONSENT_RECEIVED = RECEIVED;

/** Ids of ours; anything else is no export. */
const context = z.object({ exportId: z.string().regex(/^[\w-]{1,64}$/) });
const line = z
  .string()
  .max(4_096)
  .nullish()
  .transform((given) => given ?? '');

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
  const { data } = safeParse(FILE_CONSENT, value);
  if (data === undefined) return undefined;
  const { exportId } = data.context;
  if (data.action === 'decline') return { kind: 'declined', exportId };
  const { uploadUrl, ...uploaded } = data.uploadInfo;
  return { kind: 'accepted', exportId, uploadUrl, target: handedFile(uploaded) };
}

/** Teams may leave out everything but where to send the file. @returns undefined where no card can lead to it */
function handedFile({ contentUrl, ...given }: HandedFile): HandedFile | undefined {
  const path = URL.parse(contentUrl)?.pathname;
  if (path === undefined) return undefined;
  const name = given.name || decodedSegment(path.slice(path.lastIndexOf('/') + 1));
  const [, extension = ''] = /\.([^.]{1,32})$/.exec(name) ?? [];
  return { name, contentUrl, uniqueId: given.uniqueId, fileType: given.fileType || extension.toLowerCase() };
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
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
  const { data } = safeParse(SEARCH, value);
  if (data === undefined || (data.queryOptions?.skip ?? 0) > 0) return undefined;
  const top = Math.trunc(data.queryOptions?.top ?? MAX_CHOICES);
  const typed = typedText(data.queryText?.slice(0, LONGEST_TYPED)) ?? '';
  return { typed, max: top > 0 ? Math.min(top, MAX_CHOICES) : MAX_CHOICES };
}

export function typeaheadResponse(choices: readonly ScopeChoice[], locale: string | undefined): InvokeAnswer {
  return answer('application/vnd.microsoft.search.searchResponse', { results: scopeOptions(choices, locale) });
}
