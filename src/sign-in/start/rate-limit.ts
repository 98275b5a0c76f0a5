/** How many new codes may be asked for (RFC 8628, section 5.4, and what keeps one person from using up everybody's). */
import { BoundedMap } from '../../core/bounded-map.ts';
import type { PersonKey } from '../../core/person.ts';

export type StartVerdict =
  | { readonly kind: 'allowed' }
  /** `againAt`: epoch milliseconds from which on one more is allowed. */
  | { readonly kind: 'limited'; readonly whose: 'person' | 'tenant'; readonly againAt: number };

export interface StartLimits {
  /**
   * Takes one start, where it is allowed.
   *
   * @param recent when this person started sign-ins in this conversation, as it is stored: what other instances allowed
   */
  take(personId: PersonKey['personId'], tenantId: string, recent: readonly number[]): StartVerdict;
}

interface Limit {
  readonly starts: number;
  readonly milliseconds: number;
}

/** One each quarter of a minute: whoever needs more is not helped by a further code. */
const PERSON: Limit = { starts: 40, milliseconds: 10 * 60_000 };
/** Of one instance: two a second, of one tenant. */
const TENANT: Limit = { starts: 120, milliseconds: 60_000 };
/** Names remembered at a time. */
const REMEMBERED = 50_000;

const within = (times: readonly number[], limit: Limit, now: number): readonly number[] =>
  times.filter((at) => now - at < limit.milliseconds && at <= now).slice(-limit.starts);

/** The starts that still count, this one included: to be stored with the person. */
export function recentStarts(stored: readonly number[] | undefined, startedAt: number): readonly number[] {
  return [...within(stored ?? [], PERSON, startedAt), startedAt].slice(-PERSON.starts);
}

/** Undefined while there is room, else when there is again. */
function fullUntil(times: readonly number[], { starts, milliseconds }: Limit): number | undefined {
  const oldest = times.at(-starts);
  return times.length < starts || oldest === undefined ? undefined : oldest + milliseconds;
}

/**
 * In memory, for each person over all conversations and for each tenant; what is stored of the person in a conversation
 * counts too, so that neither a restart nor a second instance gives a person new room there.
 */
export function createStartLimits(clock: { now(): number }): StartLimits {
  const started = new BoundedMap<string, readonly number[]>({ max: REMEMBERED });

  return {
    take(personId, tenantId, recent) {
      const now = clock.now();
      const person = `person ${tenantId} ${personId}`;
      const tenant = `tenant ${tenantId}`;
      const mine = within(started.get(person) ?? [], PERSON, now);
      const theirs = within(started.get(tenant) ?? [], TENANT, now);
      const fulls = [mine, within(recent, PERSON, now)].map((times) => fullUntil(times, PERSON) ?? 0);
      const personAgainAt = Math.max(...fulls);
      if (personAgainAt > 0) return { kind: 'limited', whose: 'person', againAt: personAgainAt };
      const tenantAgainAt = fullUntil(theirs, TENANT);
      if (tenantAgainAt !== undefined) return { kind: 'limited', whose: 'tenant', againAt: tenantAgainAt };
      started.set(person, [...mine, now]);
      started.set(tenant, [...theirs, now]);
      return { kind: 'allowed' };
    },
  };
}
