/** The channel's signing keys, from its OpenID metadata. */
import { z } from 'zod';

import type { Clock, Log } from '../../core/platform.ts';
import type { ChannelHttp } from '../outbound/http.ts';
import { isLoopback } from '../../core/net.ts';

export interface SigningKey {
  /** The public key in jose's form; always the same object, so that jose imports it once. */
  readonly jwk: { kty: string; n: string; e: string };
  /** The channels this key may sign for; empty when the metadata names none. */
  readonly endorsements: readonly string[];
}

export type KeySearch =
  | { readonly kind: 'found'; readonly key: SigningKey }
  | { readonly kind: 'unknown' }
  /** The metadata cannot be read, so nobody knows whether there is such a key. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number };

export interface SigningKeys {
  /** Never throws, does not remember unknown ids, and fetches at most once in 30 s for them. */
  find(kid: string): Promise<KeySearch>;
}

const HOUR = 3_600_000;
const FRESH_FOR = 24 * HOUR;
/** After this long without the metadata, a key may have been withdrawn. */
const USABLE_FOR = 48 * HOUR;
/** How long after a fetch an unknown key id starts another one: anybody can send an unknown id. */
const COOLDOWN = 30_000;
const COOLDOWN_WHILE_UNAVAILABLE = 5_000;
const FETCH_LIMIT = 5_000;

const METADATA = z.object({ jwks_uri: z.string() });
const KEY_SET = z.object({ keys: z.array(z.unknown()) });
const KEY = z.object({
  kty: z.literal('RSA'),
  kid: z.string(),
  n: z.string(),
  e: z.string(),
  use: z.literal('sig').optional(),
  endorsements: z.array(z.string()).nullish(),
});

export function createSigningKeys({
  metadataUrl,
  http,
  clock,
  log,
}: {
  readonly metadataUrl: string;
  readonly http: ChannelHttp;
  readonly clock: Clock;
  readonly log: Log;
}): SigningKeys {
  let keys: ReadonlyMap<string, SigningKey> = new Map();
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let unavailable = false;
  let fetching: Promise<void> | undefined;

  async function fetchJson(url: string): Promise<unknown> {
    const reply = await http.send({ method: 'GET', url, timeLimitMilliseconds: FETCH_LIMIT });
    if (reply.kind !== 'answered') throw new Error(reply.fault);
    if (reply.status !== 200) throw new Error(`HTTP ${reply.status}`);
    return JSON.parse(reply.text);
  }

  async function fetchKeys(): Promise<void> {
    try {
      const { jwks_uri: keysUrl } = METADATA.parse(await fetchJson(metadataUrl));
      if (!isSafe(keysUrl, metadataUrl)) throw new Error('jwks_uri is not https');
      const found = readKeys(KEY_SET.parse(await fetchJson(keysUrl)).keys);
      if (found.size === 0) throw new Error('no usable key');
      keys = found;
      fetchedAt = clock.now();
      if (unavailable)
        log.info({ event: 'signing-keys-available', metadataUrl }, "the channel's signing keys can be read again");
      unavailable = false;
    } catch (error) {
      const reason = error instanceof Error ? error.name + ': ' + error.message.slice(0, 200) : 'unknown';
      if (!unavailable)
        log.error(
          { event: 'signing-keys-unavailable', metadataUrl, reason },
          "the channel's signing keys cannot be read",
        );
      unavailable = true;
    }
  }

  /** Shares one fetch among all callers; does nothing during the cooldown. */
  async function refresh(): Promise<void> {
    if (fetching === undefined) {
      if (clock.now() - attemptedAt < (unavailable ? COOLDOWN_WHILE_UNAVAILABLE : COOLDOWN)) return;
      attemptedAt = clock.now();
      fetching = fetchKeys().finally(() => {
        fetching = undefined;
      });
    }
    await fetching;
  }

  return {
    async find(kid) {
      const age = clock.now() - fetchedAt;
      if (age > USABLE_FOR) keys = new Map();
      const cached = keys.get(kid);
      if (cached !== undefined) {
        if (age > FRESH_FOR) void refresh();
        return { kind: 'found', key: cached };
      }
      await refresh();
      const key = keys.get(kid);
      if (key !== undefined) return { kind: 'found', key };
      return unavailable
        ? { kind: 'unavailable', retryAfterSeconds: COOLDOWN_WHILE_UNAVAILABLE / 1_000 }
        : { kind: 'unknown' };
    },
  };
}

function readKeys(entries: readonly unknown[]): Map<string, SigningKey> {
  const keys = new Map<string, SigningKey>();
  for (const entry of entries) {
    const { success, data } = KEY.safeParse(entry);
    // The set may hold keys of other kinds.
    if (!success) continue;
    keys.set(data.kid, { jwk: { kty: data.kty, n: data.n, e: data.e }, endorsements: data.endorsements ?? [] });
  }
  return keys;
}

/** Whether the URL is https, or plain http on loopback like the metadata's own. */
function isSafe(keysUrl: string, metadataUrl: string): boolean {
  const url = URL.parse(keysUrl);
  if (url === null) return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isLoopback(url.hostname) && URL.parse(metadataUrl)?.protocol === 'http:';
}
