/** Decides whether an activity may start a turn, and how each refusal is answered (docs/architecture.md, Security). */
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

export type Authorization =
  | { readonly kind: 'authorized'; readonly activity: Activity }
  | { readonly kind: 'refused'; readonly answer: HttpAnswer };

/** Decides by the parsed body and its `Authorization` header. Never throws, and stores nothing about refused activities. */
export type AuthorizeActivity = (body: unknown, authorization: string | undefined) => Promise<Authorization>;

const MINUTE = 60_000;
const TEAMS = 'msteams';

/** One answer for every fault of the token, so that the sender learns nothing from it. */
const UNAUTHORIZED = refusal(401, 'unauthorized', 'A valid Bot Connector token is required.', {
  'www-authenticate': 'Bearer',
});

export function createActivityAuthorizer({
  settings: { authentication, allowedServiceUrls, allowedTenants },
  verifyToken,
  clock,
  log,
}: {
  readonly settings: ChannelSettings;
  readonly verifyToken: VerifyToken;
  readonly clock: Clock;
  readonly log: Log;
}): AuthorizeActivity {
  const isAllowedServiceUrl = createServiceUrlCheck(allowedServiceUrls);
  const tenants = new Set(allowedTenants.map((tenant) => tenant.toLowerCase()));
  const allowsEveryTenant = authentication === 'off' && tenants.size === 0;
  const logRefusal = createThrottledLog(clock, log);

  function unauthorized(reason: string): Authorization {
    logRefusal(reason, { status: 401, reason });
    return UNAUTHORIZED;
  }

  /** @returns the claim that does not fit the activity, or undefined */
  function mismatch(token: ChannelToken, { serviceUrl, channelId }: Activity): string | undefined {
    if (token.serviceUrl === undefined) return 'no service URL claim';
    if (!sameServiceUrl(token.serviceUrl, serviceUrl)) return 'service URL';
    const { endorsements } = token;
    return endorsements.length === 0 || endorsements.includes(channelId) ? undefined : 'endorsement';
  }

  function checkOrigin(activity: Activity): Authorization {
    const { serviceUrl } = activity;
    if (!isAllowedServiceUrl(serviceUrl)) {
      logRefusal('service URL not allowed', { status: 403, origin: URL.parse(serviceUrl)?.origin.slice(0, 200) });
      return refusal(
        403,
        'service-url-not-allowed',
        'The service URL is not allowed. Add its origin to ALLOWED_SERVICE_URLS.',
      );
    }
    // With BOT_AUTHENTICATION=off the client may be any chat client, which signs nothing.
    if (authentication === 'required' && activity.channelId !== TEAMS) {
      logRefusal('channel not allowed', { status: 403, channel: activity.channelId });
      return refusal(403, 'channel-not-allowed', 'Only activities from Microsoft Teams are accepted.');
    }
    const named = tenantsOf(activity);
    if (!allowsEveryTenant && (named.length === 0 || !named.every((tenant) => tenants.has(tenant)))) {
      logRefusal('tenant not allowed', { status: 403, tenants: named.map((tenant) => tenant.slice(0, 100)) });
      return refusal(403, 'tenant-not-allowed', 'The tenant is not allowed. Add its id to ALLOWED_TENANTS.');
    }
    return { kind: 'authorized', activity };
  }

  return async (body, authorization) => {
    if (!isActivityLike(body)) {
      return refusal(
        400,
        'not-an-activity',
        'The body is not a Bot Framework activity: a JSON object with a type is required.',
      );
    }
    const verdict = authentication === 'off' ? undefined : await verifyToken(authorization);
    if (verdict?.kind === 'refused') return unauthorized(verdict.reason);
    if (verdict?.kind === 'unavailable') {
      return refusal(503, 'keys-unavailable', "The channel's signing keys are unavailable. Send the activity again.", {
        'retry-after': String(verdict.retryAfterSeconds),
      });
    }
    const reading = readActivity(body);
    if (reading.kind === 'not-an-activity') {
      return refusal(400, 'not-an-activity', `The activity lacks a usable "${reading.field}".`);
    }
    const { activity } = reading;
    const mismatched = verdict === undefined ? undefined : mismatch(verdict.token, activity);
    return mismatched === undefined ? checkOrigin(activity) : unauthorized(mismatched);
  };
}

function refusal(
  status: number,
  error: string,
  message: string,
  headers?: HttpAnswer['headers'],
): Authorization & { readonly kind: 'refused' } {
  return { kind: 'refused', answer: { status, body: { error, message }, headers } };
}

/** Every tenant id in the activity. */
function tenantsOf({ conversation, channelData }: Activity): readonly string[] {
  const named: readonly unknown[] = [conversation.tenantId, channelData?.tenant?.id];
  return named.filter((tenant) => typeof tenant === 'string').map((tenant) => tenant.toLowerCase());
}

/** Logs each reason at most once a minute, so that strangers cannot fill the log. There are only a few reasons. */
function createThrottledLog(clock: Clock, log: Log): (reason: string, facts: object) => void {
  const lines = new Map<string, { readonly at: number; suppressed: number }>();
  return (reason, facts) => {
    const last = lines.get(reason);
    if (last !== undefined && clock.now() - last.at < MINUTE) {
      last.suppressed += 1;
      return;
    }
    log.warn(
      { event: 'activity-refused', ...facts, suppressed: last?.suppressed ?? 0 },
      `an activity was refused: ${reason}`,
    );
    lines.set(reason, { at: clock.now(), suppressed: 0 });
  };
}
