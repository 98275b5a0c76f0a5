/** The cards of a session (signed in, status, its end, its renewal) and of what is stored about a person. */
import type { SessionFacts, SignInTarget } from '../../sign-in/state/views.ts';
import type { Cards, Of, Scene } from '../layout/context.ts';
import { button, destructive, namedButton, primary, type Button } from '../layout/buttons.ts';
import { dayAndTime, timeOfDay } from '../layout/formats.ts';
import { messageCard, ownerName, referenceNote, type Facts, type List } from '../layout/message.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';
import { failureWords, showCodeButton } from './sign-in-cards.ts';

type Status = Of<'status'>;

/** What Teams shows beside each other. */
const MAX_BUTTONS = 6;

export const sessionCards = {
  'signed-in'(scene, { session }) {
    const { signedIn, flow: kinds } = scene.words;
    const { account, organization, userId, tenantId, expiresAt: until, sessionId: id, flow } = session;
    const name = ownerName(scene);
    return messageCard(scene, {
      title: signedIn.title,
      summary: scene.discreet
        ? signedIn.summaryForOthers(name)
        : signedIn.summary(plain(organization, LIMITS.organization)),
      text: scene.discreet
        ? signedIn.introForOthers(name)
        : signedIn[flow === 'operator' ? 'intro' : 'introAdministrator'],
      facts: scene.discreet ? { until } : { account, organization, kind: kinds[flow], until },
      details: scene.discreet ? {} : { userId, tenantId },
      // The text already names the owner.
      ...(scene.discreet && { content: { forWhom: '' } }),
      buttons: [
        canFind(scene, session) && primary(button(scene, 'find')),
        renewButton(scene, session),
        button(scene, 'log-out', target(session)),
        button(scene, 'not-me', { id, flow }),
      ],
    });
  },

  status(scene, view) {
    const { status } = scene.words;
    const { pending } = view;
    return messageCard(scene, {
      title: status[statusTitle(view)],
      text: statusText(scene, view),
      time: pending?.step === 'waiting' ? status.pendingUntil(timeOfDay(pending.expiresAt)) : undefined,
      facts: statusFacts(scene, view),
      buttons: statusButtons(scene, view),
    });
  },

  expiring(scene, { session }) {
    const { title, summary, until, next, nextNotRenewable } = scene.words.expiring;
    return messageCard(scene, {
      title,
      summary,
      time: until(dayAndTime(scene, session.expiresAt)),
      next: session.renewable ? next : nextNotRenewable,
      facts: { organization: !scene.discreet && session.organization },
      buttons: [
        primary(renewButton(scene, session)),
        button(scene, 'log-out', target(session)),
        button(scene, 'no-notices', { id: session.sessionId }),
      ],
    });
  },

  'session-ended'(scene, view) {
    const { longestLife, replaced, notAllowed, byAdministrator, organization, organizationKey, flow } = view;
    const { sessionEnded: words, loggedOut } = scene.words;
    const isReplaced = replaced !== undefined && byAdministrator === undefined;
    const token = replaced ?? longestLife ?? (notAllowed === 'ending' ? undefined : notAllowed);
    const notRevoked = token?.revoked === 'yes' ? undefined : token;
    const { text, next } = whyEnded(scene, view);
    const isOpen = next === words.next;
    return messageCard(scene, {
      title: words.title,
      text: [isReplaced ? words.replaced : text, notRevoked && loggedOut.revoked[notRevoked.revoked]],
      time: notRevoked && loggedOut.tokenValidUntil(dayAndTime(scene, notRevoked.tokenExpiresAt)),
      next: [!isReplaced && next],
      facts: { organization: !scene.discreet && organization },
      buttons: [
        // Help begins with signing in, which fails at once.
        text !== words.byAdministrator.suspended &&
          (isReplaced || !isOpen
            ? button(scene, isReplaced ? 'status' : 'help')
            : primary(button(scene, 'sign-in', { flow, organization: organizationKey }))),
      ],
    });
  },

  'renewal-refused'(scene, { session, reason, because, way, reference }) {
    const { renewalRefused: words } = scene.words;
    const why = because && failureWords(scene, because, way);
    const { sessionId: id, flow } = session;
    return messageCard(scene, {
      title: words.title,
      summary: words.summary,
      text: [words.reasons[reason], why?.text],
      // If the response was lost, the old token may or may not be valid still.
      time: reason === 'outcome-unknown' ? undefined : words.until(dayAndTime(scene, session.expiresAt)),
      next: [why?.next ?? words.next[reason]],
      facts: { organization: !scene.discreet && session.organization },
      notes: [referenceNote(scene, reference)],
      buttons: [
        reason === 'unreachable' && button(scene, 'renew', { id, flow }),
        reason !== 'not-allowed' && primary(button(scene, 'sign-in-again', target(session))),
        button(scene, 'log-out', { id, flow }),
      ],
    });
  },

  'log-out-warning'(scene, { session, notMe, all, others }) {
    const words = scene.words.logOutWarning;
    const stay = namedButton(scene, 'status', words.stay);
    const carried = { ...target(session), anyway: true, ...(all && { all }) } as const;
    const anyway = namedButton(scene, notMe ? 'not-me' : 'log-out', words.anyway, carried);
    return messageCard(scene, {
      title: words.title,
      text: [words.text, others > 0 && words.others],
      next: notMe ? words.nextNotMe : words.next,
      facts: { organization: session.organization },
      buttons: notMe ? [primary(anyway), stay] : [primary(stay), destructive(anyway)],
    });
  },

  'logged-out'(scene, view) {
    const { loggedOut: words } = scene.words;
    const { administrators = 0, revoked, flow, organizationKey: organization } = view;
    const isNotMe = view.notMe === true;
    return messageCard(scene, {
      title: isNotMe ? words.titleNotMe : words.title,
      text: [words.erased, words.revoked[revoked]],
      time: revoked === 'yes' ? undefined : words.tokenValidUntil(dayAndTime(scene, view.expiresAt)),
      next: [
        isNotMe && (administrators > 0 ? words.notified : words.notNotified),
        ...(isNotMe ? words.notMe : []),
        words.identityProvider,
      ],
      facts: { organization: !scene.discreet && view.organization },
      notes: [referenceNote(scene, view.reference)],
      buttons: [button(scene, 'sign-in-again', { flow, organization })],
    });
  },

  /** To an administrator, in their personal chat; anywhere else it would show no facts. */
  'not-me-report'(scene, view) {
    const { notMeReport: words, flow, somebody } = scene.words;
    const { account, organization, service } = view;
    const person = plain(view.person, LIMITS.name) || somebody;
    const facts = {
      person: view.person,
      account,
      organization,
      service,
      kind: flow[view.flow],
      where: words.places[view.place],
      signedIn: view.signedInAt,
      when: view.at,
    };
    return messageCard(scene, {
      title: words.title,
      summary: words.summary(person),
      text: [words.text(person), words.revoked[view.revoked]],
      time: view.revoked === 'yes' ? undefined : words.tokenValidUntil(dayAndTime(scene, view.expiresAt)),
      next: words.next,
      facts: scene.discreet ? {} : facts,
      notes: [referenceNote(scene, view.reference)],
    });
  },

  /** To an administrator, in their personal chat; anywhere else it would show no facts. */
  'somebody-else-report'(scene, { asker, approver, ...view }) {
    const { somebodyElseReport: words, notMeReport, flow, somebody } = scene.words;
    const person = plain(view.person, LIMITS.name) || somebody;
    const facts = {
      askedBy: view.person,
      userId: asker.userId,
      tenantId: asker.tenantId,
      approverId: approver.userId,
      approverTenant: approver.tenantId,
      organization: view.organization,
      service: view.service,
      kind: flow[view.flow],
      where: notMeReport.places[view.place],
      when: view.at,
    };
    return messageCard(scene, {
      title: words.title,
      summary: words.summary(person),
      text: [words.text(person), words.causes],
      next: words.next,
      facts: scene.discreet ? {} : facts,
      notes: [referenceNote(scene, view.reference)],
    });
  },

  'forget-me'(scene, { restoring }) {
    const { title, summary, text, restoring: warning } = scene.words.forget;
    return messageCard(scene, {
      title,
      summary,
      text: [...text, restoring === true && !scene.discreet && warning],
      buttons: [button(scene, 'forget-me'), button(scene, 'keep')],
    });
  },

  forgotten(scene, { conversations, revoked, notRevoked, livesUntil, administrator }) {
    const { forget, loggedOut } = scene.words;
    const { done } = forget;
    const isNothing = conversations === 0 && !administrator;
    return messageCard(scene, {
      title: isNothing ? done.titleNothing : done.title,
      text: [
        isNothing && done.nothing,
        conversations > 0 && done.erased(conversations),
        administrator && done.address,
        revoked > 0 && done.revoked(revoked),
        notRevoked > 0 && done.notRevoked(notRevoked),
      ],
      time: livesUntil === undefined ? undefined : done.tokenValidUntil(dayAndTime(scene, livesUntil)),
      next: [revoked + notRevoked > 0 && loggedOut.identityProvider, done.audit],
    });
  },
} satisfies Partial<Cards>;

