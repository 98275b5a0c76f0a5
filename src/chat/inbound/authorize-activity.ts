/** Decides whether an activity may start a turn, and how each refusal is answered (docs/threats.md, Unauthenticated requests). */
import { safeParse } from '../../core/shape.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Activity } from 'botbuilder';
import * as z from 'zod';

import { LimitedLog } from '../../log/limited-log.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { tenantsOf } from '../conversation/address.ts';
import type { BotCredentials } from '../outbound/connector-token.ts';
import type { ChannelHttp } from '../outbound/http.ts';
import { createServiceUrlCheck, sameServiceUrl } from '../conversation/service-urls.ts';
import { SigningKeys } from './signing-keys.ts';
import { TokenVerifier, type ChannelToken } from './token-verifier.ts';

/** An answer to an HTTP request; `body` is sent as JSON, nothing where it is undefined. */
export interface JsonResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export function errorAnswer(
  status: number,
  error: string,
  message: string,
  headers?: JsonResponse['headers'],
): JsonResponse {
  return { status, body: { error, message }, headers };
}

interface Refusal {
  readonly kind: 'refused';
  readonly answer: JsonResponse;
}
/** Who sends a request, by its headers; without a token only while authentication is off. */
export interface Sender {
  readonly kind: 'accepted';
  readonly token: ChannelToken | undefined;
}
type ActivityVerdict = { readonly kind: 'authorized'; readonly activity: Activity } | Refusal;
/** In lower case, as `node:http` gives them. */
type SenderHeaders = Readonly<Pick<IncomingHttpHeaders, 'authorization' | 'content-type' | 'origin'>>;

export interface ChannelSettings {
  readonly bot: Pick<BotCredentials, 'appId' | 'toBotFromChannelOpenIdMetadataUrl' | 'toBotFromChannelTokenIssuer'>;
  readonly authentication: 'required' | 'off';
  /** Origins allowed as service URL in addition to Teams' own. */
  readonly allowedServiceUrls: readonly string[];
  /** Tenant ids, lower case. Empty only while authentication is off: everybody. */
  readonly allowedTenants: readonly string[];
}

/** Several times what Teams sends; they are kept in memory and in storage. */
const LONGEST_WORD = 1_024;
const LONGEST_SERVICE_URL = 2_048;

const word = z.string().max(LONGEST_WORD).nullish();
const id = z.string().min(1).max(LONGEST_WORD);
const account = z.looseObject({ id, name: word, aadObjectId: word });
const date = word.transform((value) => {
  const milliseconds = Date.parse(value ?? '');
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds);
});

/** Of people's own doing; other events are about a conversation, and may not say who caused them. */
const BY_SOMEBODY: ReadonlySet<string> = new Set(['message', 'invoke']);

const FIELDS = z.looseObject({
  type: id,
  serviceUrl: z.string().min(1).max(LONGEST_SERVICE_URL),
  from: account.extend({ id: z.string().max(LONGEST_WORD).nullish() }).nullish(),
  conversation: z.looseObject({
    id,
    tenantId: word,
    conversationType: word,
    isGroup: z.boolean().nullish(),
    name: word,
  }),
  recipient: z.looseObject({ id: z.string().max(LONGEST_WORD), name: word }).nullish(),
  id: word,
  channelId: word,
  replyToId: word,
  name: word,
  action: word,
  text: z.string().nullish(),
  locale: word,
  timestamp: date,
  localTimestamp: date,
  localTimezone: word,
  expiration: date,
  channelData: z
    .looseObject({ tenant: z.looseObject({ id: word }).nullish(), team: z.looseObject({ id: word }).nullish() })
    .nullish(),
  entities: z.array(z.looseObject({})).nullish(),
  membersAdded: z.array(account).nullish(),
  membersRemoved: z.array(account).nullish(),
});

const ACTIVITY = FIELDS.transform(({ from, ...activity }, context) => {
  const isKnown = Boolean(from?.id);
  if (!isKnown && BY_SOMEBODY.has(activity.type)) context.addIssue({ code: 'custom', path: ['from', 'id'] });
  return { ...activity, from: { ...from, id: from?.id ?? '' } };
});

/** One answer for every fault of the token, so that the sender learns nothing from it. */
const UNAUTHORIZED = errorAnswer(401, 'unauthorized', 'A valid Bot Connector token is required.', {
  'www-authenticate': 'Bearer',
});

interface AuthorizerInputs {
  readonly settings: ChannelSettings;
  readonly http: ChannelHttp;
  readonly clock: Clock;
  readonly log: Log;
}

export class ActivityAuthorizer {
  readonly #isAuthenticated: boolean;
  readonly #isAllowedServiceUrl: (serviceUrl: string) => boolean;
  readonly #tenants: ReadonlySet<string>;
  readonly #verifier: TokenVerifier;
  readonly #log: LimitedLog;

