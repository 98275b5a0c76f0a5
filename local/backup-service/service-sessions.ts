/** Sessions of the stand-in backup service: tokens, renewed in pairs, ended by a log-out. */
import { randomBytes } from 'node:crypto';
import { notStored, type StoredState } from '../stand-in/stored-state.ts';

/** Paths that issue tokens, each renewing its own alone. */
export type TokenPath = '/v8/token' | '/v5/Token';

export interface SignedIn {
  readonly path: TokenPath;
  readonly userId: string;
  readonly userName: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly isOperator: boolean;
}

export interface ServiceSession {
  readonly who: SignedIn;
  /** What calls must bring in a cookie beside the token; absent where the sign-in did without. */
  readonly antiforgery: string | undefined;
}

export interface IssuedTokens {
  readonly session: ServiceSession;
  /** Shape `OAuthTokenResponse`. */
  readonly body: object;
}

interface ServiceSessions {
  issue(session: ServiceSession): IssuedTokens;
  /** A new pair for a refresh token, which is spent. Undefined: not known here. */
  renew(refreshToken: string, path: TokenPath): IssuedTokens | undefined;
  find(accessToken: string): ServiceSession | undefined;
  end(session: ServiceSession): void;
  endAll(): void;
  /** Sessions not ended by a log-out. */
  readonly count: number;
}

/** Tokens that have not been spent or ended, with what they belong to. */
interface IssuedState {
  readonly sessions: readonly ServiceSession[];
  /** `session`: place in the list. */
  readonly accessTokens: readonly { readonly token: string; readonly session: number; readonly endsAt: number }[];
  readonly refreshTokens: readonly { readonly token: string; readonly session: number }[];
}

export function createServiceSessions(
  tokenSeconds: number,
  kept: StoredState<IssuedState> = notStored(),
  now: () => number = Date.now,
): ServiceSessions {
  const byAccessToken = new Map<string, { readonly session: ServiceSession; readonly endsAt: number }>();
  const byRefreshToken = new Map<string, ServiceSession>();
  const { sessions: known = [], accessTokens = [], refreshTokens = [] } = kept.previous ?? {};
  for (const { token, session: at, endsAt } of accessTokens) {
    const session = known[at];
    if (session !== undefined) byAccessToken.set(token, { session, endsAt });
  }
  for (const { token, session: at } of refreshTokens) {
    const session = known[at];
    if (session !== undefined) byRefreshToken.set(token, session);
  }

  function save(): void {
    kept.save(() => {
      const sessions = [
        ...new Set([...byRefreshToken.values(), ...[...byAccessToken.values()].map((one) => one.session)]),
      ];
      const placeOf = (session: ServiceSession): number => sessions.indexOf(session);
      return {
        sessions,
        accessTokens: [...byAccessToken].map(([token, one]) => ({ ...one, token, session: placeOf(one.session) })),
        refreshTokens: [...byRefreshToken].map(([token, session]) => ({ token, session: placeOf(session) })),
      };
    });
  }

  function issue(session: ServiceSession): IssuedTokens {
    const issuedAt = now();
    const endsAt = issuedAt + tokenSeconds * 1000;
    const accessToken = randomBytes(48).toString('base64url');
    const refreshToken = randomBytes(48).toString('base64url');
    for (const [token, entry] of byAccessToken) if (entry.endsAt <= issuedAt) byAccessToken.delete(token);
    byAccessToken.set(accessToken, { session, endsAt });
    byRefreshToken.set(refreshToken, session);
    save();
    return {
      session,
      body: {
        access_token: accessToken,
        token_type: 'bearer',
        refresh_token: refreshToken,
        expires_in: tokenSeconds,
        '.issued': new Date(issuedAt).toISOString(),
        '.expires': new Date(endsAt).toISOString(),
        userName: session.who.userName,
      },
    };
  }

  return {
    issue,
    renew(refreshToken, path) {
      const session = byRefreshToken.get(refreshToken);
      if (session === undefined || session.who.path !== path) return undefined;
      byRefreshToken.delete(refreshToken);
      return issue(session);
    },
    find(accessToken) {
      const entry = byAccessToken.get(accessToken);
      return entry !== undefined && entry.endsAt > now() ? entry.session : undefined;
    },
    end(session) {
      for (const [token, entry] of byAccessToken) if (entry.session === session) byAccessToken.delete(token);
      for (const [token, owner] of byRefreshToken) if (owner === session) byRefreshToken.delete(token);
      save();
    },
    endAll() {
      byAccessToken.clear();
      byRefreshToken.clear();
      save();
    },
    get count() {
      return new Set(byRefreshToken.values()).size;
    },
  };
}
