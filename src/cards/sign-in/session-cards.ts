/** The cards of a session: its status, its end and its renewal; and of what is stored about a person. */
import type { SessionFacts, SignInTarget } from '../../sign-in/views.ts';
import type { Of, RenderedCard, Scene } from '../context.ts';
import { button, namedButton, primary, type Button } from '../layout/buttons.ts';
import { dayAndTime, timeOfDay } from '../layout/formats.ts';
import {
  fact,
  messageCard,
  moment,
  organizationFact,
  ownerName,
  referenceNote,
  type Fact,
  type List,
} from '../layout/message.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';

type Status = Of<'status'>;

/** What Teams shows beside each other. */
const MAX_BUTTONS = 6;

/** What the buttons of a session carry. */
function target({ sessionId: id, flow, organizationKey: organization }: SessionFacts) {
  return { id, flow, organization };
}

/** **Renew**, or the sign-in that replaces it. */
function renewButton(scene: Scene, session: SessionFacts): Button {
  return button(scene, session.renewable ? 'renew' : 'sign-in-again', target(session));
}

/** Finding needs an operator, a private place and a backup service. */
function canFind({ context }: Scene, session: SessionFacts): boolean {
  return session.flow === 'operator' && session.service !== '' && context.place === 'personal';
}

export function signedInCard(scene: Scene, { session }: Of<'signed-in'>): RenderedCard {
  const { signedIn, facts, flow } = scene.words;
  const name = ownerName(scene);
  return messageCard(
    scene,
    {
      title: signedIn.title,
      summary: scene.discreet
        ? signedIn.summaryForOthers(name)
        : signedIn.summary(plain(session.organization, LIMITS.organization)),
      paragraphs: [scene.discreet ? signedIn.introForOthers(name) : signedIn.intro],
      facts: [
        fact(facts.account, session.account, LIMITS.address),
        fact(facts.organization, session.organization, LIMITS.organization),
        fact(facts.kind, flow[session.flow]),
        moment(scene, facts.until, session.expiresAt),
      ],
      details: [fact(facts.userId, session.userId, LIMITS.id), fact(facts.tenantId, session.tenantId, LIMITS.id)],
      buttons: [
        canFind(scene, session) && primary(button(scene, 'find')),
        renewButton(scene, session),
        button(scene, 'log-out', target(session)),
        button(scene, 'not-me', { id: session.sessionId, flow: session.flow }),
      ],
    },
    'message',
    // The paragraph already names the owner.
    scene.discreet ? { forWhom: '' } : {},
  );
}

/** The answer to `restore status`, and to `restore login` while signed in. */
export function statusCard(scene: Scene, view: Status): RenderedCard {
  const { status } = scene.words;
  const { session, pending } = view;
  return messageCard(scene, {
    title: status[statusTitle(view)],
    paragraphs: statusParagraphs(scene, view),
    time: pending?.step === 'waiting' ? status.codeUntil(timeOfDay(pending.expiresAt)) : undefined,
    facts: [
      ...(session === undefined ? pendingFacts(scene, view) : sessionFacts(scene, session)),
      view.noNotices === true && !scene.discreet && fact(scene.words.facts.reminders, scene.words.remindersOff),
    ],
    buttons: statusButtons(scene, view),
  });
}

function statusTitle({ session, pending, unreadable, alreadySignedIn }: Status) {
  if (session !== undefined) return alreadySignedIn === true ? 'titleAlready' : 'titleSignedIn';
  if (unreadable === true) return 'titleUnreadable';
  return pending === undefined ? 'titleNone' : 'titlePending';
}

function statusParagraphs({ words: { status }, discreet }: Scene, view: Status): List<string> {
  const { session, pending, instead } = view;
  const isSignedIn = session !== undefined;
  return [
    isSignedIn &&
      view.alreadySignedIn === true &&
      (instead === undefined || discreet ? status.already : status.alreadyElsewhere),
    view.unreadable === true && status.unreadable,
    pending?.step === 'redeemed' && status.redeemed,
    pending?.step === 'waiting' && (isSignedIn ? status.alsoWaiting : status.waiting),
    !isSignedIn && pending === undefined && view.unreadable !== true && status.none,
  ];
}

