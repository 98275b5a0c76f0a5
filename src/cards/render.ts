/** Views → Adaptive Cards 1.5. */
import type { ShownView } from '../requests/views.ts';
import type { CardContext, Cards, RenderedCard, Scene } from './layout/context.ts';
import { formatsFor } from './layout/formats.ts';
import { requestCards } from './requests/request-cards.ts';
import { approvalCards } from './restore/approval-cards.ts';
import { confirmCards } from './restore/confirm-cards.ts';
import { entryCards } from './restore/entry-cards.ts';
import { exportCards } from './restore/export-cards.ts';
import { findCards } from './restore/find-cards.ts';
import { restoreNoticeCards } from './restore/notice-cards.ts';
import { fourEyesCards } from './restore/four-eyes-cards.ts';
import { progressCards } from './restore/progress-cards.ts';
import { unclearCards } from './restore/unclear-cards.ts';
import { sessionsCards } from './restore/sessions-cards.ts';
import { administrationCards } from './sign-in/administration-cards.ts';
import { noticeCards } from './sign-in/notice-cards.ts';
import { sessionCards } from './sign-in/session-cards.ts';
import { signInCards } from './sign-in/sign-in-cards.ts';
import { wordsFor } from './text/index.ts';

const CARDS: Cards = {
  ...signInCards,
  ...sessionCards,
  ...noticeCards,
  ...administrationCards,
  ...findCards,
  ...entryCards,
  ...confirmCards,
  ...approvalCards,
  ...fourEyesCards,
  ...progressCards,
  ...unclearCards,
  ...sessionsCards,
  ...restoreNoticeCards,
  ...exportCards,
  ...requestCards,
};

/**
 * The card of a view, and the line for notifications. Where others see the card (`audience: 'everyone'` in a group
 * chat or channel) it says who it is for, and no more than it must; of finding and restoring only that it is private.
 * Only the sign-in card and the approval card hold a code, and only where no others see it. `summary`, `fallbackText` and `speak` never
 * hold the code, nor names or subjects of what was found.
 */
export function renderView(view: ShownView, context: CardContext): RenderedCard {
  const discreet = context.place !== 'personal' && context.audience === 'everyone';
  const scene: Scene = { context, words: wordsFor(context.locale), formats: formatsFor(context), discreet };
  const isPrivate =
    /^(?:task|restore|approval)-|^request-(?:own|news|card|duty)$/.test(view.kind) && view.kind !== 'restore-notice';
  const shown: ShownView =
    discreet && isPrivate ? { kind: 'restore-notice', notice: { code: 'personal-only' } } : discreetly(view, discreet);
  const render = CARDS[shown.kind] as (scene: Scene, view: ShownView) => RenderedCard;
  return render(scene, shown);
}

/** What concerns others is shown to administrators alone. */
const discreetly = (view: ShownView, discreet: boolean): ShownView =>
  discreet && (view.kind === 'admin-people' || view.kind === 'admin-person')
    ? { kind: 'notice', notice: { code: 'administrators-personal-only' } }
    : view;
