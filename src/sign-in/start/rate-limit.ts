/** Limits how many sign-ins a person and a tenant may start (RFC 8628, section 5.4). */
import { BoundedMap } from '../../core/bounded-map.ts';
import type { Clock } from '../../core/platform.ts';

type StartVerdict =
  | { readonly kind: 'allowed' }
  /** `againAt`: when one more is allowed, epoch milliseconds. */
  | { readonly kind: 'limited'; readonly whose: 'person' | 'tenant'; readonly againAt: number };

/** One every 15 s. More codes would not help the user. */
const PERSON = { starts: 40, milliseconds: 10 * 60_000 };
/** Two a second for one tenant, per instance. */
const TENANT: Limit = { starts: 120, milliseconds: 60_000 };
type Limit = Readonly<typeof PERSON>;
const TRACKED_NAMES = 50_000;

const within = (times: readonly number[], limit: Limit, now: number): readonly number[] =>
  times.filter((at) => now - at < limit.milliseconds && at <= now).slice(-limit.starts);

/** The starts that still count, including this one, to be stored with the person. */
export function recentStarts(stored: readonly number[] | undefined, startedAt: number): readonly number[] {
  return [...within(stored ?? [], PERSON, startedAt), startedAt].slice(-PERSON.starts);
}

/** When the next start is allowed; 0 if one is allowed now. */
const limitedUntil = (times: readonly number[], { starts, milliseconds }: Limit): number =>
  times.length < starts ? 0 : (times.at(-starts) ?? 0) + milliseconds;

/** Counts in memory, and the person's stored starts: a restart or a second instance does not reset the limit. */
export class StartLimits {
  readonly #started = new BoundedMap<string, readonly number[]>({ max: TRACKED_NAMES });
  readonly #clock: Pick<Clock, 'now'>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Counts one start if it is allowed. @param recent the person's stored starts in this conversation */
  take(personId: string, tenantId: string, recent: readonly number[]): StartVerdict {
    const now = this.#clock.now();
    const person = `person ${tenantId} ${personId}`;
    const tenant = `tenant ${tenantId}`;
    const ofPerson = within(this.#started.get(person) ?? [], PERSON, now);
    const ofTenant = within(this.#started.get(tenant) ?? [], TENANT, now);
    const stored = within(recent, PERSON, now);
    const personUntil = Math.max(limitedUntil(ofPerson, PERSON), limitedUntil(stored, PERSON));
    if (personUntil > 0) return { kind: 'limited', whose: 'person', againAt: personUntil };
    const tenantUntil = limitedUntil(ofTenant, TENANT);
    if (tenantUntil > 0) return { kind: 'limited', whose: 'tenant', againAt: tenantUntil };
    this.#started.set(person, [...ofPerson, now]);
    this.#started.set(tenant, [...ofTenant, now]);
    return { kind: 'allowed' };
  }
}
