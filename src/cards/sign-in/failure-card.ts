/** The card of a sign-in that came to nothing. */
import type { FailureReason } from '../../sign-in/model.ts';
import type { Of, RenderedCard, Scene } from '../context.ts';
import { button, primary } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { fact, organizationFact, type Fact } from '../layout/facts.ts';
import { LIMITS } from '../layout/limits.ts';
import { messageCard } from '../layout/message.ts';

/** Told in full by our own sentence: what the identity provider says of it would only be read twice. */
const NEEDS_NO_QUOTE: ReadonlySet<FailureReason> = new Set(['cancelled', 'declined', 'expired']);

type NotSignedIn = Of<'not-signed-in'>;

/** What happened, who can help, what to do next, the reference; where others see it, nothing the upstream said. */
export function notSignedInCard(scene: Scene, view: NotSignedIn): RenderedCard {
  const { notSignedIn, reference, correlation } = scene.words;
  const { failure } = view;
  const { title, what, next } = notSignedIn.failures[failure.reason];
  const notes = [reference(plain(view.reference, LIMITS.id))];
  const quotes = !NEEDS_NO_QUOTE.has(failure.reason);
  if (quotes && failure.correlationId !== undefined) notes.push(correlation(plain(failure.correlationId, LIMITS.id)));
  return messageCard(scene, {
    title,
    summary: what,
    said: [what],
    quoted: scene.discreet || !quotes ? '' : plain(failure.detail ?? '', LIMITS.detail),
    next: [next],
    facts: failureFacts(scene, view),
    notes,
    buttons: [
      primary(button(scene, 'try-again', { id: view.reference, flow: view.flow, organization: view.organizationKey })),
    ],
  });
}

function failureFacts(scene: Scene, { failure, organization }: NotSignedIn): readonly Fact[] {
  const { facts, notSignedIn } = scene.words;
  const { who } = notSignedIn.failures[failure.reason];
  return [
    ...(who === 'nobody' ? [] : [fact(facts.whoHelps, notSignedIn.whoHelps[who])]),
    ...organizationFact(scene, organization),
    ...(scene.discreet || failure.account === undefined
      ? []
      : [fact(facts.signedInAs, failure.account, LIMITS.account)]),
  ];
}
