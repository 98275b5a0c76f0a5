/** Decides whether an activity may start a turn, and how each refusal is answered (docs/architecture.md, Security). */
import type { Activity } from 'botbuilder';
import { z } from 'zod';

import type { Clock, Log } from '../../core/platform.ts';
import { tenantsOf } from '../address.ts';
import type { BotCredentials } from '../outbound/connector-token.ts';
import type { ChannelHttp } from '../outbound/http.ts';
import { createServiceUrlCheck, sameServiceUrl } from './service-urls.ts';
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

type AuthorizationVerdict =
  | { readonly kind: 'authorized'; readonly activity: Activity }
  | { readonly kind: 'refused'; readonly answer: JsonResponse };

export interface ChannelSettings {
  readonly bot: Pick<BotCredentials, 'appId' | 'toBotFromChannelOpenIdMetadataUrl' | 'toBotFromChannelTokenIssuer'>;
  readonly authentication: 'required' | 'off';
  /** Origins allowed as service URL in addition to Teams' own. */
  readonly allowedServiceUrls: readonly string[];
  /** Tenant ids, lower case. Empty only while authentication is off: everybody. */
  readonly allowedTenants: readonly string[];
}

const text = z.string().nullish();
const id = z.string().min(1);
const account = z.looseObject({ id, name: text, aadObjectId: text });
const date = text.transform((value) => {
  const milliseconds = Date.parse(value ?? '');
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds);
});

const ACTIVITY = z.looseObject({
  type: id,
  serviceUrl: id,
  from: account,
  conversation: z.looseObject({
    id,
    tenantId: text,
    conversationType: text,
    isGroup: z.boolean().nullish(),
    name: text,
  }),
  recipient: z.looseObject({ id: z.string(), name: text }).nullish(),
  id: text,
  channelId: text,
  replyToId: text,
  name: text,
  action: text,
  text,
  locale: text,
  timestamp: date,
  localTimestamp: date,
  expiration: date,
  channelData: z.looseObject({ tenant: z.looseObject({ id: text }).nullish() }).nullish(),
  entities: z.array(z.looseObject({})).nullish(),
  membersAdded: z.array(account).nullish(),
  membersRemoved: z.array(account).nullish(),
});

const REFUSALS_LOGGED_EVERY_MILLISECONDS = 60_000;

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
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #loggedRefusals = new Map<string, { readonly at: number; suppressed: number }>();

  constructor({ settings, http, clock, log }: AuthorizerInputs) {
    const { bot, authentication, allowedServiceUrls, allowedTenants } = settings;
    const keys = new SigningKeys({ metadataUrl: bot.toBotFromChannelOpenIdMetadataUrl, http, clock, log });
    const issuer = bot.toBotFromChannelTokenIssuer;
    this.#verifier = new TokenVerifier({ issuer, audience: bot.appId, keys, clock });
    this.#isAuthenticated = authentication === 'required';
    this.#isAllowedServiceUrl = createServiceUrlCheck(allowedServiceUrls);
    this.#tenants = new Set(allowedTenants.map((tenant) => tenant.toLowerCase()));
    this.#clock = clock;
    this.#log = log;
  }

  /** Decides by the parsed body and its `Authorization` header. Never throws, and stores nothing about refused activities. */
  async authorize(body: unknown, authorization: string | undefined): Promise<AuthorizationVerdict> {
    // A cheap check: the sender is not authenticated yet.
    if (typeof body !== 'object' || body === null || !('type' in body) || typeof body.type !== 'string' || !body.type) {
      const message = 'The body is not a Bot Framework activity: a JSON object with a type is required.';
      return refused(errorAnswer(400, 'not-an-activity', message));
    }
    const verdict = this.#isAuthenticated ? await this.#verifier.verify(authorization) : undefined;
    if (verdict?.kind === 'refused') return this.#unauthorized(verdict.reason);
    if (verdict?.kind === 'unavailable') {
      const headers = { 'retry-after': String(verdict.retryAfterSeconds) };
      const message = "The channel's signing keys are unavailable. Send the activity again.";
      return refused(errorAnswer(503, 'keys-unavailable', message, headers));
    }
    const { data, error } = ACTIVITY.safeParse(body);
    if (data === undefined) {
      const field = error.issues[0]?.path.join('.') || 'body';
      return refused(errorAnswer(400, 'not-an-activity', `The activity lacks a usable "${field}".`));
    }
    // Some channels send null for an absent field. The SDK's type does not allow it; the code here treats both alike.
    const activity = data as unknown as Activity;
    const mismatch = verdict && mismatchOf(verdict.token, activity);
    return mismatch === undefined ? this.#checkOrigin(activity) : this.#unauthorized(mismatch);
  }

  #checkOrigin(activity: Activity): AuthorizationVerdict {
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

  #unauthorized(reason: string): AuthorizationVerdict {
    return this.#refuse(UNAUTHORIZED, reason, { reason });
  }

  /** Logs each reason at most once a minute, so that strangers cannot fill the log. */
  #refuse(answer: JsonResponse, reason: string, facts: object): AuthorizationVerdict {
    const now = this.#clock.now();
    const last = this.#loggedRefusals.get(reason);
    if (last !== undefined && now - last.at < REFUSALS_LOGGED_EVERY_MILLISECONDS) {
      last.suppressed += 1;
    } else {
      const { status } = answer;
      const fields = { event: 'activity-refused', status, ...facts, suppressed: last?.suppressed ?? 0 };
      this.#log.warn(fields, `an activity was refused: ${reason}`);
      this.#loggedRefusals.set(reason, { at: now, suppressed: 0 });
    }
    return refused(answer);
  }
}

const refused = (answer: JsonResponse): AuthorizationVerdict => ({ kind: 'refused', answer });

/** @returns the claim that does not fit the activity, or undefined */
function mismatchOf(token: ChannelToken, { serviceUrl, channelId }: Activity): string | undefined {
  if (token.serviceUrl === undefined) return 'no service URL claim';
  if (!sameServiceUrl(token.serviceUrl, serviceUrl)) return 'service URL';
  const { endorsements } = token;
  return endorsements.length === 0 || endorsements.includes(channelId) ? undefined : 'endorsement';
}
