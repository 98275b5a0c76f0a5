/** Views → Adaptive Cards 1.5. */
import type { RestoreView } from '../restore/views.ts';
import type { View } from '../sign-in/views.ts';
import type { CardContext, Of, RenderedCard, Scene } from './context.ts';
import { restoreNoticeCard, taskClosedCard, taskMovedCard } from './restore/notice.ts';
import { endedCard } from './restore/outcome.ts';
import { runningCard, unclearCard, unwatchedCard } from './restore/progress.ts';
import { sessionsCard } from './restore/sessions.ts';
import { optionsCard, reasonCard, summaryCard } from './restore/steps/confirm.ts';
import { listCard } from './restore/steps/list.ts';
import { pointCard } from './restore/steps/point.ts';
import { resultsCard } from './restore/steps/results.ts';
import { scopeCard } from './restore/steps/scope.ts';
import { searchCard } from './restore/steps/search.ts';
import { versionsCard } from './restore/steps/versions.ts';
import { workloadCard } from './restore/steps/workload.ts';
import { chooseOrganizationCard } from './sign-in/choose-organization-card.ts';
import { notSignedInCard } from './sign-in/failure-card.ts';
import { helpCard, welcomeCard } from './sign-in/help-card.ts';
import { noticeCard } from './sign-in/notice-card.ts';
import { forgetMeCard, forgottenCard, notMeReportCard } from './sign-in/people-cards.ts';
import {
  expiringCard,
  loggedOutCard,
  renewalRefusedCard,
  sessionEndedCard,
  signedInCard,
} from './sign-in/session-cards.ts';
import { finishingCard, movedBelowCard, signInCard } from './sign-in/sign-in-cards.ts';
import { statusCard } from './sign-in/status-card.ts';
import { wordsFor } from './text/index.ts';

export type { CardContext, RenderedCard } from './context.ts';

type Kind = (View | RestoreView)['kind'];

const RENDERERS: { readonly [K in Kind]: (scene: Scene, view: Of<K>) => RenderedCard } = {
  'sign-in': signInCard,
  finishing: finishingCard,
  'moved-below': movedBelowCard,
  'signed-in': signedInCard,
  'not-signed-in': notSignedInCard,
  status: statusCard,
  expiring: expiringCard,
  'session-ended': sessionEndedCard,
  'renewal-refused': renewalRefusedCard,
  'logged-out': loggedOutCard,
  'not-me-report': notMeReportCard,
  'forget-me': forgetMeCard,
  forgotten: forgottenCard,
  'choose-organization': chooseOrganizationCard,
  help: (scene, { help }) => helpCard(scene, help),
  welcome: (scene, { help }) => welcomeCard(scene, help),
  notice: (scene, { notice }) => noticeCard(scene, notice),
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
  'restore-notice': (scene, { notice }) => restoreNoticeCard(scene, notice),
};

/**
 * The card of a view, and the line for notifications. Where others see the card (`audience: 'everyone'` in a group
 * chat or channel) it says who, and no more than it must; of finding and restoring it says only that it is private.
 * Only the sign-in card holds the code, and only where no others see it; `summary`, `fallbackText` and `speak` never
 * do, nor do they hold names or subjects of what was found.
 */
export function renderView(view: View | RestoreView, context: CardContext): RenderedCard {
  const scene: Scene = {
    context,
    words: wordsFor(context.locale),
    discreet: context.place !== 'personal' && context.audience === 'everyone',
  };
  const isPrivate = /^(?:task|restore)-/.test(view.kind) && view.kind !== 'restore-notice';
  if (scene.discreet && isPrivate) return restoreNoticeCard(scene, { code: 'personal-only' });
  const render = RENDERERS[view.kind] as (scene: Scene, view: View | RestoreView) => RenderedCard;
  return render(scene, view);
}
