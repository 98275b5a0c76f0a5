/** The two pages of a sign-in in the browser: the link on the card, and where the identity provider sends its answer. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonResponse } from '../chat/inbound/authorize-activity.ts';
import { availableLanguage, localeTag, wordsFor } from '../cards/text/index.ts';
import { onStorageUnavailable } from '../core/errors.ts';
import type { BrowserPage, BrowserVisits } from '../sign-in/follow/browser-visits.ts';
import type { AuthorizationAnswer } from '../sign-in/state/ports.ts';
import { FORM_BODY, type Bodies } from './read-body.ts';

/** An answer to a browser. */
export interface PageResponse extends Pick<JsonResponse, 'status' | 'headers'> {
  readonly page: string;
}

/** Both read and answer, and hold nothing: any instance may be asked. */
export interface SignInPages {
  readonly visits: Pick<BrowserVisits, 'open' | 'receive'>;
  readonly readAnswer: (form: string) => AuthorizationAnswer | undefined;
}

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;font:1.125rem/1.5 system-ui,sans-serif}main{max-width:32rem;margin:20vh auto 0;padding:0 1.5rem}h1{font-size:1.5rem}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'accept-language',
};

const STATUS: Readonly<Record<BrowserPage['kind'], number>> = {
  done: 200,
  'not-signed-in': 200,
  over: 410,
  answered: 410,
  refused: 400,
  'too-often': 429,
  unavailable: 503,
};

const RETRY_AFTER = { 'retry-after': '60' };

/** Only the language is chosen by the request, where that of the chat is not known; nothing of the request is in it. */
export function pageResponse(
  { kind, locale: known }: BrowserPage,
  { headers }: Pick<IncomingMessage, 'headers'>,
): PageResponse {
  const locale = known ?? availableLanguage(headers['accept-language']);
  const { title, text } = wordsFor(locale).pages[kind];
  const page = `<!doctype html><html lang="${localeTag(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
  const status = STATUS[kind];
  return { status, page, headers: { ...HEADERS, ...(status === 429 || status === 503 ? RETRY_AFTER : {}) } };
}

const orUnavailable = (request: IncomingMessage, answer: Promise<PageResponse>): Promise<PageResponse> =>
  answer.catch(onStorageUnavailable(() => pageResponse({ kind: 'unavailable' }, request)));

/** `GET /sign-in/<ticket>`. */
export function openLink({ visits }: SignInPages, request: IncomingMessage, ticket: string): Promise<PageResponse> {
  return orUnavailable(
    request,
    visits.open(ticket).then((opened) => {
      if ('kind' in opened) return pageResponse(opened, request);
      return { status: 302, page: '', headers: { ...HEADERS, location: opened.url } };
    }),
  );
}

/** `POST /signed-in`: the form of an authorization response (OAuth 2.0 Form Post Response Mode). */
export async function receiveAnswer(
  { visits, readAnswer }: SignInPages,
  bodies: Bodies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<PageResponse | undefined> {
  const received = await bodies.read(request, response, FORM_BODY, async (form) => {
    const answer = readAnswer(form);
    return answer === undefined
      ? pageResponse({ kind: 'refused' }, request)
      : orUnavailable(
          request,
          visits.receive(answer).then((page) => pageResponse(page, request)),
        );
  });
  if (received === undefined || 'page' in received) return received;
  const { status } = received;
  return { ...pageResponse({ kind: status === 503 ? 'unavailable' : 'refused' }, request), status };
}

/** `GET /signed-in`: a tab that the browser restores, or whose address somebody opens again. */
export const answerAgain = (request: IncomingMessage): PageResponse => pageResponse({ kind: 'answered' }, request);
