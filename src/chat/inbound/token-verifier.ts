/** Verifies the tokens that the channel sends with its activities. */
import { hash } from 'node:crypto';

import { decodeProtectedHeader, errors, jwtVerify } from 'jose';

import type { Clock } from '../../core/platform.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

/** What a verified token says. */
export interface ChannelToken {
  readonly serviceUrl: string | undefined;
  /** Channels its signing key may speak for; empty: any. */
  readonly endorsements: readonly string[];
}

export type TokenRefusal =
  'no token' | 'unreadable' | 'algorithm' | 'unknown key' | 'signature' | 'expired' | 'issuer' | 'audience' | 'claims';

export type TokenVerdict =
  | { readonly kind: 'verified'; readonly token: ChannelToken }
  /** `reason` is for the log: the sender learns nothing. */
  | { readonly kind: 'refused'; readonly reason: TokenRefusal }
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number };

/** Verifies an `Authorization` header's value. Never throws. */
export type VerifyToken = (authorization: string | undefined) => Promise<TokenVerdict>;

/** Those of the Bot Framework. */
const ALGORITHMS: readonly string[] = ['RS256', 'RS384', 'RS512'];
const LEEWAY_SECONDS = 300;
const REMEMBERED_FOR = 300_000;
/** The channel sends the same token for about an hour; few are alive at a time. */
const REMEMBERED_AT_MOST = 1_000;
const LONGEST_TOKEN = 16_384;

interface Remembered {
  readonly token: ChannelToken;
  readonly until: number;
}

export function createTokenVerifier({
  issuer,
  audience,
  keys,
  clock,
}: {
  readonly issuer: string;
  /** The bot's app id. */
  readonly audience: string;
  readonly keys: SigningKeys;
  readonly clock: Clock;
}): VerifyToken {
  /** By the token's SHA-256; only verified ones, so that nobody outside can fill it. */
  const remembered = new Map<string, Remembered>();

  async function verify(token: string, key: SigningKey): Promise<{ token: ChannelToken; expiresAt: number }> {
    const { payload } = await jwtVerify(token, key.jwk, {
      issuer,
      audience,
      algorithms: [...ALGORITHMS],
      clockTolerance: LEEWAY_SECONDS,
      requiredClaims: ['exp'],
      currentDate: new Date(clock.now()),
    });
    const { exp = 0, serviceurl: serviceUrl } = payload;
    return {
      token: {
        serviceUrl: typeof serviceUrl === 'string' ? serviceUrl : undefined,
        endorsements: key.endorsements,
      },
      expiresAt: exp * 1_000,
    };
  }

  function remember(mark: string, token: ChannelToken, expiresAt: number): void {
    const until = Math.min(clock.now() + REMEMBERED_FOR, expiresAt);
    if (until <= clock.now()) return;
    const [oldest] = remembered.keys();
    if (remembered.size >= REMEMBERED_AT_MOST && oldest !== undefined) remembered.delete(oldest);
    remembered.set(mark, { token, until });
  }

  return async (authorization) => {
    const token = bearer(authorization);
    if (token === undefined) return refused('no token');
    const mark = hash('sha256', token, 'base64');
    const known = remembered.get(mark);
    if (known !== undefined) {
      if (clock.now() < known.until) return { kind: 'verified', token: known.token };
      remembered.delete(mark);
    }
    const header = readHeader(token);
    if (header === undefined) return refused('unreadable');
    if (header.alg === undefined || !ALGORITHMS.includes(header.alg)) return refused('algorithm');
    if (typeof header.kid !== 'string') return refused('unknown key');
    const search = await keys.find(header.kid);
    if (search.kind === 'unavailable') return search;
    if (search.kind === 'unknown') return refused('unknown key');
    try {
      const verified = await verify(token, search.key);
      remember(mark, verified.token, verified.expiresAt);
      return { kind: 'verified', token: verified.token };
    } catch (error) {
      return refused(reasonOf(error));
    }
  };
}

function bearer(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > LONGEST_TOKEN) return undefined;
  return /^Bearer +([\w.-]+)$/i.exec(authorization)?.[1];
}

function readHeader(token: string): ReturnType<typeof decodeProtectedHeader> | undefined {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}

/** Of the error only its kind: its text may quote the token. */
function reasonOf(error: unknown): TokenRefusal {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'unreadable';
  if (error.claim === 'iss') return 'issuer';
  return error.claim === 'aud' ? 'audience' : 'claims';
}

const refused = (reason: TokenRefusal): TokenVerdict => ({ kind: 'refused', reason });
