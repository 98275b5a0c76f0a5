/** The token endpoint for the bot's connector token (client credentials). */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ChatBot, Json } from '../types.ts';

export interface BearerTokens {
  /** Answers a form-encoded request as Entra does. */
  answer(form: URLSearchParams): { readonly status: number; readonly body: Json };
  /** Whether an `Authorization` header carries a token that was issued here and has not ended. */
  accepts(authorization: string | undefined): boolean;
  /** Refuses every issued token from now on. */
  revokeAll(): void;
}

export function createBearerTokens({
  bot,
  scope,
  lifetimeSeconds,
  now,
}: {
  readonly bot: ChatBot;
  readonly scope: string;
  readonly lifetimeSeconds: number;
  readonly now: () => number;
}): BearerTokens {
  const issued = new Map<string, number>();
  return {
    answer(form) {
      if (form.get('grant_type') !== 'client_credentials') return refusal(400, 'unsupported_grant_type');
      if (form.get('client_id') !== bot.appId) return refusal(400, 'unauthorized_client');
      if (!same(form.get('client_secret') ?? '', bot.appPassword)) return refusal(401, 'invalid_client');
      if (form.get('scope') !== scope) return refusal(400, 'invalid_scope');
      for (const [token, endsAt] of issued) if (endsAt <= now()) issued.delete(token);
      const token = randomBytes(32).toString('base64url');
      issued.set(token, now() + lifetimeSeconds * 1000);
      return {
        status: 200,
        body: {
          token_type: 'Bearer',
          expires_in: lifetimeSeconds,
          ext_expires_in: lifetimeSeconds,
          access_token: token,
        },
      };
    },
    accepts(authorization) {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      return token !== undefined && (issued.get(token) ?? 0) > now();
    },
    revokeAll() {
      issued.clear();
    },
  };
}

function refusal(status: number, error: string) {
  return { status, body: { error, error_description: `The stand-in connector refuses: ${error}.` } };
}

function same(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
