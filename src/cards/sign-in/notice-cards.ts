/** Short answers: notices, help and the welcome. */
import type { Choice, HelpFacts, Notice } from '../../sign-in/state/views.ts';
import type { Cards, RenderedCard, Scene } from '../layout/context.ts';
import { button, namedButton, primary, type Button } from '../layout/buttons.ts';
import { dayAndTime } from '../layout/formats.ts';
import { messageCard, referenceNote, type List } from '../layout/message.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';
import { wordsFor } from '../text/index.ts';

type UnknownOrganization = Extract<Notice, { code: 'unknown-organization' }>;

const NAMES_SHOWN = 8;
const NOBODY = { userId: '', id: '' };

/** Notices without an entry have no button, or buttons of their own. */
const NEXT_BUTTON: Readonly<Partial<Record<Notice['code'], 'sign-in' | 'status' | 'notices'>>> = {
  'not-signed-in': 'sign-in',
  cancelled: 'sign-in',
  'state-unreadable': 'sign-in',
  'app-only-not-allowed': 'sign-in',
  'app-only-off': 'sign-in',
  'nothing-to-cancel': 'status',
  'card-outdated': 'status',
  'storage-away': 'status',
  'went-wrong': 'status',
  'too-many-sign-ins': 'status',
  'administrators-only': 'status',
  'suspension-lifted': 'sign-in',
  'no-more-notices': 'notices',
};

export const noticeCards = {
  notice(scene, { notice }) {
    const { notices, unknownOrganization, tooManySignIns, expiring } = scene.words;
    const { title, text } = notices[notice.code];
    const answer = { title, summary: scene.words.inOneLine(title, text), text, buttons: noticeButtons(scene, notice) };
    if (notice.code === 'renewed') {
      return messageCard(scene, { ...answer, time: expiring.until(dayAndTime(scene, notice.expiresAt)) });
    }
    if (notice.code === 'too-many-sign-ins') {
      const time = tooManySignIns.again(dayAndTime(scene, notice.againAt));
      return messageCard(scene, { ...answer, text: [tooManySignIns[notice.whose], text], time });
    }
    if (notice.code === 'unknown-organization') {
      const youWrote = unknownOrganization.youWrote(plain(notice.name, LIMITS.typed));
      return messageCard(scene, { ...answer, text: [youWrote, text], next: [organizationNames(scene, notice)] });
    }
    const notes = [notice.code === 'went-wrong' && referenceNote(scene, notice.reference)];
    return messageCard(scene, { ...answer, notes });
  },

  /** The most common actions, with all commands one press away; or the command that was probably meant. */
  help(scene, { help: facts }) {
    const { help } = scene.words;
    if (facts.all === true) return commandsCard(scene, facts);
    const typed = plain(facts.typed, LIMITS.typed);
    if (typed === '' || facts.didYouMean === undefined) {
      return overviewCard(scene, facts, help.title, help.summary, typed !== '' && help.notUnderstood(typed));
    }
    const { didYouMean } = facts;
    const command = didYouMean.startsWith('restore ') ? didYouMean : `restore ${didYouMean}`;
    const shown = plain(command, LIMITS.typed);
    return messageCard(scene, {
      title: help.nearTitle,
      text: help.near(typed, shown),
      buttons: [
        primary(namedButton(scene, 'command', shown, { command })),
        searchButton(scene, facts),
        button(scene, 'help'),
      ],
    });
  },

  /** Where others see it, it is for all of them. */
  welcome(scene, { help: facts }) {
    const { welcomeTitle, welcomeSummary } = scene.words.help;
    const { context } = scene;
    if (context.place === 'personal') return overviewCard(scene, facts, welcomeTitle, welcomeSummary);
    const shown = { ...scene, context: { ...context, owner: NOBODY } };
    const ofNobody = { ...facts, signedIn: undefined, isNoOperator: undefined };
    return overviewCard(shown, ofNobody, welcomeTitle, welcomeSummary);
  },
} satisfies Partial<Cards>;

function noticeButtons(scene: Scene, notice: Notice): List<Button> {
  if (notice.code === 'unknown-organization') return organizationButtons(scene, notice);
  const verb = NEXT_BUTTON[notice.code];
  if (verb === 'sign-in') return [primary(button(scene, verb, { flow: 'operator' }))];
  return [verb && button(scene, verb)];
}

/** Which organizations a person may restore for is private. */
function organizationNames(scene: Scene, { near, choices }: UnknownOrganization): string | false {
  if (choices.length === 0 || scene.discreet) return false;
  const { unknownOrganization: words } = scene.words;
  const list = (some: readonly Choice[]): string =>
    some.map(({ displayName }) => plain(displayName, LIMITS.organization)).join(', ');
  if (near.length > 0) return words.near(list(near));
  const names = list(choices.slice(0, NAMES_SHOWN));
  const more = choices.length - NAMES_SHOWN;
  return more > 0 ? words.andMore(names, more) : words.choices(names);
}

