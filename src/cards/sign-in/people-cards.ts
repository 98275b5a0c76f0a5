/** The cards about what is kept of people, and about what one of them reported. */
import type { Of, RenderedCard, Scene } from '../context.ts';
import { button } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { fact, moment } from '../layout/facts.ts';
import { dayAndTime } from '../layout/formats.ts';
import { LIMITS } from '../layout/limits.ts';
import { messageCard } from '../layout/message.ts';

export function forgetMeCard(scene: Scene): RenderedCard {
  const { title, summary, said } = scene.words.forget;
  return messageCard(scene, {
    title,
    summary,
    said,
    buttons: [button(scene, 'forget-me'), button(scene, 'keep')],
  });
}

export function forgottenCard(scene: Scene, view: Of<'forgotten'>): RenderedCard {
  const { done } = scene.words.forget;
  const { conversations, revoked, notRevoked, livesUntil, administrator } = view;
  const nothing = conversations === 0 && !administrator;
  return messageCard(scene, {
    title: nothing ? done.titleNothing : done.title,
    said: [
      ...(nothing ? [done.nothing] : []),
      ...(conversations > 0 ? [done.erased(conversations)] : []),
      ...(administrator ? [done.address] : []),
      ...(revoked > 0 ? [done.revoked(revoked)] : []),
      ...(notRevoked > 0 ? [done.notRevoked(notRevoked)] : []),
    ],
    until: livesUntil === undefined ? undefined : done.livesOn(dayAndTime(scene, livesUntil)),
    next: [done.audit],
  });
}

/** To an administrator, in their personal chat. */
export function notMeReportCard(scene: Scene, view: Of<'not-me-report'>): RenderedCard {
  const { notMeReport, facts, flow, reference, somebody } = scene.words;
  const person = plain(view.person, LIMITS.name) || somebody;
  return messageCard(scene, {
    title: notMeReport.title,
    summary: notMeReport.summary(person),
    said: [notMeReport.said(person), notMeReport.revoked[view.revoked]],
    until: view.revoked === 'yes' ? undefined : notMeReport.livesOn(dayAndTime(scene, view.expiresAt)),
    next: notMeReport.next,
    // Administrators are written to in their personal chats alone; were it ever otherwise, nothing would be told.
    facts: scene.discreet
      ? []
      : [
          fact(facts.person, view.person),
          fact(facts.account, view.account, LIMITS.account),
          fact(facts.organization, view.organization, LIMITS.organization),
          fact(facts.service, view.service, LIMITS.host),
          fact(facts.kind, flow[view.flow]),
          fact(facts.where, notMeReport.places[view.place]),
          moment(scene, facts.signedIn, view.signedInAt),
          moment(scene, facts.when, view.at),
        ],
    notes: [reference(plain(view.reference, LIMITS.id))],
  });
}
