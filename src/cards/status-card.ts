/** The answer to `restore status`, and to `restore login` while signed in. */
import type { PendingFacts, SessionFacts, View } from '../sign-in/views.ts';
import type { Button } from './buttons.ts';
import { button, primary } from './buttons.ts';
import type { RenderedCard, Scene } from './context.ts';
import type { Fact } from './facts.ts';
import { fact, moment } from './facts.ts';
import { messageCard } from './message.ts';
import { timeOfDay } from './moments.ts';
import { LIMITS } from './outside-text.ts';
import { sessionButtons } from './session-cards.ts';

type Status = Extract<View, { kind: 'status' }>;

export function statusCard(scene: Scene, view: Status): RenderedCard {
  const { session, pending } = view;
  return messageCard(scene, {
    title: title(scene, view),
    said: said(scene, view),
    until: pending?.step === 'waiting' ? scene.words.status.codeUntil(timeOfDay(pending.expiresAt)) : undefined,
    facts: facts(scene, session, pending),
    buttons: buttons(scene, view),
  });
}

function title({ words: { status } }: Scene, view: Status): string {
  if (view.session !== undefined) return view.alreadySignedIn === true ? status.titleAlready : status.titleSignedIn;
  if (view.unreadable === true) return status.titleUnreadable;
  return view.pending === undefined ? status.titleNone : status.titlePending;
}

function said({ words: { status } }: Scene, { session, pending, unreadable, alreadySignedIn }: Status): string[] {
  const texts: string[] = [];
  if (session !== undefined && alreadySignedIn === true) texts.push(status.already);
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
      fact(labels.kind, flow[pending.flow], LIMITS.name),
    ];
  }
  const organization = fact(labels.organization, session.organization, LIMITS.organization);
  const service = fact(labels.service, session.service, LIMITS.host);
  const until = moment(labels.until, session.expiresAt);
  if (scene.discreet) return [organization, service, until];
  return [
    fact(labels.account, session.account, LIMITS.account),
    organization,
    service,
    fact(labels.kind, flow[session.flow], LIMITS.name),
    ...(session.isOperator === undefined
      ? []
      : [fact(labels.rights, session.isOperator ? operator.yes : operator.no, LIMITS.name)]),
    until,
    fact(labels.renewal, session.renewable ? renewable.yes : renewable.no, LIMITS.name),
  ];
}

function buttons(scene: Scene, { session, pending, alreadySignedIn }: Status): readonly Button[] {
  const made: Button[] = [];
  if (session !== undefined) {
    made.push(...sessionButtons(scene, session));
    if (alreadySignedIn === true && session.renewable) {
      const { sessionId: id, flow, organizationKey: organization } = session;
      made.push(button(scene, 'sign-in-again', { id, flow, organization }));
    }
  }
  if (pending !== undefined) {
    if (pending.step === 'waiting') made.push(primary(button(scene, 'show-code', { id: pending.signInId })));
    made.push(button(scene, 'cancel', { id: pending.signInId }));
  }
  return made.length === 0 ? [primary(button(scene, 'sign-in', { flow: 'operator' }))] : made;
}