function whyEnded(scene: Scene, { byAdministrator, notAllowed, refused, longestLife }: Of<'session-ended'>) {
  const { sessionEnded: words, renewalRefused, notSignedIn } = scene.words;
  if (byAdministrator === 'suspended' && !scene.discreet) {
    return { text: words.byAdministrator.suspended, next: notSignedIn.failures.suspended.next };
  }
  // Others need not know that somebody is suspended.
  if (byAdministrator !== undefined) return { text: words.byAdministrator.ended, next: words.next };
  if (notAllowed !== undefined) return { text: words.notAllowed, next: renewalRefused.next['not-allowed'] };
  const isExpired = longestLife === undefined ? words.text : words.longestLife;
  return { text: refused === true ? words.refused : isExpired, next: words.next };
}

function target({ sessionId: id, flow, organizationKey: organization }: SessionFacts) {
  return { id, flow, organization };
}

/** **Renew**, or the sign-in that replaces it. */
function renewButton(scene: Scene, session: SessionFacts): Button {
  return button(scene, session.renewable ? 'renew' : 'sign-in-again', target(session));
}

/** Finding needs a private place and a backup service. */
function canFind({ context }: Scene, session: SessionFacts): boolean {
  return session.service !== '' && context.place === 'personal';
}

function statusTitle({ session, pending, unreadable, alreadySignedIn }: Status) {
  if (session !== undefined) return alreadySignedIn === true ? 'titleAlready' : 'titleSignedIn';
  if (unreadable === true) return 'titleUnreadable';
  return pending === undefined ? 'titleNone' : 'titlePending';
}

