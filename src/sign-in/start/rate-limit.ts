/** Limits how many sign-ins a person and a tenant may start (RFC 8628, section 5.4). */
import { BoundedMap } from '../../core/bounded-map.ts';
import type { PersonKey } from '../../core/person.ts';

export type StartVerdict =
  | { readonly kind: 'allowed' }
  /** `againAt`: when one more is allowed, epoch milliseconds. */
  | { readonly kind: 'limited'; readonly whose: 'person' | 'tenant'; readonly againAt: number };

export interface StartLimits {
  /**
   * Counts one start if it is allowed.
   *
   * @param recent the person's stored starts in this conversation, which include those that other instances allowed
   */
  take(personId: PersonKey['personId'], tenantId: string, recent: readonly number[]): StartVerdict;
}

interface Limit {
  readonly starts: number;
  readonly milliseconds: number;
}

/** One every 15 s. More codes would not help the user. */
const PERSON: Limit = { starts: 40, milliseconds: 10 * 60_000 };
/** Two a second for one tenant, per instance. */
const TENANT: Limit = { starts: 120, milliseconds: 60_000 };
const TRACKED_NAMES = 50_000;

const within = (times: readonly number[], limit: Limit, now: number): readonly number[] =>
  times.filter((at) => now - at < limit.milliseconds && at <= now).slice(-limit.starts);

/** The starts that still count, including this one, to be stored with the person. */
export function recentStarts(stored: readonly number[] | undefined, startedAt: number): readonly number[] {
  return [...within(stored ?? [], PERSON, startedAt), startedAt].slice(-PERSON.starts);
}

/** When the next start is allowed; undefined if one is allowed now. */
function limitedUntil(times: readonly number[], { starts, milliseconds }: Limit): number | undefined {
  const oldest = times.at(-starts);
  return times.length < starts || oldest === undefined ? undefined : oldest + milliseconds;
}

/**
 * Counts in memory, per person across conversations and per tenant. The person's stored starts count too, so a restart or
 * a second instance does not reset the limit of a conversation.
 */
export function createStartLimits(clock: { now(): number }): StartLimits {
  const started = new BoundedMap<string, readonly number[]>({ max: TRACKED_NAMES });

  return {
    take(personId, tenantId, recent) {
      const now = clock.now();
      const person = `person ${tenantId} ${personId}`;
      const tenant = `tenant ${tenantId}`;
      const mine = within(started.get(person) ?? [], PERSON, now);
      const theirs = within(started.get(tenant) ?? [], TENANT, now);
      const limits = [mine, within(recent, PERSON, now)].map((times) => limitedUntil(times, PERSON) ?? 0);
      const personAgainAt = Math.max(...limits);
      if (personAgainAt > 0) return { kind: 'limited', whose: 'person', againAt: personAgainAt };
      const tenantAgainAt = limitedUntil(theirs, TENANT);
      if (tenantAgainAt !== undefined) return { kind: 'limited', whose: 'tenant', againAt: tenantAgainAt };
      started.set(person, [...mine, now]);
      started.set(tenant, [...theirs, now]);
      return { kind: 'allowed' };
    },
  };
}
