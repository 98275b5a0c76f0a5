/** The cards with which administrators see and end the sessions of others. */
import type { AdminOutcome, AdminPerson, AdminPress } from '../../sign-in/state/views.ts';
import type { Cards, Scene } from '../layout/context.ts';
import { destructive, namedButton, pagingButtons, primary, type Button } from '../layout/buttons.ts';
import { messageCard } from '../layout/message.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';
import { joined } from '../restore/task-card.ts';

/** On a person's card; more only where somebody signs in to many organizations in many chats. */
const SESSIONS_SHOWN = 10;

export const administrationCards = {
  'admin-people'(scene, { people, page, pages, signedIn, asOf, outcome, asks }) {
    const { administration: words } = scene.words;
    if (asks === true) {
      const keep = press(scene, words.buttons.keepAll, { kind: 'list' });
      const sure = press(scene, words.buttons.endAllSure, {
        kind: 'end-all',
        sure: true,
        asOf,
      });
      return messageCard(scene, {
        title: words.asks,
        text: [words.signedIn(signedIn), words.asksEffect],
        buttons: [primary(keep), destructive(sure)],
      });
    }
    const isEmpty = people.length === 0;
    return messageCard(scene, {
      title: words.title,
      text: [outcomeText(scene, outcome), isEmpty ? words.nobody : words.signedIn(signedIn), !isEmpty && words.choose],
      template: 'people',
      content: { rows: people.map((person) => personRow(scene, person)) },
      buttons: [
        ...pagingButtons(scene, { page, pages }, (title, to) => press(scene, title, { kind: 'list', page: to })),
        press(scene, scene.words.restore.sessionsList.update, {
          kind: 'list',
          page,
        }),
        signedIn > 0 && destructive(press(scene, words.buttons.endAll, { kind: 'end-all', asOf })),
      ],
    });
  },

  'admin-person'(scene, { person, isSelf, asOf, outcome }) {
    const { administration: words, restore } = scene.words;
    const { id, name, account, sessions, suspended } = person;
    const isSuspended = suspended !== undefined;
    const act = (title: string, kind: 'suspend' | 'lift') => press(scene, title, { kind, person: id });
    const maySuspend = !isSuspended && !isSelf;
    return messageCard(scene, {
      title: words.personTitle,
      text: [outcomeText(scene, outcome), suspendedText(scene, person), maySuspend && words.suspending],
      facts: { person: name || words.unnamed, account, userId: id },
      template: 'people',
      content: {
        rows: sessions.slice(0, SESSIONS_SHOWN).map((session) => sessionRow(scene, session)),
      },
      buttons: [
        isSuspended && primary(act(words.buttons.lift, 'lift')),
        sessions.length > 0 && destructive(press(scene, words.buttons.end, { kind: 'end', person: id, asOf })),
        maySuspend && destructive(act(words.buttons.suspend, 'suspend')),
        press(scene, restore.buttons.back, { kind: 'list' }),
      ],
    });
  },
} satisfies Partial<Cards>;

const press = (scene: Scene, title: string, admin: AdminPress): Button =>
  namedButton(scene, 'administer', title, { admin });

function outcomeText({ words: { administration } }: Scene, outcome: AdminOutcome | undefined): string | undefined {
  if (outcome === undefined) return undefined;
  const { outcomes } = administration;
  if (outcome.code === 'ended') return outcomes.ended(outcome.sessions);
  return 'typed' in outcome ? outcomes[outcome.code](plain(outcome.typed, LIMITS.typed)) : outcomes[outcome.code];
}

function suspendedText({ words, formats }: Scene, { suspended }: AdminPerson): string | undefined {
  if (suspended === undefined) return undefined;
  const by = plain(suspended.by, LIMITS.name) || words.somebody;
  return words.administration.suspendedBy(by, formats.moment(suspended.at));
}

/** All of it can be pressed, so that nothing ends by a press in a list. */
function personRow(scene: Scene, person: AdminPerson): object {
  const { administration: words, flow } = scene.words;
  const { id, name, account, sessions, suspended } = person;
  const title = plain(name, LIMITS.name) || plain(account, LIMITS.address) || plain(id, LIMITS.id);
  const [first] = sessions.toSorted((one, other) => one.signedInAt - other.signedInAt);
  const state = suspended !== undefined ? 'suspended' : first === undefined ? 'none' : 'signedIn';
  const since = first && words.since(scene.formats.moment(first.signedInAt));
  const places = [
    ...new Set(sessions.map((each) => `${plain(each.organization, LIMITS.organization)} · ${flow[each.flow]}`)),
  ];
  return {
    title,
    state: words.states[state],
    color: suspended !== undefined ? 'Attention' : 'Good',
    when: since === undefined ? '' : ` · ${since}`,
    under: [...places, suspendedText(scene, person)].filter((line) => line !== undefined),
    open: {
      ...press(scene, title, { kind: 'person', person: id }),
      inputs: 'none',
      tooltip: title,
    },
    buttons: [],
  };
}

function sessionRow(scene: Scene, session: AdminPerson['sessions'][number]): object {
  const { administration: words, flow, notMeReport } = scene.words;
  const { moment } = scene.formats;
  return {
    title: plain(session.organization, LIMITS.organization),
    state: flow[session.flow],
    color: 'Default',
    when: ` · ${joined([words.since(moment(session.signedInAt)), words.until(moment(session.expiresAt))])}`,
    under: [notMeReport.places[session.place]],
    buttons: [],
  };
}
