/** Short answers about restores, and the cards that end a task. */
import type { Of, RenderedCard, Scene } from '../context.ts';
import { button, primary, type Button } from '../layout/buttons.ts';
import { fact, messageCard } from '../layout/message.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';
import { operatorSignInButton, restoreButton } from './progress-cards.ts';
import type { RestoreNotice } from '../../restore/views.ts';

export function restoreNoticeCard(scene: Scene, { notice }: Pick<Of<'restore-notice'>, 'notice'>): RenderedCard {
  if (notice.code === 'service') return serviceCard(scene, notice);
  const { title, said, next } = scene.words.restore.notices[notice.code];
  return messageCard(scene, {
    title,
    summary: `${title}. ${said}`,
    paragraphs: [said],
    next: [next],
    buttons: noticeButtons(scene, notice),
  });
}

function noticeButtons(scene: Scene, notice: Exclude<RestoreNotice, { code: 'service' }>): readonly Button[] {
  switch (notice.code) {
    case 'personal-only':
      return [];
    case 'operator-only':
      return [operatorSignInButton(scene)];
    case 'sign-in-first':
    case 'session-refused':
      return [primary(button(scene, 'sign-in', { flow: 'operator', below: true }))];
    case 'no-task':
    case 'task-outdated':
    case 'list-empty':
      return [primary(button(scene, 'find'))];
    case 'restore-unknown':
      return [primary(button(scene, 'sessions'))];
    case 'already-restoring': {
      const { look } = scene.words.restore.buttons;
      return [primary(restoreButton(scene, notice.restoreId, look, { kind: 'look' })), button(scene, 'sessions')];
    }
  }
}

/** What went wrong at the service, and who can help. */
function serviceCard(scene: Scene, { trouble, detail }: Extract<RestoreNotice, { code: 'service' }>): RenderedCard {
  const { restore, notSignedIn, facts } = scene.words;
  const { what, who, next } = restore.troubles[trouble];
  const { title } = restore.notices.service;
  return messageCard(scene, {
    title,
    summary: `${title}. ${what}`,
    paragraphs: [what],
    quoted: scene.discreet ? '' : plain(detail, LIMITS.quote),
    next: [next],
    facts: [who !== 'nobody' && fact(facts.whoHelps, notSignedIn.whoHelps[who])],
    buttons: [!scene.discreet && primary(button(scene, 'find'))],
  });
}

/** Replaces a card whose task continues on a newer one. */
export function taskMovedCard(scene: Scene): RenderedCard {
  const { title, said } = scene.words.restore.moved;
  return messageCard(scene, { title, paragraphs: [said] });
}

/** The task has ended before anything was restored. */
export function taskClosedCard(scene: Scene, { why }: Of<'task-closed'>): RenderedCard {
  const { closed } = scene.words.restore;
  return messageCard(scene, {
    title: closed.title,
    paragraphs: [closed.why[why]],
    next: [closed.next],
    buttons: [why === 'done' ? button(scene, 'find') : button(scene, 'sign-in', { flow: 'operator' })],
  });
}
