/** The cards of a session: begun, ending, over. */
import type { SessionFacts } from '../../sign-in/views.ts';
import type { Of, RenderedCard, Scene } from '../context.ts';
import { button, primary, type Button } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { fact, forWhom, organizationFact, ownerName, sessionFacts } from '../layout/facts.ts';
import { dayAndTime } from '../layout/formats.ts';
import { LIMITS } from '../layout/limits.ts';
import { messageCard } from '../layout/message.ts';
import { fill } from '../templates.ts';

/** **Renew** where that can be had, else the sign-in that takes its place; and **Log out**. */
export function sessionButtons(scene: Scene, session: SessionFacts): readonly Button[] {
  const about = { id: session.sessionId, flow: session.flow, organization: session.organizationKey };
  return [button(scene, session.renewable ? 'renew' : 'sign-in-again', about), button(scene, 'log-out', about)];
}

/**
 * **Find items to restore**: what one signs in for. Only operators restore, what is found is private, and without a service
 * there is nothing to find.
 */
export function findButtons(scene: Scene, session: SessionFacts): readonly Button[] {
  const canFind = session.flow === 'operator' && session.service !== '' && scene.context.place === 'personal';
  return canFind ? [primary(button(scene, 'find'))] : [];
}

export function signedInCard(scene: Scene, { session }: Of<'signed-in'>): RenderedCard {
  const { signedIn, facts } = scene.words;
  const name = ownerName(scene);
  const summary = scene.discreet
    ? signedIn.summaryForOthers(name)
    : signedIn.summary(plain(session.organization, LIMITS.organization));
  const card = fill('signedIn', {
    summary,
    forWhom: scene.discreet ? '' : forWhom(scene),
    title: signedIn.title,
    intro: scene.discreet ? signedIn.introForOthers(name) : signedIn.intro,
    facts: sessionFacts(scene, session),
    detailsTitle: signedIn.details,
    details: [fact(facts.userId, session.userId, LIMITS.id), fact(facts.tenantId, session.tenantId, LIMITS.id)],
    buttons: [
      ...findButtons(scene, session),
      ...sessionButtons(scene, session),
      button(scene, 'not-me', { id: session.sessionId, flow: session.flow }),
    ],
  });
  return { card, summary };
}

export function expiringCard(scene: Scene, { session }: Of<'expiring'>): RenderedCard {
  const { expiring } = scene.words;
  const [renew, logOut] = sessionButtons(scene, session);
  return messageCard(scene, {
    title: expiring.title,
    summary: expiring.summary,
    until: expiring.until(dayAndTime(scene, session.expiresAt)),
    next: [session.renewable ? expiring.next : expiring.nextNotRenewable],
    facts: organizationFact(scene, session.organization),
    buttons: [
      ...(renew === undefined ? [] : [primary(renew)]),
      ...(logOut === undefined ? [] : [logOut]),
      button(scene, 'no-notices', { id: session.sessionId }),
    ],
  });
}

export function sessionEndedCard(scene: Scene, view: Of<'session-ended'>): RenderedCard {
  const { sessionEnded } = scene.words;
  return messageCard(scene, {
    title: sessionEnded.title,
    said: [view.refused === true ? sessionEnded.refused : sessionEnded.said],
    next: [sessionEnded.next],
    facts: organizationFact(scene, view.organization),
    buttons: [primary(button(scene, 'sign-in', { flow: view.flow, organization: view.organizationKey }))],
  });
}

export function renewalRefusedCard(scene: Scene, view: Of<'renewal-refused'>): RenderedCard {
  const { renewalRefused, reference } = scene.words;
  const { session, reason } = view;
  const signInAgain = button(scene, 'sign-in-again', {
    id: session.sessionId,
    flow: session.flow,
    organization: session.organizationKey,
  });
  return messageCard(scene, {
    title: renewalRefused.title,
    summary: renewalRefused.summary,
    said: [renewalRefused.reasons[reason]],
    // Whether the old token outlived a renewal whose answer was lost is not known: nothing is promised then.
    until: reason === 'outcome-unknown' ? undefined : renewalRefused.until(dayAndTime(scene, session.expiresAt)),
    next: [renewalRefused.next[reason]],
    facts: organizationFact(scene, session.organization),
    notes: [reference(plain(view.reference, LIMITS.id))],
    buttons: [
      ...(reason === 'unreachable' ? [button(scene, 'renew', { id: session.sessionId, flow: session.flow })] : []),
      primary(signInAgain),
      button(scene, 'log-out', { id: session.sessionId, flow: session.flow }),
    ],
  });
}

export function loggedOutCard(scene: Scene, view: Of<'logged-out'>): RenderedCard {
  const { loggedOut, reference } = scene.words;
  return messageCard(scene, {
    title: view.notMe === true ? loggedOut.titleNotMe : loggedOut.title,
    said: [loggedOut.erased, loggedOut.revoked[view.revoked]],
    until: view.revoked === 'yes' ? undefined : loggedOut.livesOn(dayAndTime(scene, view.expiresAt)),
    next: view.notMe === true ? [administratorsLine(scene, view), ...loggedOut.notMe] : [],
    facts: organizationFact(scene, view.organization),
    notes: [reference(plain(view.reference, LIMITS.id))],
    buttons: [button(scene, 'sign-in-again', { flow: view.flow, organization: view.organizationKey })],
  });
}

function administratorsLine({ words: { loggedOut } }: Scene, { administrators = 0 }: Of<'logged-out'>): string {
  return administrators > 0 ? loggedOut.told : loggedOut.toldNobody;
}
