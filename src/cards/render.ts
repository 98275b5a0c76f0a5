/** Views → Adaptive Cards 1.5. */
import type { RestoreView } from '../restore/views.ts';
import type { View } from '../sign-in/views.ts';
import type { CardContext, Of, RenderedCard, Scene } from './context.ts';
import { formatsFor } from './layout/formats.ts';
import { optionsCard, reasonCard, summaryCard } from './restore/confirm-cards.ts';
import { listCard, resultsCard, versionsCard } from './restore/entry-cards.ts';
import { pointCard, scopeCard, searchCard, workloadCard } from './restore/find-cards.ts';
import { restoreNoticeCard, taskClosedCard, taskMovedCard } from './restore/notice-cards.ts';
import { endedCard, runningCard, sessionsCard, unclearCard, unwatchedCard } from './restore/progress-cards.ts';
import { helpCard, noticeCard, welcomeCard } from './sign-in/notice-cards.ts';
import * as session from './sign-in/session-cards.ts';
import {
  chooseOrganizationCard,
  finishingCard,
  movedBelowCard,
  notSignedInCard,
  signInCard,
} from './sign-in/sign-in-cards.ts';
import { wordsFor } from './text/index.ts';

export type { CardContext, RenderedCard } from './context.ts';

type Kind = (View | RestoreView)['kind'];

const RENDERERS: { readonly [K in Kind]: (scene: Scene, view: Of<K>) => RenderedCard } = {
  'sign-in': signInCard,
  finishing: finishingCard,
  'moved-below': movedBelowCard,
  'signed-in': session.signedInCard,
  'not-signed-in': notSignedInCard,
  status: session.statusCard,
  expiring: session.expiringCard,
  'session-ended': session.sessionEndedCard,
  'renewal-refused': session.renewalRefusedCard,
  'logged-out': session.loggedOutCard,
  'not-me-report': session.notMeReportCard,
  'forget-me': session.forgetMeCard,
  forgotten: session.forgottenCard,
  'choose-organization': chooseOrganizationCard,
  help: helpCard,
  welcome: welcomeCard,
  notice: noticeCard,
  'task-scope': scopeCard,
  'task-workload': workloadCard,
  'task-point': pointCard,
  'task-search': searchCard,
  'task-results': resultsCard,
  'task-versions': versionsCard,
  'task-list': listCard,
  'task-options': optionsCard,
  'task-reason': reasonCard,
  'task-summary': summaryCard,
  'task-moved': taskMovedCard,
  'task-closed': taskClosedCard,
  'restore-running': runningCard,
  'restore-unwatched': unwatchedCard,
  'restore-unclear': unclearCard,
  'restore-ended': endedCard,
  'restore-sessions': sessionsCard,
  'restore-notice': restoreNoticeCard,
};

/**
 * The card of a view, and the line for notifications. Where others see the card (`audience: 'everyone'` in a group
 * chat or channel) it says who it is for, and no more than it must; of finding and restoring only that it is private.
 * Only the sign-in card holds the code, and only where no others see it. `summary`, `fallbackText` and `speak` never
 * hold the code, nor names or subjects of what was found.
 */
export function renderView(view: View | RestoreView, context: CardContext): RenderedCard {
  const scene: Scene = {
    context,
    words: wordsFor(context.locale),
    formats: formatsFor(context),
    discreet: context.place !== 'personal' && context.audience === 'everyone',
  };
  const isPrivate = /^(?:task|restore)-/.test(view.kind) && view.kind !== 'restore-notice';
  if (scene.discreet && isPrivate) return restoreNoticeCard(scene, { notice: { code: 'personal-only' } });
  const render = RENDERERS[view.kind] as (scene: Scene, view: View | RestoreView) => RenderedCard;
  return render(scene, view);
}
