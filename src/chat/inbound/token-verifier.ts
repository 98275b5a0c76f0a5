/** Verifies the tokens that the channel sends with its activities, and caches verified ones. */
import { hash } from 'node:crypto';

import { decodeProtectedHeader, errors, jwtVerify } from 'jose';

import { BoundedMap } from '../../core/bounded-map.ts';
import type { Clock } from '../../core/platform.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

/** The claims of a verified token. */
export interface ChannelToken {
  readonly serviceUrl: string | undefined;
  /** The channels its signing key may sign for; empty: any. */
  readonly endorsements: readonly string[];
}

export type TokenRefusal =
  'no token' | 'unreadable' | 'algorithm' | 'unknown key' | 'signature' | 'expired' | 'issuer' | 'audience' | 'claims';

export type TokenVerdict =
  | { readonly kind: 'verified'; readonly token: ChannelToken }
  /** `reason` is for the log only. */
  | { readonly kind: 'refused'; readonly reason: TokenRefusal }
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number };

/** Verifies an `Authorization` header's value. Never throws. */
export type VerifyToken = (authorization: string | undefined) => Promise<TokenVerdict>;

/** The algorithms that Bot Framework accepts. */
const ALGORITHMS: readonly string[] = ['RS256', 'RS384', 'RS512'];
const LEEWAY_SECONDS = 300;
const CACHED_MILLISECONDS = 300_000;
/** The channel sends the same token for about an hour, so few are valid at a time. */
const CACHED_TOKENS = 1_000;
const LONGEST_TOKEN = 16_384;

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
  /** Verified tokens only, by their SHA-256, so that strangers cannot fill it. */
  const cache = new BoundedMap<string, ChannelToken>({ max: CACHED_TOKENS, clock });

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

  function store(digest: string, token: ChannelToken, expiresAt: number): void {
    const until = Math.min(clock.now() + CACHED_MILLISECONDS, expiresAt);
    if (until > clock.now()) cache.set(digest, token, until);
  }

  return async (authorization) => {
    const token = bearer(authorization);
    if (token === undefined) return refused('no token');
    const digest = hash('sha256', token, 'base64');
    const cached = cache.get(digest);
    if (cached !== undefined) return { kind: 'verified', token: cached };
    const header = readHeader(token);
    if (header === undefined) return refused('unreadable');
    if (header.alg === undefined || !ALGORITHMS.includes(header.alg)) return refused('algorithm');
    if (typeof header.kid !== 'string') return refused('unknown key');
    const search = await keys.find(header.kid);
    if (search.kind === 'unavailable') return search;
    if (search.kind === 'unknown') return refused('unknown key');
    try {
      const verified = await verify(token, search.key);
      store(digest, verified.token, verified.expiresAt);
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

/** Classifies the error by its class only: its text may quote the token. */
function reasonOf(error: unknown): TokenRefusal {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'unreadable';
  if (error.claim === 'iss') return 'issuer';
  return error.claim === 'aud' ? 'audience' : 'claims';
}

const refused = (reason: TokenRefusal): TokenVerdict => ({ kind: 'refused', reason });