  constructor({ settings, http, clock, log }: AuthorizerInputs) {
    const { bot, authentication, allowedServiceUrls, allowedTenants } = settings;
    const keys = new SigningKeys({ metadataUrl: bot.toBotFromChannelOpenIdMetadataUrl, http, clock, log });
    const issuer = bot.toBotFromChannelTokenIssuer;
    this.#verifier = new TokenVerifier({ issuer, audience: bot.appId, keys, clock });
    this.#isAuthenticated = authentication === 'required';
    this.#isAllowedServiceUrl = createServiceUrlCheck(allowedServiceUrls);
    this.#tenants = new Set(allowedTenants.map((tenant) => tenant.toLowerCase()));
    this.#log = new LimitedLog({ clock, log });
  }

  /** Decides by the headers alone who sends a request. Never throws. */
  async authenticate({ authorization, ...headers }: SenderHeaders): Promise<Sender | Refusal> {
    if (!this.#isAuthenticated) return refusalOfBrowser(headers) ?? { kind: 'accepted', token: undefined };
    const verdict = await this.#verifier.verify(authorization);
    if (verdict.kind === 'verified') return { kind: 'accepted', token: verdict.token };
    if (verdict.kind === 'refused') return this.#unauthorized(verdict.reason);
    const message = "The channel's signing keys are unavailable. Send the activity again.";
    return refused(errorAnswer(503, 'keys-unavailable', message, { 'retry-after': String(verdict.retryAfterSeconds) }));
  }

  /** Decides whether the sender may send this activity. Never throws, and stores nothing about refused ones. */
  authorize(body: unknown, { token }: Sender): ActivityVerdict {
    const { data, error } = safeParse(ACTIVITY, body);
    if (data === undefined) {
      const field = error.issues[0]?.path.join('.') || 'body';
      return refused(errorAnswer(400, 'not-an-activity', `The activity lacks a usable "${field}".`));
    }
    // Some channels send null for an absent field. The SDK's type does not allow it; the code here treats both alike.
    const activity = data as unknown as Activity;
    const mismatch = token && mismatchOf(token, activity);
    return mismatch === undefined ? this.#checkOrigin(activity) : this.#unauthorized(mismatch);
  }

  #checkOrigin(activity: Activity): ActivityVerdict {
    const { serviceUrl, channelId: channel } = activity;
    if (!this.#isAllowedServiceUrl(serviceUrl)) {
      const origin = URL.parse(serviceUrl)?.origin.slice(0, 200);
      const message = 'The service URL is not allowed. Add its origin to ALLOWED_SERVICE_URLS.';
      return this.#refuse(errorAnswer(403, 'service-url-not-allowed', message), 'service URL not allowed', { origin });
    }
    // With BOT_AUTHENTICATION=off the client may be any chat client, which signs nothing.
    if (this.#isAuthenticated && channel !== 'msteams') {
      const message = 'Only activities from Microsoft Teams are accepted.';
      return this.#refuse(errorAnswer(403, 'channel-not-allowed', message), 'channel not allowed', { channel });
    }
    const tenants = tenantsOf(activity);
    const isEveryTenantAllowed = !this.#isAuthenticated && this.#tenants.size === 0;
    if (!isEveryTenantAllowed && (tenants.length === 0 || !tenants.every((tenant) => this.#tenants.has(tenant)))) {
      const shown = tenants.map((tenant) => tenant.slice(0, 100));
      const message = 'The tenant is not allowed. Add its id to ALLOWED_TENANTS.';
      return this.#refuse(errorAnswer(403, 'tenant-not-allowed', message), 'tenant not allowed', { tenants: shown });
    }
    return { kind: 'authorized', activity };
  }

  #unauthorized(reason: string): Refusal {
    return this.#refuse(UNAUTHORIZED, reason, { reason });
  }

  #refuse(answer: JsonResponse, reason: string, facts: object): Refusal {
    const { status } = answer;
    this.#log.warn({ event: 'activity-refused', status, ...facts }, `an activity was refused: ${reason}`);
    return refused(answer);
  }
}

const refused = (answer: JsonResponse): Refusal => ({ kind: 'refused', answer });

/** A web page of anywhere can send requests to this machine; only such as these are sent without its permission. */
function refusalOfBrowser({ origin, 'content-type': type = '' }: SenderHeaders): Refusal | undefined {
  if (origin !== undefined) {
    return refused(errorAnswer(403, 'browser-not-allowed', 'Web pages may not send activities; leave out "Origin".'));
  }
  if (type.split(';')[0]?.trim().toLowerCase() === 'application/json') return undefined;
  return refused(errorAnswer(415, 'not-json', 'The content type has to be application/json.'));
}

/** @returns the claim that does not fit the activity, or undefined */
function mismatchOf(token: ChannelToken, { serviceUrl, channelId }: Activity): string | undefined {
  if (token.serviceUrl === undefined) return 'no service URL claim';
  if (!sameServiceUrl(token.serviceUrl, serviceUrl)) return 'service URL';
  return token.endorsements.includes(channelId) ? undefined : 'endorsement';
}
