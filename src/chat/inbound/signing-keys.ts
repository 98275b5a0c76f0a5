/** The channel's signing keys, from its OpenID metadata. */
import { z } from 'zod';

import type { Clock, Log } from '../../core/platform.ts';
import type { ChannelHttp } from '../outbound/http.ts';
import { isLoopback } from '../../core/net.ts';

export interface SigningKey {
  /** The public half, as jose takes it; the same object each time, so that jose imports it once. */
  readonly jwk: { kty: string; n: string; e: string };
  /** Channels this key signs for; empty where the metadata names none. */
  readonly endorsements: readonly string[];
}

export type KeySearch =
  | { readonly kind: 'found'; readonly key: SigningKey }
  | { readonly kind: 'unknown' }
  /** The metadata does not answer, so whether there is such a key is not known. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number };

export interface SigningKeys {
  /** Never throws. What `kid` holds is not kept, nor does it make more than one fetch in 30 s. */
  find(kid: string): Promise<KeySearch>;
}

const HOUR = 3_600_000;
const FRESH_FOR = 24 * HOUR;
/** Without an answer of the metadata for so long, a key may have been withdrawn. */
const USABLE_FOR = 48 * HOUR;
/** An unknown key id asks the metadata again no sooner than this: anybody can send one. */
const COOL_DOWN = 30_000;
const COOL_DOWN_WHILE_AWAY = 5_000;
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
  let triedAt = Number.NEGATIVE_INFINITY;
  let away = false;
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
      if (away) log.info({ metadataUrl }, "the channel's signing keys can be read again");
      away = false;
    } catch (error) {
      const reason = error instanceof Error ? error.name + ': ' + error.message.slice(0, 200) : 'unknown';
      if (!away) log.error({ metadataUrl, reason }, "the channel's signing keys cannot be read");
      away = true;
    }
  }

  /** One fetch at a time, for however many wait; none while it cools down. */
  async function refresh(): Promise<void> {
    if (fetching === undefined) {
      if (clock.now() - triedAt < (away ? COOL_DOWN_WHILE_AWAY : COOL_DOWN)) return;
      triedAt = clock.now();
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
      const known = keys.get(kid);
      if (known !== undefined) {
        if (age > FRESH_FOR) void refresh();
        return { kind: 'found', key: known };
      }
      await refresh();
      const key = keys.get(kid);
      if (key !== undefined) return { kind: 'found', key };
      return away ? { kind: 'unavailable', retryAfterSeconds: COOL_DOWN_WHILE_AWAY / 1_000 } : { kind: 'unknown' };
    },
  };
}

function readKeys(entries: readonly unknown[]): Map<string, SigningKey> {
  const keys = new Map<string, SigningKey>();
  for (const entry of entries) {
    const { success, data } = KEY.safeParse(entry);
    // A key of another kind beside ours is no mistake.
    if (!success) continue;
    keys.set(data.kid, { jwk: { kty: data.kty, n: data.n, e: data.e }, endorsements: data.endorsements ?? [] });
  }
  return keys;
}

/** https, or, where the metadata itself is plain http on loopback, that. */
function isSafe(keysUrl: string, metadataUrl: string): boolean {
  const url = URL.parse(keysUrl);
  if (url === null) return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isLoopback(url) && URL.parse(metadataUrl)?.protocol === 'http:';
}