function pendingFacts(scene: Scene, { pending }: Status): List<Fact> {
  if (pending === undefined || scene.discreet) return [];
  return [organizationFact(scene, pending.organization), fact(scene.words.facts.kind, scene.words.flow[pending.flow])];
}

function sessionFacts(scene: Scene, session: SessionFacts): List<Fact> {
  const { facts: labels, flow, renewable, operator, timeLeft } = scene.words;
  const { isOperator, remainingMilliseconds: remaining } = session;
  const isWhole = !scene.discreet;
  return [
    isWhole && fact(labels.account, session.account, LIMITS.address),
    fact(labels.organization, session.organization, LIMITS.organization),
    fact(labels.service, session.service, LIMITS.host),
    isWhole && fact(labels.kind, flow[session.flow]),
    isWhole && isOperator !== undefined && fact(labels.rights, isOperator ? operator.yes : operator.no),
    moment(scene, labels.until, session.expiresAt),
    isWhole && remaining !== undefined && fact(labels.remaining, timeLeft(remaining)),
    isWhole && fact(labels.renewal, session.renewable ? renewable.yes : renewable.no),
  ];
}

function statusButtons(scene: Scene, view: Status): readonly Button[] {
  const { session, pending, instead } = view;
  const buttons: Button[] = [];
  if (session !== undefined) {
    buttons.push(renewButton(scene, session), button(scene, 'log-out', target(session)));
    if (instead !== undefined) buttons.push(signInInsteadButton(scene, session, instead));
    else if (view.alreadySignedIn === true && session.renewable) {
      buttons.push(button(scene, 'sign-in-again', target(session)));
    }
    if (view.others === true) buttons.push(button(scene, 'other-organization', { flow: session.flow }));
  }
  if (pending !== undefined) {
    if (pending.step === 'waiting') buttons.push(primary(button(scene, 'show-code', { id: pending.signInId })));
    buttons.push(button(scene, 'cancel', { id: pending.signInId }));
  }
  if (buttons.length === 0) buttons.push(primary(button(scene, 'sign-in', { flow: 'operator' })));
  if (view.noNotices === true) buttons.push(button(scene, 'notices'));
  if (session === undefined || !canFind(scene, session) || buttons.length >= MAX_BUTTONS) return buttons;
  const find = button(scene, 'find');
  return [buttons.some(({ style }) => style === 'positive') ? find : primary(find), ...buttons];
}

/** Where others see it, the button does not say where. */
function signInInsteadButton(scene: Scene, session: SessionFacts, instead: SignInTarget): Button {
  const { flow, organization, organizationKey } = instead;
  const carried = { id: session.sessionId, flow, organization: organizationKey };
  if (scene.discreet) return button(scene, 'sign-in-again', carried);
  const { signInTo, signInAsOperatorTo, signInAppOnlyTo } = scene.words.choose;
  const otherFlow = flow === 'app-only' ? signInAppOnlyTo : signInAsOperatorTo;
  const title = (flow === session.flow ? signInTo : otherFlow)(plain(organization, LIMITS.button));
  return primary(namedButton(scene, 'sign-in-again', title, carried));
}

export function expiringCard(scene: Scene, { session }: Of<'expiring'>): RenderedCard {
  const { title, summary, until, next, nextNotRenewable } = scene.words.expiring;
  return messageCard(scene, {
    title,
    summary,
    time: until(dayAndTime(scene, session.expiresAt)),
    next: [session.renewable ? next : nextNotRenewable],
    facts: [organizationFact(scene, session.organization)],
    buttons: [
      primary(renewButton(scene, session)),
      button(scene, 'log-out', target(session)),
      button(scene, 'no-notices', { id: session.sessionId }),
    ],
  });
}

export function sessionEndedCard(scene: Scene, view: Of<'session-ended'>): RenderedCard {
  const { title, refused, said, next } = scene.words.sessionEnded;
  return messageCard(scene, {
    title,
    paragraphs: [view.refused === true ? refused : said],
    next: [next],
    facts: [organizationFact(scene, view.organization)],
    buttons: [primary(button(scene, 'sign-in', { flow: view.flow, organization: view.organizationKey }))],
  });
}

