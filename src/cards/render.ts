/** Views → Adaptive Cards 1.5. */
import type { RestoreView } from '../restore/views.ts';
import type { View } from '../sign-in/views.ts';
import { chooseOrganizationCard } from './sign-in/choose-organization-card.ts';
import type { CardContext, RenderedCard, Scene } from './context.ts';
import { notSignedInCard } from './sign-in/failure-card.ts';
import { helpCard, welcomeCard } from './sign-in/help-card.ts';
import { noticeCard } from './sign-in/notice-card.ts';
import { forgetMeCard, forgottenCard, notMeReportCard } from './sign-in/people-cards.ts';
import { isRestoreView, renderRestore } from './restore/render-restore.ts';
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

/**
 * The card of a view, and the line for notifications. Where others see the card (`audience: 'everyone'` in a group
 * chat or channel) it tells who, and no more than it must. Only the sign-in card holds the code, and only where no
 * others see it; `summary`, `fallbackText` and `speak` never do.
 */
export function renderView(view: View | RestoreView, context: CardContext): RenderedCard {
  const scene: Scene = {
    context,
    words: wordsFor(context.locale),
    discreet: context.place !== 'personal' && context.audience === 'everyone',
  };
  if (isRestoreView(view)) return renderRestore(view, scene);
  switch (view.kind) {
    case 'sign-in':
      return signInCard(scene, view);
    case 'finishing':
      return finishingCard(scene, view);
    case 'moved-below':
      return movedBelowCard(scene, view);
    case 'signed-in':
      return signedInCard(scene, view);
    case 'not-signed-in':
      return notSignedInCard(scene, view);
    case 'status':
      return statusCard(scene, view);
    case 'expiring':
      return expiringCard(scene, view);
    case 'session-ended':
      return sessionEndedCard(scene, view);
    case 'renewal-refused':
      return renewalRefusedCard(scene, view);
    case 'logged-out':
      return loggedOutCard(scene, view);
    case 'not-me-report':
      return notMeReportCard(scene, view);
    case 'forget-me':
      return forgetMeCard(scene);
    case 'forgotten':
      return forgottenCard(scene, view);
    case 'choose-organization':
      return chooseOrganizationCard(scene, view);
    case 'help':
      return helpCard(scene, view.help);
    case 'welcome':
      return welcomeCard(scene, view.help);
    case 'notice':
      return noticeCard(scene, view.notice);
  }
}
