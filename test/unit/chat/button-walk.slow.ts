/**
 * Presses every button of every card in every state: of the cards that commands bring, with all that follow, and of
 * older cards that somebody scrolled up to.
 */
import type { Place } from '../../../src/core/person.ts';
import { START } from '../../fakes/clock.ts';
import { progressView } from '../../../src/restore/run/record/restore-card.ts';
import { aBackup, someMessages } from '../../fakes/explorer.ts';
import {
  aFault,
  anAddress,
  anOrganization,
  aPersonState,
  aRestore,
  aRestoreState,
  aSession,
  aTask,
  aWaitingSignIn,
  refused,
} from '../../support/builders.ts';
import { everyRequestView } from '../../support/request-views.ts';
import { everyRestoreView } from '../../support/restore-views.ts';
import { everyView } from '../../support/views.ts';
import type { Session } from '../../../src/sign-in/state/model.ts';
import { buttonsOn, createWalk, walkKey, type Pressed, type Seen, type Shown, type Walk } from '../../support/walk.ts';

/** @returns the bot around a person, and around what has happened to them */
type Setup = () => Walk;
/** @returns the cards to begin with */
type Begin = (walk: Walk) => Promise<readonly Seen[]>;
interface Step {
  readonly card: number;
  readonly button: number;
}

/** Where steps have led. */
interface Walked extends Pressed {
  readonly path: readonly Step[];
}

const OFTEN = 20;
const VIEWS: readonly (readonly [string, Shown])[] = [...everyView(), ...everyRestoreView(), ...everyRequestView()];
const BACKUP = aBackup({ entries: someMessages(12) });

const TWO = [anOrganization(), anOrganization({ key: 'fabrikam.onmicrosoft.com', displayName: 'Fabrikam' })];

function signedIn(session = aSession(), organizations = [anOrganization()], place: Place = 'personal'): Walk {
  const walk = createWalk({ organizations, place, adminUserIds: ['oid-of-olga'] });
  walk.store.put(walkKey, aPersonState({ session, address: anAddress({ place }) }));
  for (const whose of ['own', 'user-1', 'organization']) walk.explorer.backups.set(whose, BACKUP);
  return walk;
}

function withTask(walk: Walk): Walk {
  walk.restoreStore.put(walkKey, aRestoreState({ task: aTask({ userId: aSession().userId }) }));
  return walk;
}

const asAdministrator = (changes: Partial<Session> = {}) => signedIn(aSession({ flow: 'app-only', ...changes }));

function withAdministratorsTask(walk: Walk): Walk {
  const scope = { kind: 'organization', name: 'Contoso' } as const;
  const task = aTask({ userId: aSession().userId, access: 'administrator', scope });
  walk.restoreStore.put(walkKey, aRestoreState({ task }));
  return walk;
}

/** The service accepts none of the tokens it has issued, and nothing renews the session; a new sign-in works. */
function dead(walk: Walk): Walk {
  walk.explorer.refusedTokens.add('SECRET-service-access-0');
  walk.service.operator = aFault('REFUSED', { status: 401 });
  walk.service.renewFaults = Array.from({ length: OFTEN }, () => aFault('REFUSED', { status: 400 }));
  walk.identityProvider.refreshes = Array.from({ length: OFTEN }, () => refused('invalid_grant'));
  return walk;
}

const REFUSED = 'the service refuses the session';
const REMOVED = 'somebody is no longer an administrator';
const LEFT = 'the organization has left the settings';

