/** Where a Provider keeps its things: one map without a limit on its size. */
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { notStored, type StoredState } from '../stand-in/stored-state.ts';

/** Expired entries stay this long, so that an old device code is answered "expired" and not "unknown". */
const KEPT_AFTER_END_MS = 10 * 60_000;
const SWEEP_EVERY_MS = 60_000;

interface Entry {
  readonly payload: AdapterPayload;
  /** Absent: never. */
  readonly endsAt?: number | undefined;
}

/** Codes, grants, tokens and sessions, each under its key. */
export type ProviderState = readonly (readonly [key: string, entry: Entry])[];

/** One store for one Provider. `now` in epoch milliseconds. */
export function createMapAdapter(
  now: () => number = Date.now,
  kept: StoredState<ProviderState> = notStored(),
): AdapterFactory & { readonly size: () => number } {
  const entries = new Map<string, Entry>(kept.previous);
  /** User codes and session uids, each to the key of what they name. */
  const names = new Map<string, string>();
  for (const [key, { payload }] of entries) for (const name of namesOf(payload)) names.set(name, key);
  let sweptAt = now();

  const save = (): void => kept.save(() => [...entries]);

  function sweep(): void {
    if (now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now();
    for (const [key, { payload, endsAt = Infinity }] of entries) {
      if (endsAt + KEPT_AFTER_END_MS <= sweptAt) remove(key, payload);
    }
  }

  function remove(key: string, payload: AdapterPayload): void {
    entries.delete(key);
    for (const name of namesOf(payload)) if (names.get(name) === key) names.delete(name);
  }

  function find(key: string | undefined): AdapterPayload | undefined {
    return key === undefined ? undefined : entries.get(key)?.payload;
  }

  function adapterFor(model: string): Adapter {
    const keyOf = (id: string): string => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresIn) {
        sweep();
        entries.set(keyOf(id), { payload, endsAt: expiresIn === undefined ? undefined : now() + expiresIn * 1000 });
        for (const name of namesOf(payload)) names.set(name, keyOf(id));
        save();
      },
      async find(id) {
        return find(keyOf(id));
      },
      async findByUserCode(userCode) {
        const found = find(names.get(userCodeName(userCode)));
        // Who closed the page half-way may enter the code again; the library would call it used.
        return found === undefined ? undefined : { ...found, inFlight: false };
      },
      async findByUid(uid) {
        return find(names.get(uidName(uid)));
      },
      async consume(id) {
        const entry = entries.get(keyOf(id));
        if (entry === undefined) return;
        entry.payload.consumed = Math.floor(now() / 1000);
        save();
      },
      async destroy(id) {
        const payload = find(keyOf(id));
        if (payload === undefined) return;
        remove(keyOf(id), payload);
        save();
      },
      async revokeByGrantId() {
        // A code redeemed twice is refused, but what it gave the first time stays good, as at the real one.
      },
    };
  }

  return Object.assign(adapterFor, { size: () => entries.size });
}

function namesOf(payload: AdapterPayload): readonly string[] {
  return [
    ...(payload.userCode === undefined ? [] : [userCodeName(payload.userCode)]),
    ...(payload.kind === 'Session' && payload.uid !== undefined ? [uidName(payload.uid)] : []),
  ];
}

const userCodeName = (userCode: string): string => `user-code:${userCode}`;
const uidName = (uid: string): string => `uid:${uid}`;
