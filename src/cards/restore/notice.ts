/** Short answers of restoring: what happened, what to do next, who can help; and the ends of a task. */
import type { RestoreNotice } from '../../restore/views.ts';
import type { Of, RenderedCard, Scene } from '../context.ts';
import { button, namedButton, primary, restoreButton, type Button } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { fact } from '../layout/facts.ts';
import { LIMITS } from '../layout/limits.ts';
import { messageCard } from '../layout/message.ts';

export function restoreNoticeCard(scene: Scene, notice: RestoreNotice): RenderedCard {
  if (notice.code === 'service') return serviceCard(scene, notice);
  const { title, said, next } = scene.words.restore.notices[notice.code];
  return messageCard(scene, {
    title,
    summary: `${title}. ${said}`,
    said: [said],
    next: [next],
    buttons: buttons(scene, notice),
  });
}

function serviceCard(scene: Scene, notice: Extract<RestoreNotice, { code: 'service' }>): RenderedCard {
  const { restore, notSignedIn, facts } = scene.words;
  const { what, who, next } = restore.troubles[notice.trouble];
  const { title } = restore.notices.service;
  return messageCard(scene, {
    title,
    summary: `${title}. ${what}`,
    said: [what],
    quoted: scene.discreet ? '' : plain(notice.detail ?? '', LIMITS.detail),
    next: [next],
    facts: who === 'nobody' ? [] : [fact(facts.whoHelps, notSignedIn.whoHelps[who])],
    buttons: scene.discreet ? [] : [primary(button(scene, 'find'))],
  });
}

export function taskMovedCard(scene: Scene): RenderedCard {
  const { title, said } = scene.words.restore.moved;
  return messageCard(scene, { title, said: [said] });
}

export function taskClosedCard(scene: Scene, { why }: Of<'task-closed'>): RenderedCard {
  const { closed } = scene.words.restore;
  return messageCard(scene, {
    title: closed.title,
    said: [closed.why[why]],
    next: [closed.next],
    buttons: [why === 'done' ? button(scene, 'find') : button(scene, 'sign-in', { flow: 'operator' })],
  });
}

function buttons(scene: Scene, notice: Exclude<RestoreNotice, { code: 'service' }>): readonly Button[] {
  switch (notice.code) {
    case 'personal-only':
      return [];
    case 'operator-only':
      return [
        primary(namedButton(scene, 'sign-in-again', scene.words.buttons['sign-in'], { flow: 'operator', below: true })),
      ];
    case 'sign-in-first':
    case 'session-refused':
      return [primary(button(scene, 'sign-in', { flow: 'operator', below: true }))];
    case 'no-task':
    case 'task-outdated':
    case 'list-empty':
      return [primary(button(scene, 'find'))];
    case 'restore-unknown':
      return [primary(button(scene, 'sessions'))];
    case 'already-restoring':
      return [
        primary(restoreButton(scene, notice.restoreId, scene.words.restore.buttons.look, { kind: 'look' })),
        button(scene, 'sessions'),
      ];
  }
}
