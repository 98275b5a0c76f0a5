/** The cards of a sign-in that waits for its person. */
import type { Of, RenderedCard, Scene } from '../context.ts';
import { button } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { fact, forWhom, organizationFact, ownerName } from '../layout/facts.ts';
import { timeOfDay } from '../layout/formats.ts';
import { LIMITS } from '../layout/limits.ts';
import { messageCard } from '../layout/message.ts';
import { fill } from '../templates.ts';

type SignInView = Of<'sign-in'>;

/** A code that neither markdown nor the card can read anything into: it may stand in a `TextBlock`. */
const PLAIN_CODE = /^[\p{L}\p{Nd}]+([- ][\p{L}\p{Nd}]+)*$/u;

/** As much as a button holds. */
const HOST_SHOWN = 40;

/** The card with the code, or, where others see it, the one that only says who is signing in. */
export function signInCard(scene: Scene, view: SignInView): RenderedCard {
  return scene.discreet ? forOthers(scene, view) : withCode(scene, view);
}

/** The person has approved; no code any more. */
export function finishingCard(scene: Scene, view: Of<'finishing'>): RenderedCard {
  const { finishing } = scene.words;
  return messageCard(scene, {
    title: finishing.title,
    summary: finishing.summary,
    said: [finishing.said],
    facts: organizationFact(scene, view.organization),
    buttons: [button(scene, 'cancel', { id: view.signInId })],
  });
}

/** What remains of a card whose code moved to a newer one: neither code nor buttons. */
export function movedBelowCard(scene: Scene, view: Of<'moved-below'>): RenderedCard {
  const { movedBelow, facts } = scene.words;
  return messageCard(scene, {
    title: movedBelow.title,
    summary: movedBelow.summary,
    said: [movedBelow.said],
    facts: scene.discreet
      ? []
      : [fact(facts.organization, view.organization, LIMITS.organization), fact(facts.askedBy, view.askedBy)],
  });
}

function withCode(scene: Scene, view: SignInView): RenderedCard {
  const { signIn, facts, flow, open } = scene.words;
  const page = signInPage(view.verificationUri);
  const posted = fill('signIn', {
    summary: signIn.summary,
    forWhom: forWhom(scene),
    title: signIn.title,
    facts: [
      fact(facts.organization, view.organization, LIMITS.organization),
      fact(facts.askedBy, view.askedBy),
      fact(facts.kind, flow[view.flow]),
    ],
    intro: page === undefined ? signIn.introWithoutLink : signIn.intro(page.host),
    codeLabel: signIn.codeLabel,
    code: view.userCode,
    codeIsPlain: PLAIN_CODE.test(view.userCode),
    until: signIn.until(timeOfDay(view.expiresAt)),
    warningFirst: signIn.warningFirst,
    warningThen: signIn.warningThen,
    openTitle: page === undefined ? '' : open(page.host),
    openUrl: page?.url ?? '',
    // Looked at after a lost answer it shows how things stand, instead of a code that leads nowhere.
    refresh: button(scene, 'show-code', { id: view.signInId }),
    userIds: [scene.context.owner.userId],
    buttons: [
      button(scene, 'new-code', { id: view.signInId }),
      ...(view.others === true ? [button(scene, 'other-organization', { flow: view.flow })] : []),
      button(scene, 'cancel', { id: view.signInId }),
    ],
  });
  const { refresh: _, ...answered } = posted as { readonly refresh?: object };
  return { card: scene.context.place === 'personal' ? posted : answered, summary: signIn.summary };
}

function forOthers(scene: Scene, view: SignInView): RenderedCard {
  const showCode = button(scene, 'show-code', { id: view.signInId });
  const title = scene.words.signInForOthers(ownerName(scene, view.askedBy));
  const card = fill('signInForOthers', {
    summary: title,
    title,
    userIds: [scene.context.owner.userId],
    refresh: showCode,
    buttons: [showCode],
  });
  return { card, summary: title };
}

/**
 * Where the code is entered. The address has been checked already; one that a button must never lead to
 * (another scheme, a name and password before the host) still becomes none.
 */
function signInPage(verificationUri: string): { readonly host: string; readonly url: string } | undefined {
  const url = URL.parse(verificationUri);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return { host: plain(ending(url.host), LIMITS.host), url: url.href };
}

/** A long host keeps its end: that is the part which says whose it is. */
function ending(host: string): string {
  return host.length <= HOST_SHOWN ? host : `…${host.slice(1 - HOST_SHOWN)}`;
}