function statusText({ words: { status }, discreet }: Scene, view: Status): List<string> {
  const { session, pending, instead, unreadable, alreadySignedIn } = view;
  if (session === undefined && pending === undefined && unreadable !== true) return [status.none];
  const already = instead === undefined || discreet ? status.already : status.alreadyElsewhere;
  return [
    session !== undefined && alreadySignedIn === true && already,
    unreadable === true && status.unreadable,
    pending?.step === 'redeemed' && status.redeemed,
    pending?.step === 'waiting' && (session === undefined ? status.waiting : status.alsoWaiting),
  ];
}

function statusFacts({ words, discreet }: Scene, { session, pending, noNotices }: Status): Facts {
  const { flow, renewable, operator } = words;
  const reminders = noNotices === true && !discreet && words.remindersOff;
  if (session === undefined) {
    const shown = discreet ? undefined : pending;
    return { organization: shown?.organization, kind: shown && flow[shown.flow], reminders };
  }
  const { account, organization, service, expiresAt: until, remainingMilliseconds: remaining } = session;
  if (discreet) return { organization, service, until };
  return {
    account,
    organization,
    service,
    kind: flow[session.flow],
    rights: rightsOf(operator, session),
    until,
    remaining: remaining !== undefined && words.timeLeft(remaining),
    renewal: renewable[session.renewable ? 'yes' : 'no'],
    reminders,
  };
}

function rightsOf(words: Scene['words']['operator'], { flow, isOperator }: SessionFacts): string | undefined {
  if (flow === 'app-only') return words.administrator;
  return isOperator === undefined ? undefined : words[isOperator ? 'yes' : 'no'];
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
    if (pending.step === 'waiting') {
      buttons.push(primary(showCodeButton(scene, pending.signInId, pending.inBrowser)));
    }
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
