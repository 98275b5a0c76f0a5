/** The cards of a sign-in: the choice of an organization, the code, and a sign-in that failed. */
import type { FailureReason } from '../../sign-in/state/model.ts';
import type { AdviceWay, Choice } from '../../sign-in/state/views.ts';
import type { FailureWords } from '../text/en/failures.ts';
import type { Cards, Of, Scene } from '../layout/context.ts';
import { button, namedButton, primary, type Button } from '../layout/buttons.ts';
import { codeContent } from '../layout/device-code.ts';
import { messageCard, ownerName, referenceNote, standInCard } from '../layout/message.ts';
import { timeOfDay } from '../layout/formats.ts';
import { fitting, LIMITS, plain, quotation } from '../layout/plain-text.ts';

const CHOICES_BYTES = 16_000;
/** Our own sentence says it all; the identity provider's would repeat it. */
const NOT_QUOTED: ReadonlySet<FailureReason> = new Set(['cancelled', 'declined', 'expired']);

/** Who is no operator can ask one. */
const NO_OPERATOR: ReadonlySet<FailureReason> = new Set(['not-operator', 'not-assigned']);

/** What is said of a failure, for the way that the sign-in went. */
export function failureWords({ words }: Pick<Scene, 'words'>, reason: FailureReason, way: AdviceWay): FailureWords {
  const { failures, failuresByWay } = words.notSignedIn;
  return { ...failures[reason], ...(way !== 'device-code' && failuresByWay[way][reason]) };
}

/** **Show my code**, or the link where there is no code. */
export const showCodeButton = (scene: Scene, id: string, inBrowser: boolean): Button =>
  inBrowser
    ? namedButton(scene, 'show-code', scene.words.signIn.browser.show, { id })
    : button(scene, 'show-code', { id });

export const signInCards = {
  /** Which organizations a person may restore for is private: others see the choices only by pressing as that person. */
  'choose-organization'(scene, { flow, choices, last }) {
    const { choose } = scene.words;
    if (scene.discreet) {
      return standInCard(scene, {
        title: choose.titleForOthers,
        text: choose.forOthers(ownerName(scene)),
        buttons: [primary(namedButton(scene, 'other-organization', choose.choose, { flow }))],
      });
    }
    const shown = fitting(organizationOptions(choices, last), CHOICES_BYTES);
    return messageCard(scene, {
      title: choose.title,
      text: flow === 'app-only' ? choose.introAppOnly : choose.intro,
      template: 'chooseOrganization',
      content: {
        words: choose,
        value: shown.some(({ value }) => value === last) ? last : '',
        choices: shown,
        more: shown.length < choices.length ? choose.more(shown.length, choices.length) : '',
      },
      buttons: [primary(button(scene, 'choose-organization', { flow }))],
    });
  },

  /** The card with the code, or, where others see it, the one that only says who is signing in. */
  'sign-in'(scene, view) {
    const { signIn, signInForOthers, flow } = scene.words;
    const { signInId: id, organization, askedBy } = view;
    const { userCode, verificationUri, expiresAt, link, mayUseCode: orCode = false } = view;
    const hasCode = userCode !== undefined && verificationUri !== undefined;
    const showCode = showCodeButton(scene, id, !hasCode);
    // If an edit of the card was lost, the owner's client replaces an old code by the current state.
    const refresh = { refresh: showCode, userIds: [scene.context.owner.userId] };
    if (scene.discreet) {
      const title = signInForOthers(ownerName(scene, askedBy));
      return standInCard(scene, { title, template: 'signInForOthers', content: refresh, buttons: [showCode] });
    }
    const code = { userCode: userCode ?? '', verificationUri: verificationUri ?? '', expiresAt };
    const rendered = messageCard(scene, {
      title: signIn.title,
      facts: { organization, askedBy, kind: flow[view.flow] },
      ...(hasCode
        ? {
            summary: signIn.summary,
            template: 'signIn',
            content: { words: signIn, ...codeContent(scene, code, signIn), link, ...refresh },
          }
        : {
            summary: signIn.browser.summary,
            template: 'signInInBrowser',
            content: {
              words: signIn.browser,
              validUntil: signIn.until(timeOfDay(expiresAt)),
              link,
              orCode,
              ...refresh,
            },
          }),
      buttons: [
        hasCode && button(scene, 'new-code', { id }),
        orCode && button(scene, 'use-code', { id }),
        view.others === true && button(scene, 'other-organization', { flow: view.flow }),
        button(scene, 'cancel', { id }),
      ],
    });
    if (scene.context.place === 'personal') return rendered;
    return { ...rendered, card: { ...rendered.card, refresh: undefined } };
  },

  /** The person has approved; the code is no longer needed. */
  finishing(scene, view) {
    return messageCard(scene, {
      ...scene.words.finishing,
      facts: { organization: !scene.discreet && view.organization },
      buttons: [button(scene, 'cancel', { id: view.signInId })],
    });
  },

  /** Replaces a card whose code moved to a newer one. */
  'sign-in-moved'(scene, { organization, askedBy }) {
    return messageCard(scene, { ...scene.words.moved, facts: scene.discreet ? {} : { organization, askedBy } });
  },

  /** What happened, who can help, what to do next, the reference. Others see nothing that an upstream service said. */
  'not-signed-in'(scene, view) {
    const { notSignedIn, correlation } = scene.words;
    const { failure, reference } = view;
    const { title, text, who, next } = wordsHere(scene, view);
    const isQuoted = !NOT_QUOTED.has(failure.reason);
    return messageCard(scene, {
      title,
      summary: text,
      text,
      quoted: scene.discreet || !isQuoted ? '' : quotation(failure.detail),
      next,
      facts: {
        whoHelps: who !== 'nobody' && notSignedIn.whoHelps[who],
        organization: !scene.discreet && view.organization,
      },
      notes: [
        referenceNote(scene, reference),
        isQuoted && failure.correlationId !== undefined && correlation(quotation(failure.correlationId, LIMITS.id)),
      ],
      buttons: failedButtons(scene, view),
    });
  },
} satisfies Partial<Cards>;

/** Others need not know that somebody is suspended. */
function wordsHere(scene: Scene, { failure: { reason }, way }: Of<'not-signed-in'>): FailureWords {
  const words = failureWords(scene, reason, way);
  if (reason !== 'suspended' || !scene.discreet) return words;
  const { status, renewalRefused } = scene.words;
  return { ...words, title: status.titleNone, text: renewalRefused.next['not-allowed'], next: '' };
}

function failedButtons(scene: Scene, view: Of<'not-signed-in'>): readonly Button[] {
  const { failure, reference: id, flow, organizationKey: organization } = view;
  // Each further attempt fails at once, and counts against the limit; help begins with signing in.
  if (failure.reason === 'suspended') return [];
  const again = button(scene, 'try-again', { id, flow, organization });
  return NO_OPERATOR.has(failure.reason) ? [primary(button(scene, 'ask')), again] : [primary(again)];
}

/** The last choice comes first, so that it fits. Organizations of the same name are told apart by their key. */
function organizationOptions(choices: readonly Choice[], last: string | undefined) {
  const byName = Map.groupBy(choices, ({ displayName }) => displayName);
  return choices
    .toSorted((a, b) => Number(b.organization === last) - Number(a.organization === last))
    .map(({ organization, displayName }) => {
      const key = plain(organization, LIMITS.organization);
      const name = plain(displayName, LIMITS.organization) || key;
      const isUnique = byName.get(displayName)?.length === 1;
      return { title: isUnique ? name : `${name} (${key})`, value: organization };
    });
}
