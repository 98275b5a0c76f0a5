/** The answer to `restore status`, and to `restore login` while signed in. */
import type { PendingFacts, SessionFacts, SignInTarget } from '../../sign-in/views.ts';
import type { Of, RenderedCard, Scene } from '../context.ts';
import { button, namedButton, primary, type Button } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { fact, moment, type Fact } from '../layout/facts.ts';
import { timeOfDay } from '../layout/formats.ts';
import { LIMITS } from '../layout/limits.ts';
import { messageCard } from '../layout/message.ts';
import { findButtons, sessionButtons } from './session-cards.ts';

/** What Teams shows beside each other. */
const MOST_BUTTONS = 6;

type Status = Of<'status'>;

export function statusCard(scene: Scene, view: Status): RenderedCard {
  const { session, pending } = view;
  return messageCard(scene, {
    title: title(scene, view),
    said: said(scene, view),
    until: pending?.step === 'waiting' ? scene.words.status.codeUntil(timeOfDay(pending.expiresAt)) : undefined,
    facts: [...facts(scene, session, pending), ...reminders(scene, view)],
    buttons: buttons(scene, view),
  });
}

function title({ words: { status } }: Scene, view: Status): string {
  if (view.session !== undefined) return view.alreadySignedIn === true ? status.titleAlready : status.titleSignedIn;
  if (view.unreadable === true) return status.titleUnreadable;
  return view.pending === undefined ? status.titleNone : status.titlePending;
}

function said({ words: { status }, discreet }: Scene, view: Status): string[] {
  const { session, pending, unreadable, alreadySignedIn, instead } = view;
  const texts: string[] = [];
  if (session !== undefined && alreadySignedIn === true) {
    texts.push(instead === undefined || discreet ? status.already : status.alreadyElsewhere);
  }
  if (unreadable === true) texts.push(status.unreadable);
  if (pending?.step === 'redeemed') texts.push(status.redeemed);
  if (pending?.step === 'waiting') texts.push(session === undefined ? status.waiting : status.alsoWaiting);
  return texts.length === 0 && session === undefined ? [status.none] : texts;
}

function facts(scene: Scene, session: SessionFacts | undefined, pending: PendingFacts | undefined): readonly Fact[] {
  const labels = scene.words.facts;
  const { flow, renewable, operator } = scene.words;
  if (session === undefined) {
    if (pending === undefined || scene.discreet) return [];
    return [
      fact(labels.organization, pending.organization, LIMITS.organization),
      fact(labels.kind, flow[pending.flow]),
    ];
  }
  const organization = fact(labels.organization, session.organization, LIMITS.organization);
  const service = fact(labels.service, session.service, LIMITS.host);
  const until = moment(scene, labels.until, session.expiresAt);
  if (scene.discreet) return [organization, service, until];
  return [
    fact(labels.account, session.account, LIMITS.account),
    organization,
    service,
    fact(labels.kind, flow[session.flow]),
    ...(session.isOperator === undefined ? [] : [fact(labels.rights, session.isOperator ? operator.yes : operator.no)]),
    until,
    ...(session.remainingMilliseconds === undefined
      ? []
      : [fact(labels.remaining, scene.words.timeLeft(session.remainingMilliseconds))]),
    fact(labels.renewal, session.renewable ? renewable.yes : renewable.no),
  ];
}

function reminders({ words, discreet }: Scene, { noNotices }: Status): readonly Fact[] {
  return noNotices === true && !discreet ? [fact(words.facts.reminders, words.remindersOff)] : [];
}

function buttons(
  scene: Scene,
  { session, pending, alreadySignedIn, instead, others, noNotices }: Status,
): readonly Button[] {
  const made: Button[] = [];
  if (session !== undefined) {
    made.push(...sessionButtons(scene, session));
    if (instead !== undefined) made.push(signInInstead(scene, session, instead));
    else if (alreadySignedIn === true && session.renewable) {
      const { sessionId: id, flow, organizationKey: organization } = session;
      made.push(button(scene, 'sign-in-again', { id, flow, organization }));
    }
    if (others === true) made.push(button(scene, 'other-organization', { flow: session.flow }));
  }
  if (pending !== undefined) {
    if (pending.step === 'waiting') made.push(primary(button(scene, 'show-code', { id: pending.signInId })));
    made.push(button(scene, 'cancel', { id: pending.signInId }));
  }
  if (made.length === 0) made.push(primary(button(scene, 'sign-in', { flow: 'operator' })));
  if (noNotices === true) made.push(button(scene, 'notices'));
  return session === undefined ? made : withFind(scene, session, made);
}

/** In front of the others, where the card has room for it; not beside something that more people want now. */
function withFind(scene: Scene, session: SessionFacts, made: readonly Button[]): readonly Button[] {
  if (made.length >= MOST_BUTTONS) return made;
  const isWanted = made.every(({ style }) => style !== 'positive');
  return [...findButtons(scene, session).map((find) => (isWanted ? find : button(scene, 'find'))), ...made];
}

/** Where others read along, the button does not say where. */
function signInInstead(
  scene: Scene,
  session: SessionFacts,
  { flow, organization, organizationKey }: SignInTarget,
): Button {
  const carried = { id: session.sessionId, flow, organization: organizationKey };
  if (scene.discreet) return button(scene, 'sign-in-again', carried);
  const { signInTo, signInAsOperatorTo, signInAppOnlyTo } = scene.words.choose;
  const ofKind = flow === 'app-only' ? signInAppOnlyTo : signInAsOperatorTo;
  const title = (flow === session.flow ? signInTo : ofKind)(plain(organization, LIMITS.button));
  return primary(namedButton(scene, 'sign-in-again', title, carried));
}