/** What the person does not know yet, the first press tells. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  [REFUSED]: ['session-refused', 'session-ended'],
  [REMOVED]: ['administrator-only', 'app-only-not-allowed', 'renewal-refused', 'session-ended'],
  [LEFT]: ['session-ended'],
};

const STATES: Readonly<Record<string, Setup>> = {
  'nobody is signed in': () => createWalk(),
  'a sign-in waits': () => {
    const walk = createWalk();
    walk.store.put(walkKey, aPersonState({ signIn: aWaitingSignIn() }));
    return walk;
  },
  'an operator is signed in': () => signedIn(),
  'an operator has a task': () => withTask(signedIn()),
  'an operator has a restore that nobody watches': () => {
    const walk = signedIn();
    walk.restoreStore.put(walkKey, aRestoreState({ restores: [aRestore({ unwatched: true })] }));
    return walk;
  },
  'an administrator is signed in': () => asAdministrator(),
  'an administrator has a task': () => withAdministratorsTask(asAdministrator()),
  'an administrator has a restore that nobody watches': () => {
    const walk = asAdministrator();
    const restores = [aRestore({ access: 'administrator', unwatched: true })];
    walk.restoreStore.put(walkKey, aRestoreState({ restores }));
    return walk;
  },
  'the session of an administrator has just expired': () =>
    withAdministratorsTask(asAdministrator({ expiresAt: START })),
  [REMOVED]: () => {
    const walk = createWalk();
    walk.store.put(walkKey, aPersonState({ session: aSession({ flow: 'app-only' }) }));
    return withAdministratorsTask(walk);
  },
  'the session cannot be renewed': () =>
    signedIn(aSession({ refreshToken: undefined, identityRefreshToken: undefined, notRenewed: 'refused' })),
  [LEFT]: () => signedIn(aSession({ organization: 'gone.onmicrosoft.com' })),
  'the session has just expired': () => withTask(signedIn(aSession({ expiresAt: START }))),
  'what is stored cannot be read': () => {
    const walk = createWalk();
    walk.store.spoil(walkKey);
    return walk;
  },
  'there are two organizations, in one of which the person is signed in': () => signedIn(aSession(), TWO),
  'an operator is signed in in a group chat': () => signedIn(aSession(), TWO, 'group chat'),
  'nobody is signed in in a group chat': () => createWalk({ place: 'group chat' }),
  [REFUSED]: () => dead(withTask(signedIn())),
};

const COMMANDS = [
  'help',
  'status',
  'login',
  'login app-only',
  'renew',
  'cancel',
  'logout',
  'forget me',
  'find',
  'find invoice',
  'scope',
  'points',
  'list',
  'sessions',
  'what is this',
  'stauts',
] as const;

/** Notices that say that what was asked for was done. */
const DONE = new Set(['cancelled', 'renewed', 'kept', 'no-more-notices', 'notices-again', 'working']);

/** @returns a name for a card that does not do what its button or command says */
function refusalOf(view: Shown): string | undefined {
  if (view.kind === 'notice' || view.kind === 'restore-notice') {
    return DONE.has(view.notice.code) ? undefined : view.notice.code;
  }
  if (view.kind === 'not-signed-in') return view.failure.reason === 'cancelled' ? undefined : view.failure.reason;
  if (view.kind === 'task-closed') return view.why === 'done' ? undefined : 'task closed';
  if (view.kind === 'status') return view.alreadySignedIn === true ? 'already signed in' : undefined;
  return view.kind === 'renewal-refused' || view.kind === 'session-ended' ? view.kind : undefined;
}

const nameOf = ({ view }: Seen): string => refusalOf(view) ?? `card ${view.kind}`;
const titleOf = ({ card }: Seen, button: number): string => JSON.stringify(buttonsOn(card)[button]?.['title']);
/** Cards that have the same buttons, for the same things, lead to the same. */
const buttonsKey = ({ card }: Seen): string => JSON.stringify(buttonsOn(card).map(({ title, data }) => [title, data]));
const titlesKey = (seen: Seen): string =>
  JSON.stringify([nameOf(seen), buttonsOn(seen.card).map(({ title }) => title)]);

async function replay(setup: Setup, begin: Begin, steps: readonly Step[]): Promise<Pressed> {
  const walk = setup();
  let pressed: Pressed = { answer: 'card', next: await begin(walk) };
  for (const { card, button } of steps) {
    const seen = pressed.next[card];
    const pressedButton = seen && buttonsOn(seen.card)[button];
    if (seen === undefined || pressedButton === undefined) throw new Error('The same steps lead elsewhere.');
    pressed = await walk.press(seen, pressedButton);
  }
  return pressed;
}

