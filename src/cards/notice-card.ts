/** Short answers: what happened and what to do next. */
import type { Notice } from '../sign-in/views.ts';
import type { Button } from './buttons.ts';
import { button, primary } from './buttons.ts';
import type { RenderedCard, Scene } from './context.ts';
import { messageCard } from './message.ts';
import { dayAndTime } from './moments.ts';
import { LIMITS, plain } from './outside-text.ts';

/** As many names as can be read at a glance. */
const NAMES_SHOWN = 8;

export function noticeCard(scene: Scene, notice: Notice): RenderedCard {
  const { title, said } = scene.words.notices[notice.code];
  return messageCard(scene, {
    title,
    summary: `${title}. ${said}`,
    said: [...about(scene, notice), said],
    until: notice.code === 'renewed' ? scene.words.expiring.until(dayAndTime(notice.expiresAt)) : undefined,
    next: others(scene, notice),
    notes: notice.code === 'went-wrong' ? [scene.words.reference(plain(notice.reference, LIMITS.id))] : [],
    buttons: buttons(scene, notice),
  });
}

function about(scene: Scene, notice: Notice): readonly string[] {
  if (notice.code !== 'unknown-organization') return [];
  return [scene.words.unknownOrganization.youWrote(plain(notice.name, LIMITS.typed))];
}

/** Whom a person may restore for is not for everybody to read. */
function others(scene: Scene, notice: Notice): readonly string[] {
  if (notice.code !== 'unknown-organization' || notice.choices.length === 0 || scene.discreet) return [];
  const { choices, andMore } = scene.words.unknownOrganization;
  const names = notice.choices
    .slice(0, NAMES_SHOWN)
    .map(({ displayName }) => plain(displayName, LIMITS.organization))
    .join(', ');
  const more = notice.choices.length - NAMES_SHOWN;
  return [more > 0 ? andMore(names, more) : choices(names)];
}

function buttons(scene: Scene, { code }: Notice): readonly Button[] {
  switch (code) {
    case 'not-signed-in':
    case 'cancelled':
    case 'state-unreadable':
    case 'app-only-not-allowed':
    case 'app-only-off':
    case 'unknown-organization':
      return [primary(button(scene, 'sign-in', { flow: 'operator' }))];
    case 'nothing-to-cancel':
    case 'card-outdated':
    case 'storage-away':
    case 'went-wrong':
      return [button(scene, 'status')];
    case 'renewed':
    case 'not-your-card':
    case 'code-needs-personal-chat':
    case 'no-object-id':
    case 'app-only-personal-only':
    case 'no-organization':
    case 'working':
    case 'no-more-notices':
      return [];
  }
}