export function renewalRefusedCard(scene: Scene, view: Of<'renewal-refused'>): RenderedCard {
  const { renewalRefused: words } = scene.words;
  const { session, reason, reference } = view;
  const { sessionId: id, flow } = session;
  return messageCard(scene, {
    title: words.title,
    summary: words.summary,
    paragraphs: [words.reasons[reason]],
    // If the response was lost, the old token may or may not be valid still.
    time: reason === 'outcome-unknown' ? undefined : words.until(dayAndTime(scene, session.expiresAt)),
    next: [words.next[reason]],
    facts: [organizationFact(scene, session.organization)],
    notes: [referenceNote(scene, reference)],
    buttons: [
      reason === 'unreachable' && button(scene, 'renew', { id, flow }),
      primary(button(scene, 'sign-in-again', target(session))),
      button(scene, 'log-out', { id, flow }),
    ],
  });
}

export function loggedOutCard(scene: Scene, view: Of<'logged-out'>): RenderedCard {
  const { loggedOut: words } = scene.words;
  const { administrators = 0, revoked, flow } = view;
  const isNotMe = view.notMe === true;
  return messageCard(scene, {
    title: isNotMe ? words.titleNotMe : words.title,
    paragraphs: [words.erased, words.revoked[revoked]],
    time: revoked === 'yes' ? undefined : words.livesOn(dayAndTime(scene, view.expiresAt)),
    next: isNotMe ? [administrators > 0 ? words.told : words.toldNobody, ...words.notMe] : [],
    facts: [organizationFact(scene, view.organization)],
    notes: [referenceNote(scene, view.reference)],
    buttons: [button(scene, 'sign-in-again', { flow, organization: view.organizationKey })],
  });
}

/** To an administrator, in their personal chat; anywhere else it would show no facts. */
export function notMeReportCard(scene: Scene, view: Of<'not-me-report'>): RenderedCard {
  const { notMeReport: words, facts, flow, somebody } = scene.words;
  const person = plain(view.person, LIMITS.name) || somebody;
  return messageCard(scene, {
    title: words.title,
    summary: words.summary(person),
    paragraphs: [words.said(person), words.revoked[view.revoked]],
    time: view.revoked === 'yes' ? undefined : words.livesOn(dayAndTime(scene, view.expiresAt)),
    next: words.next,
    facts: scene.discreet
      ? []
      : [
          fact(facts.person, view.person),
          fact(facts.account, view.account, LIMITS.address),
          fact(facts.organization, view.organization, LIMITS.organization),
          fact(facts.service, view.service, LIMITS.host),
          fact(facts.kind, flow[view.flow]),
          fact(facts.where, words.places[view.place]),
          moment(scene, facts.signedIn, view.signedInAt),
          moment(scene, facts.when, view.at),
        ],
    notes: [referenceNote(scene, view.reference)],
  });
}

export function forgetMeCard(scene: Scene): RenderedCard {
  const { title, summary, said } = scene.words.forget;
  return messageCard(scene, {
    title,
    summary,
    paragraphs: said,
    buttons: [button(scene, 'forget-me'), button(scene, 'keep')],
  });
}

export function forgottenCard(scene: Scene, view: Of<'forgotten'>): RenderedCard {
  const { done } = scene.words.forget;
  const { conversations, revoked, notRevoked, livesUntil, administrator } = view;
  const isNothing = conversations === 0 && !administrator;
  return messageCard(scene, {
    title: isNothing ? done.titleNothing : done.title,
    paragraphs: [
      isNothing && done.nothing,
      conversations > 0 && done.erased(conversations),
      administrator && done.address,
      revoked > 0 && done.revoked(revoked),
      notRevoked > 0 && done.notRevoked(notRevoked),
    ],
    time: livesUntil === undefined ? undefined : done.livesOn(dayAndTime(scene, livesUntil)),
    next: [done.audit],
  });
}