/** The card of the restore that the state has. */
function ownCards(walk: Walk): readonly Seen[] {
  const [restore] = walk.restoreStore.stateOf(walkKey)?.restores ?? [];
  const isThere = restore?.cardId === 'card-0' && walk.cards.every(({ cardId }) => cardId !== 'card-0');
  return isThere ? [walk.show(progressView(restore, 'Contoso'), 'card-0')] : [];
}

const stepsOn = (next: readonly Seen[]): readonly Step[] =>
  next.flatMap(({ card }, index) => [...buttonsOn(card).keys()].map((button) => ({ card: index, button })));

/** @returns each way from a refusal to another card and back to the same refusal */
async function waysBack(setup: Setup, begin: Begin, path: readonly Step[], at: Seen, card: number): Promise<string[]> {
  const found: string[] = [];
  for (const button of buttonsOn(at.card).keys()) {
    const onward = [...path, { card, button }];
    const { next } = await replay(setup, begin, onward);
    const way = `${nameOf(at)} —${titleOf(at, button)}→`;
    if (next.some((seen) => nameOf(seen) === nameOf(at))) found.push(`${way} ${nameOf(at)}`);
    for (const step of stepsOn(next)) {
      const seen = next[step.card];
      const then = await replay(setup, begin, [...onward, step]);
      if (seen !== undefined && then.next.some((one) => nameOf(one) === nameOf(at))) {
        found.push(`${way} ${nameOf(seen)} —${titleOf(seen, step.button)}→ ${nameOf(at)}`);
      }
    }
  }
  return found;
}

describe.each(Object.entries(STATES))('while %s', (state, setup) => {
  const expected = TOLD[state] ?? [];

  test('no button of an older card is left unanswered, or leads to a refusal that leads back to itself', async () => {
    const wrong = new Set<string>();
    const walked = new Set<string>();
    const shown = setup();
    for (const [name, view] of VIEWS) {
      const begin: Begin = async (walk) => [walk.show(view)];
      const first = shown.show(view);
      if (walked.has(buttonsKey(first))) continue;
      walked.add(buttonsKey(first));
      for (const step of stepsOn([first])) {
        const { answer, next } = await replay(setup, begin, [step]);
        if (answer === 'none') wrong.add(`${name} —${titleOf(first, step.button)}→ no answer`);
        for (const [index, seen] of next.entries()) {
          if (refusalOf(seen.view) === undefined || walked.has(titlesKey(seen))) continue;
          walked.add(titlesKey(seen));
          for (const way of await waysBack(setup, begin, [step], seen, index)) wrong.add(`${name}: ${way}`);
        }
      }
    }
    expect([...wrong]).toEqual([]);
  }, 120_000);

  test('no button of a card that was just sent offers what is refused', async () => {
    const wrong = new Set<string>();
    const walked = new Set<string>();
    for (const command of COMMANDS) {
      // In a group chat after a mention; the restore's own card stands there too.
      const begin: Begin = async (walk) => [...(await walk.say(command)), ...ownCards(walk)];
      const walks: Walked[] = [{ path: [], ...(await replay(setup, begin, [])) }];
      for (let walk = walks.shift(); walk !== undefined; walk = walks.shift()) {
        const { path, next } = walk;
        for (const step of stepsOn(next)) {
          const seen = next[step.card];
          if (seen === undefined) continue;
          const key = `${titlesKey(seen)} ${titleOf(seen, step.button)}`;
          if (walked.has(key) || path.length > 14) continue;
          walked.add(key);
          const onward = [...path, step];
          const pressed = await replay(setup, begin, onward);
          if (pressed.answer === 'none')
            wrong.add(`${command}: ${nameOf(seen)} —${titleOf(seen, step.button)}→ no answer`);
          for (const one of pressed.next) {
            const refusal = refusalOf(one.view);
            if (refusal !== undefined && !expected.includes(refusal))
              wrong.add(`${command}: ${nameOf(seen)} —${titleOf(seen, step.button)}→ ${refusal}`);
          }
          walks.push({ path: onward, ...pressed });
        }
      }
    }
    expect([...wrong]).toEqual([]);
  }, 120_000);
});
