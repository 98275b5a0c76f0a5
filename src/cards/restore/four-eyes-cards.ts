/** The cards of a restore that somebody else approves: of its approvers, of the asker while it waits, and the messages between. */
import type { Decision } from '../../restore/state/four-eyes.ts';
import type { Cards, Of, Scene } from '../layout/context.ts';
import { destructive, namedButton, primary, type Button } from '../layout/buttons.ts';
import { messageCard, referenceNote } from '../layout/message.ts';
import { LIMITS, plain, quotation } from '../layout/plain-text.ts';
import { textInput } from './inputs.ts';
import { progressCard, shortMessage, signInAgainButton } from './progress-cards.ts';
import { amountText, framedCard, joined, personName } from './task-card.ts';

const MAX_REASON = 300;
const NAMES_SHOWN = 10;

export const fourEyesCards = {
  'restore-held'(scene, { restore, until, reach, approvedBy }) {
    const { fourEyes: words } = scene.words;
    const { held } = words;
    const stop = { restore: restore.restoreId, press: { kind: 'stop' } } as const;
    const withdraw = namedButton(scene, 'restore', held.withdraw, stop);
    const end = { label: held.until, text: scene.formats.moment(until) };
    if (approvedBy !== undefined) {
      return progressCard(scene, restore, {
        ...held.signIn,
        facts: [{ label: words.approvedBy, text: names(scene, approvedBy) }, end],
        buttons: [signInAgainButton(scene, restore.access), withdraw],
      });
    }
    const { asked = [], unreachable = [] } = reach ?? {};
    return progressCard(scene, restore, {
      title: held.title,
      text: [held.text, reach === undefined && held.asking, reach !== undefined && asked.length === 0 && held.nobody],
      next: [unreachable.length > 0 && held.open],
      facts: [
        ...(asked.length === 0 ? [] : [{ label: held.asked, text: names(scene, asked) }]),
        ...(unreachable.length === 0 ? [] : [{ label: held.unreachable, text: held.approvers(unreachable.length) }]),
        end,
      ],
      buttons: [withdraw],
    });
  },

  'approval-request'(scene, view) {
    const { fourEyes: words, restore } = scene.words;
    const { request } = words;
    const { facts, outcome, organization, isDecided, remark, titles = [] } = view;
    const { access, reason, overwrites } = facts;
    const isOpen = outcome === undefined && !isDecided;
    const said = outcome && words.outcomes[outcome.kind];
    const places = facts.groups.map((group) => ({ ...group, counted: amountText(scene, group) }));
    return framedCard(scene, { organization, access, places }, 'restoreSummary', {
      title: said?.title ?? request.title,
      summary: said?.title ?? request.summary,
      text: [said?.text, isDecided && outcome === undefined && request.decided],
      remark: remark === undefined || remark === 'reason-missing' ? undefined : [request.remarks[remark]],
      remarkStyle: 'warning',
      sentence: [{ text: request.asks(personName(scene, view.name)), weight: 'Default' }],
      about: [
        view.isForeign && request.foreign(plain(view.tenantId, LIMITS.id)),
        ...overwrites.map((what) => request.overwrites[what]),
        view.needed > 1 && request.needed(view.needed),
      ],
      groups: [],
      facts: [
        { label: scene.words.facts.reason, texts: [quotation(reason, LIMITS.reason)] },
        { label: restore.confirm.among, texts: titles.map((title) => plain(title, LIMITS.title) || restore.noName) },
        ...view.decisions.map((decision) => decisionFact(scene, decision)),
        { label: words.held.until, texts: outcome === undefined ? [scene.formats.moment(view.until)] : [] },
      ].filter(({ texts }) => texts.some((text) => text !== '')),
      fields: isOpen ? [reasonField(scene, view)] : [],
      notes: [referenceNote(scene, view.id)],
      buttons: isOpen ? decisionButtons(scene, view) : [],
    });
  },

  'approval-news'(scene, { restoreId, access, news, by, reason }) {
    const { fourEyes: words } = scene.words;
    const { title, text } = words.news[news];
    const label = news === 'declined' ? words.declinedBy : words.approvedBy;
    const who = by === undefined ? '' : scene.words.restore.labelled(label, personName(scene, by));
    if (news !== 'sign-in') {
      const texts = [text, who, quotation(reason, LIMITS.reason)].filter((each) => each !== '');
      return shortMessage(scene, restoreId, { title, summary: title, text: texts });
    }
    return messageCard(scene, {
      title,
      text: [text, who],
      notes: [referenceNote(scene, restoreId)],
      buttons: [signInAgainButton(scene, access)],
    });
  },
} satisfies Partial<Cards>;

const names = (scene: Scene, all: readonly string[]): string =>
  scene.formats.list(all.slice(0, NAMES_SHOWN).map((name) => personName(scene, name)));

function decisionFact(
  scene: Scene,
  { kind, name, at, reason }: Pick<Decision, 'kind' | 'name' | 'at' | 'reason'>,
): { readonly label: string; readonly texts: readonly string[] } {
  const { approvedBy, declinedBy } = scene.words.fourEyes;
  const who = joined([personName(scene, name), scene.formats.moment(at)]);
  const why = quotation(reason, LIMITS.reason);
  return { label: kind === 'approve' ? approvedBy : declinedBy, texts: why === '' ? [who] : [who, why] };
}

function reasonField(scene: Scene, { remark }: Of<'approval-request'>): object {
  const { reason, reasonNote, remarks } = scene.words.fourEyes.request;
  const mistake = remark === 'reason-missing' ? [remarks[remark]] : [];
  return { input: textInput('reason', reason, MAX_REASON, undefined), consequence: reasonNote, mistake, kind: '' };
}

function decisionButtons(scene: Scene, { id, canLook, titles }: Of<'approval-request'>): readonly (Button | false)[] {
  const { approve, decline, look } = scene.words.fourEyes.request;
  const press = (title: string, kind: 'approve' | 'decline' | 'look'): Button =>
    namedButton(scene, 'approval', title, { restore: id, press: { kind } });
  return [
    primary(press(approve, 'approve')),
    destructive(press(decline, 'decline')),
    canLook && titles === undefined && press(look, 'look'),
  ];
}
