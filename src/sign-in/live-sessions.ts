/** Who is signed in, for administrators: the sessions of everybody, by person, without tokens. */
import { DAY, HOUR } from '../core/durations.ts';
import type { PersonKey } from '../core/person.ts';
import { addressIn, foldName } from '../core/text.ts';
import { isSessionOf } from './access/end-order.ts';
import { forEachState } from './privacy.ts';
import type { SignInInputs } from './state/inputs.ts';
import type { PersonState, Session } from './state/model.ts';
import { displayName, isLive } from './state/presenter.ts';
import type { Suspension } from './state/suspension.ts';
import { holds } from './access/suspensions.ts';
import { sessionsIn } from './state/transitions.ts';
import type { AdminPerson } from './state/views.ts';

type PlacesPorts = Pick<SignInInputs, 'archive' | 'maxSessionHours' | 'clock'>;
type Ports = PlacesPorts & Pick<SignInInputs, 'suspensions' | 'organizations'>;

/** For the storage's clock, which may differ. */
const SLACK_MILLISECONDS = DAY;

export interface LivePlace {
  readonly key: PersonKey;
  readonly state: PersonState;
  readonly live: readonly Session[];
}

/**
 * For what administrators do, not for what people do.
 *
 * @param which `recent`: opens only states that have changed since a session of today's settings could have begun
 * @throws StorageUnavailableError
 */
export async function livePlaces(
  { archive, maxSessionHours, clock }: PlacesPorts,
  which: 'recent' | 'all',
): Promise<readonly LivePlace[]> {
  const since = which === 'all' ? 0 : clock.now() - maxSessionHours * HOUR - SLACK_MILLISECONDS;
  const places = await forEachState(archive.everything(), async ({ name, changedAt }) => {
    const opened = changedAt < since ? undefined : await archive.open(name);
    if (opened?.kind !== 'found') return undefined;
    const { key, state } = opened;
    const live = sessionsIn(state).filter((session) => isLive(session, clock.now()));
    return live.length === 0 ? undefined : { key, state, live };
  });
  return places.filter((place) => place !== undefined);
}

/** Whether a session is that person's. */
export const isOf =
  (personId: string) =>
  ({ key, live }: LivePlace): boolean =>
    live.some(isSessionOf(key, personId));

/** Everybody who is signed in or suspended, by name. @throws StorageUnavailableError */
export async function administeredPeople(ports: Ports): Promise<readonly AdminPerson[]> {
  const { organizations, suspensions } = ports;
  const [places, suspended] = await Promise.all([livePlaces(ports, 'recent'), suspensions.all()]);
  const people = new Map<string, AdminPerson>(
    suspended.filter(holds).map((each) => [each.personId, suspendedPerson(each)]),
  );
  for (const { key, state, live } of places) {
    const id = key.personId.toLowerCase();
    const known = people.get(id);
    const sessions = live.map(({ flow, organization, signedInAt, expiresAt }) => {
      const place = state.address.place;
      return { flow, organization: displayName(organizations, organization), signedInAt, expiresAt, place };
    });
    const name = known?.name || state.person.name;
    const account = known?.account ?? live[0]?.account;
    people.set(id, { ...known, id, name, account, sessions: [...(known?.sessions ?? []), ...sessions] });
  }
  return [...people.values()].toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
}

const nameOf = ({ name, account, id }: AdminPerson): string => name || account || id;

const suspendedPerson = ({ personId: id, name, account, at, by }: Suspension): AdminPerson => ({
  id,
  name,
  account,
  sessions: [],
  suspended: { at, by: by.name },
});

const OBJECT_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Quotes, the sign of a mention and the end of a sentence are no part of a name; other signs may be of an address. */
const NAME_BEGIN = /^["'“”„«»@\s]+/u;
const NAME_END = /["'“”„«».,;:!?。、\s]+$/u;
const bare = (typed = ''): string => foldName(foldName(typed).replace(NAME_BEGIN, '').replace(NAME_END, ''));

/** Of a name with an address, both; the address decides. */
function soughtIn(typed: string): { readonly sought: string; readonly name: string } {
  const { name = typed, address } = addressIn(typed) ?? {};
  return { sought: bare(address ?? name), name: bare(name) };
}

/** @param typed an object id, which may be of anybody, or a name or address of somebody in the list */
export function matching(people: readonly AdminPerson[], typed: string): readonly AdminPerson[] {
  const { sought, name: beside } = soughtIn(typed);
  const exact = people.filter((person) => isCalled(person, sought));
  if (exact.length > 0) return exact;
  if (OBJECT_ID.test(sought)) return [{ id: sought, name: '', sessions: [] }];
  const parts = [sought, beside].filter(Boolean);
  return people.filter(({ name, account }) =>
    [name, account].some((each) => parts.some((part) => bare(each).includes(part))),
  );
}

const isCalled = ({ id, name, account }: AdminPerson, sought: string): boolean =>
  sought !== '' && [id, name, account].some((each) => bare(each) === sought);

/** Whether what was typed names this person, and not only part of a name. */
export const isNamed = (person: AdminPerson, typed: string): boolean => isCalled(person, soughtIn(typed).sought);
