/** The cards on which an administrator's restore is approved, by a code that is entered at Microsoft. */
import { reasonOfRefusal } from '../../sign-in/state/entra-errors.ts';
import type { Cards } from '../layout/context.ts';
import { destructive, namedButton } from '../layout/buttons.ts';
import { codeContent } from '../layout/device-code.ts';
import { referenceNote } from '../layout/message.ts';
import { LIMITS, plain, quotation } from '../layout/plain-text.ts';
import { progressCard, shortMessage } from './progress-cards.ts';
import { troubleTexts } from './remark-texts.ts';
import { amountText, framedCard } from './task-card.ts';

export const approvalCards = {
  'restore-approval'(scene, { restore, group, amount, code, refused, application }) {
    const { restore: words, signIn, approvals, buttons } = scene.words;
    const { restoreId: id, organization, access, groups } = restore;
    const part = groups.length > 1 && approvals.part(group + 1, groups.length);
    if (code === undefined) {
      const text = [approvals.preparing.text, part];
      return progressCard(scene, restore, {
        ...approvals.preparing,
        text,
        buttons: [namedButton(scene, 'restore', buttons.cancel, { restore: id, press: { kind: 'stop' } })],
      });
    }
    const { askedAt: asked, unchecked, said } = code;
    const reason = reasonOfRefusal({ description: said ?? refused?.said });
    const advice = reason !== undefined && scene.words.notSignedIn.failures[reason].next;
    const press = (title: string, kind: 'new-code' | 'signed-in') =>
      namedButton(scene, 'restore', title, { restore: id, press: { kind, asked } });
    const cancel = namedButton(scene, 'restore', buttons.cancel, { restore: id, press: { kind: 'stop' } });
    const counted = amountText(scene, amount);
    const places = groups.slice(group, group + 1).map((place) => ({ ...place, counted }));
    if (code.certificate === true) {
      const { text: byCertificate, approve } = approvals.certificate;
      return framedCard(scene, { organization, access, places }, 'restoreProgress', {
        title: approvals.title,
        summary: approvals.summary,
        text: [part, byCertificate],
        next: [approvals.warningFirst],
        notes: [referenceNote(scene, id)],
        buttons: [destructive(press(approve, 'signed-in')), cancel],
      });
    }
    const content = codeContent(scene, code, approvals);
    const show = { restore: id, press: { kind: 'failures-page', page: 0 } } as const;
    return framedCard(scene, { organization, access, places }, 'restoreApproval', {
      title: approvals.title,
      summary: approvals.summary,
      text: [part],
      remark:
        said === undefined
          ? refused && [...troubleTexts(scene, 'approval-refused', groups.slice(group, group + 1)), advice]
          : [approvals.said, advice],
      remarkStyle: 'warning',
      remarkQuoted: quotation(said ?? refused?.said),
      words: { ...signIn, ...approvals },
      ...content,
      intro: [
        content.intro,
        application !== undefined && approvals.application(plain(application, LIMITS.name)),
        unchecked === true && approvals.unchecked,
      ],
      notes: [referenceNote(scene, id)],
      // If an edit of the card was lost, the owner's client replaces an old code by the current state.
      refresh: namedButton(scene, 'restore', words.buttons.show, show),
      userIds: [scene.context.owner.userId],
      buttons: [
        unchecked === true && press(approvals.signedIn, 'signed-in'),
        press(buttons['new-code'], 'new-code'),
        cancel,
      ],
    });
  },

  'restore-approval-due'(scene, { restoreId }) {
    return shortMessage(scene, restoreId, scene.words.approvals.due);
  },
} satisfies Partial<Cards>;
