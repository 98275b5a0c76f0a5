/** Who may hand the bot an activity: what is read first, and what each refusal answers (contract, HTTP). */
import type { Activity } from 'botbuilder';

import type { Clock, Log } from '../../core/platform.ts';
import { isActivityLike, readActivity } from './activity-schema.ts';
import type { ChannelSettings } from '../settings.ts';
import type { ChannelToken, VerifyToken } from './token-verifier.ts';
import { createServiceUrlCheck, sameServiceUrl } from './service-urls.ts';

/** An answer to an HTTP request; `body` is sent as JSON, nothing where it is undefined. */
export interface HttpAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type Admission =
  | { readonly kind: 'admitted'; readonly activity: Activity }
  | { readonly kind: 'refused'; readonly answer: HttpAnswer };

/** Decides on a parsed body and its `Authorization` header. Never throws, and keeps nothing of what it refuses. */
export type Admit = (body: unknown, authorization: string | undefined) => Promise<Admission>;

const MINUTE = 60_000;
const TEAMS = 'msteams';

/** The same whatever is wrong with the token. */
const UNAUTHORIZED = refusal(401, 'unauthorized', 'A valid token of the Bot Connector is needed.', {
  'www-authenticate': 'Bearer',
});

export function createDoor({
  settings: { authentication, allowedServiceUrls, allowedTenants },
  verifyToken,
  clock,
  log,
}: {
  readonly settings: ChannelSettings;
  readonly verifyToken: VerifyToken;
  readonly clock: Clock;
  readonly log: Log;
}): Admit {
  const isAllowedServiceUrl = createServiceUrlCheck(allowedServiceUrls);
  const tenants = new Set(allowedTenants.map((tenant) => tenant.toLowerCase()));
  const everybody = authentication === 'off' && tenants.size === 0;
  const say = createSeldomLog(clock, log);

  function unauthorized(reason: string): Admission {
    say(reason, { status: 401, reason });
    return UNAUTHORIZED;
  }

  /** What the token says of this activity; undefined when all is well. */
  function mismatch(token: ChannelToken, { serviceUrl, channelId }: Activity): string | undefined {
    if (token.serviceUrl === undefined) return 'no service URL claim';
    if (!sameServiceUrl(token.serviceUrl, serviceUrl)) return 'service URL';
    const { endorsements } = token;
    return endorsements.length === 0 || endorsements.includes(channelId) ? undefined : 'endorsement';
  }

  function place(activity: Activity): Admission {
    const { serviceUrl } = activity;
    if (!isAllowedServiceUrl(serviceUrl)) {
      say('service URL not allowed', { status: 403, origin: URL.parse(serviceUrl)?.origin.slice(0, 200) });
      return refusal(
        403,
        'service-url-not-allowed',
        'The service URL is not allowed; add its origin to ALLOWED_SERVICE_URLS.',
      );
    }
    // Signed activities come from Teams; what signs nothing may be any chat client (BOT_AUTHENTICATION=off).
    if (authentication === 'required' && activity.channelId !== TEAMS) {
      say('channel not allowed', { status: 403, channel: activity.channelId });
      return refusal(403, 'channel-not-allowed', 'Only activities of Microsoft Teams are taken.');
    }
    const named = tenantsOf(activity);
    if (!everybody && (named.length === 0 || !named.every((tenant) => tenants.has(tenant)))) {
      say('tenant not allowed', { status: 403, tenants: named.map((tenant) => tenant.slice(0, 100)) });
      return refusal(403, 'tenant-not-allowed', 'The tenant is not allowed; add its id to ALLOWED_TENANTS.');
    }
    return { kind: 'admitted', activity };
  }

  return async (body, authorization) => {
    if (!isActivityLike(body)) {
      return refusal(
        400,
        'not-an-activity',
        'The body is no Bot Framework activity: a JSON object with a type is needed.',
      );
    }
    const verdict = authentication === 'off' ? undefined : await verifyToken(authorization);
    if (verdict?.kind === 'refused') return unauthorized(verdict.reason);
    if (verdict?.kind === 'unavailable') {
      return refusal(503, 'keys-unavailable', "The channel's signing keys cannot be read now; send it again.", {
        'retry-after': String(verdict.retryAfterSeconds),
      });
    }
    const reading = readActivity(body);
    if (reading.kind === 'not-an-activity') {
      return refusal(400, 'not-an-activity', `The activity lacks a usable "${reading.field}".`);
    }
    const { activity } = reading;
    const wrong = verdict === undefined ? undefined : mismatch(verdict.token, activity);
    return wrong === undefined ? place(activity) : unauthorized(wrong);
  };
}

function refusal(
  status: number,
  error: string,
  message: string,
  headers?: HttpAnswer['headers'],
): Admission & { readonly kind: 'refused' } {
  return { kind: 'refused', answer: { status, body: { error, message }, headers } };
}

/** Each tenant that the activity names, wherever it does. */
function tenantsOf({ conversation, channelData }: Activity): readonly string[] {
  const named: readonly unknown[] = [conversation.tenantId, channelData?.tenant?.id];
  return named.filter((tenant) => typeof tenant === 'string').map((tenant) => tenant.toLowerCase());
}

/** One line a minute for each reason, so that strangers can't fill the log. Reasons are ours, so they are few. */
function createSeldomLog(clock: Clock, log: Log): (reason: string, facts: object) => void {
  const said = new Map<string, { at: number; unsaid: number }>();
  return (reason, facts) => {
    const last = said.get(reason);
    if (last !== undefined && clock.now() - last.at < MINUTE) {
      last.unsaid += 1;
      return;
    }
    log.warn({ ...facts, before: last?.unsaid ?? 0 }, `an activity was refused: ${reason}`);
    said.set(reason, { at: clock.now(), unsaid: 0 });
  };
}
