/** The cards of what somebody else approves: of its approvers, of the asker while it waits, and the messages between. */
import type { AccessKind } from '../../restore/backups/entries/access-kind.ts';
import type { ApprovalFacts, Decision, HeldFacts } from '../../restore/state/four-eyes.ts';
import { policyOf } from '../../restore/access/kinds/policy.ts';
import { MAX_DECLINE_REASON } from '../../restore/state/presses.ts';
import type { RestoreFacts } from '../../restore/state/views.ts';
import type { Cards, Of, Scene } from '../layout/context.ts';
import { destructive, namedButton, primary, type Button } from '../layout/buttons.ts';
import { messageCard, referenceNote, type List } from '../layout/message.ts';
import { LIMITS, plain, quotation } from '../layout/plain-text.ts';
import { textInput } from './inputs.ts';
import { progressCard, shortMessage, signInAgainButton } from './progress-cards.ts';
import { addressedName, personName, workloadWordsOf } from './naming.ts';
import { amountText, framedCard, joined } from './task-card.ts';

const NAMES_SHOWN = 10;

export const fourEyesCards = {
  'restore-held'(scene, { restore, ...held }) {
    const stop = { restore: restore.restoreId, press: { kind: 'stop' } } as const;
    const withdraw = namedButton(scene, 'restore', scene.words.fourEyes.held.withdraw, stop);
    return progressCard(scene, restore, heldContent(scene, held, { of: 'restore', ...restore, withdraw }));
  },

  'approval-request'(scene, view) {
    const { fourEyes: words, restore } = scene.words;
    const { request } = words;
    const { facts, outcome, organization, isDecided, remark, titles = [] } = view;
    const { access, reason, overwrites, file } = facts;
    const of = words.of[file === undefined ? 'restore' : 'file'];
    const isOpen = outcome === undefined && !isDecided;
    const said = outcome && words.outcomes[outcome.kind];
    const counted = file && fileText(scene, facts, file);
    const places = facts.groups.map((group) => ({ ...group, counted: counted ?? amountText(scene, group) }));
    return framedCard(scene, { organization, access, places }, 'restoreSummary', {
      title: said ?? of.title,
      summary: said ?? of.summary,
      text: [outcome && of.outcomes[outcome.kind], isDecided && outcome === undefined && request.decided],
      remark: remark === undefined || remark === 'reason-missing' ? undefined : [request.remarks[remark]],
      remarkStyle: 'warning',
      sentence: [
        { text: of.wants(addressedName(scene, { name: view.name, detail: view.account })), weight: 'Default' },
      ],
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

  'approval-news'(scene, { of, restoreId, access, organizationKey, news, by, reason }) {
    const { fourEyes: words } = scene.words;
    const { title, text } = newsTexts(scene, of, news, access);
    const label = news === 'declined' ? words.declinedBy : words.approvedBy;
    const who = by === undefined ? '' : scene.words.restore.labelled(label, personName(scene, by));
    const texts = [text, who, quotation(reason, LIMITS.reason)].filter((each) => each !== '');
    if (of === 'restore' && news !== 'sign-in')
      return shortMessage(scene, restoreId, { title, summary: title, text: texts });
    // A file's own card shows the rest.
    return messageCard(scene, {
      title,
      text: texts,
      notes: [referenceNote(scene, restoreId)],
      buttons: [news === 'sign-in' && signInAgainButton(scene, access, organizationKey)],
    });
  },
} satisfies Partial<Cards>;

interface Held extends Pick<RestoreFacts, 'access' | 'organizationKey'> {
  readonly of: 'restore' | 'file';
  readonly withdraw: Button;
}

type HeldContent = Record<'text' | 'next', List<string>> & {
  readonly title: string;
  readonly facts: readonly object[];
  readonly buttons: List<Button>;
};

/** What the asker's card says while somebody else has to approve it, and while it then waits for the sign-in. */
export function heldContent(
  scene: Scene,
  { until, reach, approvedBy }: HeldFacts,
  { of, access, organizationKey, withdraw }: Held,
): HeldContent {
  const { fourEyes: words } = scene.words;
  const { held } = words;
  const end = { label: held.until, text: scene.formats.moment(until) };
  if (approvedBy !== undefined) {
    return {
      title: held.signIn,
      text: [words.of[of].signIn],
      next: [],
      facts: [{ label: words.approvedBy, text: names(scene, approvedBy) }, end],
      buttons: [signInAgainButton(scene, access, organizationKey), withdraw],
    };
  }
  const { asked = [], unreachable = [] } = reach ?? {};
  return {
    title: held.title,
    text: [
      words.of[of].held,
      reach === undefined && held.asking,
      reach !== undefined && asked.length === 0 && (unreachable.length === 0 ? held.nobodyElse : held.nobody),
    ],
    next: [unreachable.length > 0 && held.open],
    facts: [
      ...(asked.length === 0 ? [] : [{ label: held.asked, text: names(scene, asked) }]),
      ...(unreachable.length === 0 ? [] : [{ label: held.unreachable, text: held.approvers(unreachable.length) }]),
      end,
    ],
    buttons: [withdraw],
  };
}

/** 12 posts · General; Message. */
function fileText(scene: Scene, { access, groups }: ApprovalFacts, file: NonNullable<ApprovalFacts['file']>): string {
  const { exports } = scene.words;
  if (file.kind === 'item')
    return workloadWordsOf(scene, groups[0]?.workload, access).kinds[file.entryKind] ?? exports.item;
  return joined([exports.what(file.count), plain(file.channel, LIMITS.title)]);
}

function newsTexts(scene: Scene, of: 'restore' | 'file', news: Of<'approval-news'>['news'], access: AccessKind) {
  const { fourEyes: words } = scene.words;
  if (news === 'sign-in') return { title: words.held.signIn, text: words.of[of].signIn };
  if (news === 'approved' && of === 'restore' && policyOf(access).needsCode)
    return { title: words.of[of].approved.title, text: words.approveYourself };
  return news === 'approved' || news === 'declined' ? words.of[of][news] : words.news[news];
}

function names(scene: Scene, all: readonly string[]): string {
  const shown = all.slice(0, NAMES_SHOWN).map((name) => personName(scene, name));
  return scene.formats.list(all.length > NAMES_SHOWN ? [...shown, '…'] : shown);
}

function decisionFact(
  scene: Scene,
  { kind, name, at, reason }: Pick<Decision, 'kind' | 'name' | 'at' | 'reason'>,
): { readonly label: string; readonly texts: readonly string[] } {
  const { approvedBy, declinedBy } = scene.words.fourEyes;
  const who = joined([personName(scene, name), scene.formats.moment(at)]);
  const why = quotation(reason, LIMITS.reason);
  return { label: kind === 'approve' ? approvedBy : declinedBy, texts: why === '' ? [who] : [who, why] };
}

function reasonField(scene: Scene, { remark, typedReason }: Of<'approval-request'>): object {
  const { reason, reasonNote, remarks } = scene.words.fourEyes.request;
  const mistake = remark === 'reason-missing' ? [remarks[remark]] : [];
  return {
    input: textInput('reason', reason, MAX_DECLINE_REASON, typedReason),
    consequence: reasonNote,
    mistake,
    kind: '',
  };
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