function organizationButtons(scene: Scene, { flow, near, choices }: UnknownOrganization): readonly Button[] {
  const { signInTo, signInAppOnlyTo } = scene.words.choose;
  const titleFor = flow === 'app-only' ? signInAppOnlyTo : signInTo;
  const probable = (scene.discreet ? [] : near).map(({ organization, displayName }) =>
    namedButton(scene, 'sign-in', titleFor(plain(displayName, LIMITS.button)), { flow, organization }),
  );
  const hasSeveral = choices.length > 1;
  const all = button(scene, hasSeveral ? 'other-organization' : 'sign-in', { flow });
  const [first = all, ...others] = hasSeveral || probable.length === 0 ? [...probable, all] : probable;
  return [primary(first), ...others];
}

function overviewCard(scene: Scene, facts: HelpFacts, title: string, summary: string, first?: string | false) {
  const { lead, leadAsk, leadSignedIn, leadSignedInHere, leadAdministrator, how } = scene.words.help;
  const { place } = scene.context;
  const isPersonal = place === 'personal';
  const leads = isPersonal
    ? { operator: leadSignedIn, 'app-only': leadAdministrator }
    : { operator: leadSignedInHere, 'app-only': leadSignedInHere };
  return messageCard(scene, {
    title,
    summary,
    text: [first, facts.signedIn !== undefined ? leads[facts.signedIn] : facts.isNoOperator === true ? leadAsk : lead],
    notes: isPersonal ? roleNotes(scene, facts) : [how[place]],
    buttons: [
      ...commonButtons(scene, facts),
      button(scene, 'all-commands'),
      ...(isPersonal ? roleButtons(scene, facts) : []),
    ],
  });
}

/** What somebody may do beside restoring. */
function roleNotes({ words }: Scene, { signedIn, approver, administrator }: HelpFacts): List<string> {
  const { roles } = words.help;
  return [
    signedIn !== undefined && roles.operator,
    approver === true && roles.approver,
    administrator === true && roles.administrator,
  ];
}

/** Behind what most people want. */
function roleButtons(scene: Scene, { signedIn, administrator }: HelpFacts): readonly Button[] {
  const { requests, administration } = scene.words;
  const command = (title: string, what: string) => namedButton(scene, 'command', title, { command: what });
  return [
    ...(signedIn === undefined ? [] : [command(requests.duty.begin, 'restore on duty')]),
    ...(administrator === true ? [command(administration.title, 'restore admin sessions')] : []),
  ];
}

/** What was typed may be what is looked for: one press searches for it. */
function searchButton(scene: Scene, { signedIn, search, typed }: HelpFacts): Button | undefined {
  if (signedIn === undefined || search === undefined || scene.context.place !== 'personal') return undefined;
  const title = scene.words.help.search(plain(typed, LIMITS.button));
  return namedButton(scene, 'command', title, { command: search });
}

/** Signing in, then finding: the first possible one is the most likely. */
function commonButtons(scene: Scene, facts: HelpFacts): readonly Button[] {
  const { signedIn, isNoOperator = false } = facts;
  const isPersonal = scene.context.place === 'personal';
  const ask = signedIn === undefined || !isPersonal ? [button(scene, 'ask')] : [];
  const signIn = signedIn === undefined ? [button(scene, 'sign-in', { flow: 'operator' })] : [];
  const find = isPersonal ? [searchButton(scene, facts) ?? button(scene, 'find')] : [];
  const recent = isPersonal && signedIn !== undefined ? [button(scene, 'sessions')] : [];
  // Who can't sign in is led to those who can.
  const usual = isNoOperator ? [...ask, ...signIn] : [...signIn, ...find, ...ask, ...recent];
  const [first, ...others] = signedIn === undefined ? usual : [...usual, button(scene, 'status')];
  return first === undefined ? [] : [primary(first), ...others];
}

/** One line about `restore help`, for places that show no card. */
export const helpHint = (locale: string | undefined): string => wordsFor(locale).help.commands.help.join(': ');

function commandsCard(scene: Scene, facts: HelpFacts): RenderedCard {
  const { commands: all, how } = scene.words.help;
  const { place } = scene.context;
  const { appOnly, administrator, severalOrganizations: hasSeveral } = facts;
  const isPersonal = place === 'personal';
  const signIn = [
    hasSeveral ? all.loginSeveral : all.login,
    ...(appOnly ? [hasSeveral ? all.appOnlySeveral : all.appOnly] : []),
  ];
  const restoring = isPersonal ? [all.find, all.scope, all.points, all.list, all.sessions] : [];
  const duty = isPersonal ? [all.onDuty, all.offDuty] : [];
  const others = [
    all.forget,
    ...(administrator === true ? [all.adminSessions, all.adminSuspend, all.adminLift] : []),
    all.help,
  ];
  const session = [all.status, all.renew, all.cancel, all.logout];
  const commands =
    facts.isNoOperator === true
      ? [all.ask, ...signIn, all.status, all.cancel, ...others]
      : [...signIn, ...restoring, all.ask, ...duty, ...session, ...others];
  return messageCard(scene, {
    title: scene.words.buttons['all-commands'],
    template: 'help',
    content: { commands: commands.map(([command, description]) => ({ command, description })) },
    notes: [how[place]],
    buttons: commonButtons(scene, facts),
  });
}
