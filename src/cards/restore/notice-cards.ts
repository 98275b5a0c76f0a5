/** Short answers about restores, and the cards that end a task. */
import type { Cards, RenderedCard, Scene } from '../layout/context.ts';
import { button, primary, type Button } from '../layout/buttons.ts';
import { messageCard } from '../layout/message.ts';
import { quotation } from '../layout/plain-text.ts';
import { restoreButton, signInAgainButton } from './progress-cards.ts';
import { flowOf } from '../../restore/backups/entries/access-kind.ts';
import type { RestoreNotice } from '../../restore/state/notice.ts';

export const restoreNoticeCards = {
  'restore-notice'(scene, { notice }) {
    if (notice.code === 'service') return serviceCard(scene, notice);
    const words = scene.words.restore.notices[notice.code];
    const summary = scene.words.inOneLine(words.title, words.text);
    return messageCard(scene, { ...words, summary, buttons: noticeButtons(scene, notice) });
  },

  /** Replaces a card whose task continues on a newer one. */
  'task-moved'(scene) {
    return messageCard(scene, scene.words.restore.moved);
  },

  'task-closed'(scene, { why, access }) {
    const { closed } = scene.words.restore;
    return messageCard(scene, {
      title: closed.title,
      text: closed.why[why],
      next: closed.next,
      buttons: [why === 'done' ? button(scene, 'find') : button(scene, 'sign-in', { flow: flowOf(access) })],
    });
  },
} satisfies Partial<Cards>;

function noticeButtons(scene: Scene, notice: Exclude<RestoreNotice, { code: 'service' }>): readonly Button[] {
  switch (notice.code) {
    case 'personal-only':
    case 'search-replaced':
    case 'approval-unknown':
      return [];
    case 'administrator-only':
      return [signInAgainButton(scene, 'operator')];
    case 'sign-in-first':
    case 'session-refused': {
      const access = notice.access ?? 'operator';
      // There may be a session with which it does not go on.
      if ('organizationKey' in notice) return [signInAgainButton(scene, access, notice.organizationKey)];
      return [primary(button(scene, 'sign-in', { flow: flowOf(access), below: true }))];
    }
    case 'operators-only':
      return [signInAgainButton(scene, 'operator'), button(scene, 'ask')];
    case 'no-task':
    case 'task-outdated':
    case 'list-empty':
    case 'export-over':
      return [primary(button(scene, 'find'))];
    case 'audit-unavailable':
    case 'restore-unknown':
    case 'session-unknown':
      return [primary(button(scene, 'sessions'))];
    case 'already-restoring':
      return [primary(restoreButton(scene, notice.restoreId, 'look')), button(scene, 'sessions')];
  }
}

function serviceCard(scene: Scene, { trouble, detail }: Extract<RestoreNotice, { code: 'service' }>): RenderedCard {
  const { restore, notSignedIn } = scene.words;
  const { text, who, next } = restore.troubles[trouble];
  const { title } = restore.notices.service;
  return messageCard(scene, {
    title,
    summary: scene.words.inOneLine(title, text),
    text,
    quoted: scene.discreet ? '' : quotation(detail),
    next,
    facts: { whoHelps: who !== 'nobody' && notSignedIn.whoHelps[who] },
    buttons: [!scene.discreet && primary(button(scene, 'find'))],
  });
}
