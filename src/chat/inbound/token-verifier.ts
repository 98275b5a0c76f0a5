/** Verifies the tokens that the channel sends with its activities, and caches verified ones. */
import { hash } from 'node:crypto';

import { decodeProtectedHeader, errors, jwtVerify } from 'jose';

import { BoundedMap } from '../../core/bounded-map.ts';
import type { Clock } from '../../core/platform.ts';
import type { KeySearch, SigningKey, SigningKeys } from './signing-keys.ts';

export interface ChannelToken {
  readonly serviceUrl: string | undefined;
  /** The channels its signing key may sign for. */
  readonly endorsements: readonly string[];
}

type TokenRefusal =
  | 'no token'
  | 'unreadable'
  | 'algorithm'
  | 'unknown key'
  | 'signature'
  | 'expired'
  | 'issuer'
  | 'audience'
  | 'claims';

export type TokenVerdict =
  | { readonly kind: 'verified'; readonly token: ChannelToken }
  /** `reason` is for the log only. */
  | { readonly kind: 'refused'; readonly reason: TokenRefusal }
  | Extract<KeySearch, { kind: 'unavailable' }>;

interface VerifierInputs {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: Pick<SigningKeys, 'find' | 'has'>;
  readonly clock: Pick<Clock, 'now'>;
}

const ALGORITHMS = ['RS256', 'RS384', 'RS512'];
const LEEWAY_SECONDS = 300;
const CACHED_MILLISECONDS = 300_000;
/** The channel sends the same token for about an hour, so few are valid at a time. */
const CACHED_TOKENS = 1_000;
const LONGEST_TOKEN = 16_384;

export class TokenVerifier {
  readonly #inputs: VerifierInputs;
  /** Verified tokens only, by their SHA-256, so that strangers cannot fill it. */
  readonly #cache: BoundedMap<string, { readonly token: ChannelToken; readonly key: SigningKey }>;

  constructor(inputs: VerifierInputs) {
    this.#inputs = inputs;
    this.#cache = new BoundedMap({ max: CACHED_TOKENS, clock: inputs.clock });
  }

  /** Verifies the value of an `Authorization` header. Never throws. */
  async verify(authorization: string | undefined): Promise<TokenVerdict> {
    const { issuer, audience, keys, clock } = this.#inputs;
    const jwt = bearerIn(authorization);
    if (jwt === undefined) return refused('no token');
    const digest = hash('sha256', jwt, 'base64');
    const cached = this.#cache.get(digest);
    if (cached !== undefined && keys.has(cached.key)) return { kind: 'verified', token: cached.token };
    try {
      const { alg = '', kid } = decodeProtectedHeader(jwt);
      if (!ALGORITHMS.includes(alg)) return refused('algorithm');
      const search: KeySearch = typeof kid === 'string' ? await keys.find(kid) : { kind: 'unknown' };
      if (search.kind === 'unavailable') return search;
      if (search.kind === 'unknown') return refused('unknown key');
      const { key } = search;
      const { endorsements, jwk } = key;
      const { payload } = await jwtVerify(jwt, jwk, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: LEEWAY_SECONDS,
        requiredClaims: ['exp'],
        currentDate: new Date(clock.now()),
      });
      const { exp = 0, serviceurl: serviceUrl } = payload;
      const token = { serviceUrl: typeof serviceUrl === 'string' ? serviceUrl : undefined, endorsements };
      const cachedUntil = Math.min(clock.now() + CACHED_MILLISECONDS, exp * 1_000);
      if (cachedUntil > clock.now()) this.#cache.set(digest, { token, key }, cachedUntil);
      return { kind: 'verified', token };
    } catch (error) {
      return refused(reasonOf(error));
    }
  }
}

function bearerIn(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > LONGEST_TOKEN) return undefined;
  return /^Bearer +([\w.-]+)$/i.exec(authorization)?.[1];
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
