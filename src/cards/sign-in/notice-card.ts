/** Short answers: what happened and what to do next. */
import type { Choice, Notice } from '../../sign-in/views.ts';
import type { RenderedCard, Scene } from '../context.ts';
import { button, namedButton, primary, type Button } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { dayAndTime } from '../layout/formats.ts';
import { LIMITS } from '../layout/limits.ts';
import { messageCard } from '../layout/message.ts';

type UnknownOrganization = Extract<Notice, { code: 'unknown-organization' }>;

/** As many names as can be read at a glance. */
const NAMES_SHOWN = 8;

export function noticeCard(scene: Scene, notice: Notice): RenderedCard {
  const { title, said } = scene.words.notices[notice.code];
  return messageCard(scene, {
    title,
    summary: `${title}. ${said}`,
    said: [...about(scene, notice), said],
    until: moment(scene, notice),
    next: others(scene, notice),
    notes: notice.code === 'went-wrong' ? [scene.words.reference(plain(notice.reference, LIMITS.id))] : [],
    buttons: buttons(scene, notice),
  });
}

function moment(scene: Scene, notice: Notice): string | undefined {
  if (notice.code === 'renewed') return scene.words.expiring.until(dayAndTime(scene, notice.expiresAt));
  return notice.code === 'too-many-sign-ins'
    ? scene.words.tooManySignIns.again(dayAndTime(scene, notice.againAt))
    : undefined;
}

function about(scene: Scene, notice: Notice): readonly string[] {
  if (notice.code === 'too-many-sign-ins') return [scene.words.tooManySignIns[notice.whose]];
  if (notice.code !== 'unknown-organization') return [];
  return [scene.words.unknownOrganization.youWrote(plain(notice.name, LIMITS.typed))];
}

/** Whom a person may restore for is not for everybody to read. */
function others(scene: Scene, notice: Notice): readonly string[] {
  if (notice.code !== 'unknown-organization' || notice.choices.length === 0 || scene.discreet) return [];
  const { near, choices, andMore } = scene.words.unknownOrganization;
  const listed = (some: readonly Choice[]): string =>
    some.map(({ displayName }) => plain(displayName, LIMITS.organization)).join(', ');
  if (notice.near.length > 0) return [near(listed(notice.near))];
  const names = listed(notice.choices.slice(0, NAMES_SHOWN));
  const more = notice.choices.length - NAMES_SHOWN;
  return [more > 0 ? andMore(names, more) : choices(names)];
}

/** The ones that were probably meant, and the way to all of them. */
function otherNames(scene: Scene, { flow, near, choices }: UnknownOrganization): readonly Button[] {
  const { signInTo, signInAppOnlyTo } = scene.words.choose;
  const named = flow === 'app-only' ? signInAppOnlyTo : signInTo;
  const meant = (scene.discreet ? [] : near).map(({ organization, displayName }) =>
    namedButton(scene, 'sign-in', named(plain(displayName, LIMITS.button)), { flow, organization }),
  );
  const all = button(scene, choices.length > 1 ? 'other-organization' : 'sign-in', { flow });
  const [first = all, ...rest] = choices.length > 1 || meant.length === 0 ? [...meant, all] : meant;
  return [primary(first), ...rest];
}

function buttons(scene: Scene, notice: Notice): readonly Button[] {
  switch (notice.code) {
    case 'unknown-organization':
      return otherNames(scene, notice);
    case 'not-signed-in':
    case 'cancelled':
    case 'state-unreadable':
    case 'app-only-not-allowed':
    case 'app-only-off':
      return [primary(button(scene, 'sign-in', { flow: 'operator' }))];
    case 'nothing-to-cancel':
    case 'card-outdated':
    case 'storage-away':
    case 'went-wrong':
    case 'too-many-sign-ins':
      return [button(scene, 'status')];
    case 'renewed':
    case 'not-your-card':
    case 'code-needs-personal-chat':
    case 'no-object-id':
    case 'app-only-personal-only':
    case 'no-organization':
    case 'working':
    case 'notices-again':
    case 'kept':
      return [];
    case 'no-more-notices':
      return [button(scene, 'notices')];
  }
}
