/** The channel's signing keys, from its OpenID metadata. */
import * as z from 'zod';

import { DAY } from '../../core/durations.ts';
import { readJson } from '../../core/json.ts';
import { isLoopback } from '../../core/net.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { ChannelHttp } from '../outbound/http.ts';

const FRESH_FOR = DAY;
/** After this long without the metadata, a key may have been withdrawn. */
const USABLE_FOR = 2 * DAY;
/** How long after a fetch an unknown key id starts another one: anybody can send an unknown id. */
const COOLDOWN = 30_000;
const COOLDOWN_WHILE_UNAVAILABLE = 5_000;
const FETCH_LIMIT = 5_000;

const METADATA = z.object({ jwks_uri: z.string() });
const KEY = z
  .object({
    kty: z.literal('RSA'),
    kid: z.string(),
    n: z.string(),
    e: z.string(),
    use: z.literal('sig').optional(),
    /** The channels this key may sign for; empty when the metadata names none. */
    endorsements: z
      .array(z.string())
      .nullish()
      .transform((channels) => channels ?? []),
  })
  // The public key in jose's form; always the same object, so that jose imports it once.
  .transform(({ kid, kty, n, e, endorsements }) => ({ kid, jwk: { kty, n, e }, endorsements }));
/** The set may hold keys of other kinds. */
const KEY_SET = z.object({ keys: z.array(KEY.or(z.unknown().transform(() => undefined))) });

export type SigningKey = Readonly<z.infer<typeof KEY>>;

export type KeySearch =
  | { readonly kind: 'found'; readonly key: SigningKey }
  | { readonly kind: 'unknown' }
  /** The metadata cannot be read, so whether the key exists is unknown. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number };

interface SigningKeysInputs {
  readonly metadataUrl: string;
  readonly http: ChannelHttp;
  readonly clock: Clock;
  readonly log: Log;
}

export class SigningKeys {
  readonly #inputs: SigningKeysInputs;
  #keys: ReadonlyMap<string, SigningKey> = new Map();
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #attemptedAt = Number.NEGATIVE_INFINITY;
  #isUnavailable = false;
  #fetching: Promise<void> | undefined;

  constructor(inputs: SigningKeysInputs) {
    this.#inputs = inputs;
  }

  /** Never throws, does not remember unknown ids, and fetches at most once in 30 s for them. */
  async find(kid: string): Promise<KeySearch> {
    const age = this.#inputs.clock.now() - this.#fetchedAt;
    if (age > USABLE_FOR) this.#keys = new Map();
    const cached = this.#keys.get(kid);
    if (cached === undefined) await this.#refresh();
    else if (age > FRESH_FOR) void this.#refresh();
    const key = cached ?? this.#keys.get(kid);
    if (key !== undefined) return { kind: 'found', key };
    return this.#isUnavailable
      ? { kind: 'unavailable', retryAfterSeconds: COOLDOWN_WHILE_UNAVAILABLE / 1_000 }
      : { kind: 'unknown' };
  }

  /** Whether a key that was found is one of those that were fetched last. */
  has(key: SigningKey): boolean {
    return this.#keys.get(key.kid) === key;
  }

  /** Whether a key that was fetched last may sign for the channel. */
  endorse(channelId: string): boolean {
    return [...this.#keys.values()].some(({ endorsements }) => endorsements.includes(channelId));
  }

  /** Shares one fetch among all callers; does nothing during the cooldown. */
  async #refresh(): Promise<void> {
    if (this.#fetching === undefined) {
      const now = this.#inputs.clock.now();
      if (now - this.#attemptedAt < (this.#isUnavailable ? COOLDOWN_WHILE_UNAVAILABLE : COOLDOWN)) return;
      this.#attemptedAt = now;
      this.#fetching = this.#fetch().finally(() => {
        this.#fetching = undefined;
      });
    }
    await this.#fetching;
  }

  async #fetch(): Promise<void> {
    const { metadataUrl, clock, log } = this.#inputs;
    const wasUnavailable = this.#isUnavailable;
    try {
      const { jwks_uri: keysUrl } = METADATA.parse(await this.#fetchJson(metadataUrl));
      if (!isSafe(keysUrl, metadataUrl)) throw new Error('jwks_uri is not https');
      const { keys } = KEY_SET.parse(await this.#fetchJson(keysUrl));
      const usable = new Map(keys.filter((key) => key !== undefined).map((key) => [key.kid, key]));
      if (usable.size === 0) throw new Error('no usable key');
      this.#keys = usable;
      this.#fetchedAt = clock.now();
      this.#isUnavailable = false;
      if (wasUnavailable) {
        log.info({ event: 'signing-keys-available', metadataUrl }, "the channel's signing keys can be read again");
      }
    } catch (error) {
      this.#isUnavailable = true;
      if (wasUnavailable) return;
      const reason = error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : 'unknown';
      const fields = { event: 'signing-keys-unavailable', metadataUrl, reason };
      log.error(fields, "the channel's signing keys cannot be read");
    }
  }

  async #fetchJson(url: string): Promise<unknown> {
    const reply = await this.#inputs.http.send({ method: 'GET', url, timeLimitMilliseconds: FETCH_LIMIT });
    if (reply.kind !== 'answered') throw new Error(reply.fault);
    if (reply.status !== 200) throw new Error(`HTTP ${reply.status}`);
    const json = readJson(reply.text);
    if (json.kind !== 'read') throw new Error('no JSON, or too much of it');
    return json.value;
  }
}

/** Whether the URL is https, or plain http on loopback like the metadata's own. */
function isSafe(keysUrl: string, metadataUrl: string): boolean {
  const url = URL.parse(keysUrl);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && isLoopback(url.hostname) && URL.parse(metadataUrl)?.protocol === 'http:';
}
