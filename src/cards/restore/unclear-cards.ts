/** The cards of a restore of which it is not known whether the service has it: it is searched for, and the person decides. */
import { policyOf } from '../../restore/access/kinds/policy.ts';
import type { PartFacts, Unanswered } from '../../restore/state/views.ts';
import { destructive, namedButton, primary } from '../layout/buttons.ts';
import type { Cards, Scene } from '../layout/context.ts';
import { LIMITS, plain, quotation } from '../layout/plain-text.ts';
import { progressCard, refusalTexts, restoreButton, shortMessage } from './progress-cards.ts';
import { amountText } from './task-card.ts';

/** Which of several it is. */
const partText = (scene: Scene, part: PartFacts | undefined): string | false =>
  part !== undefined &&
  scene.words.restore.outcome.unclear.part(
    part.number,
    part.of,
    plain(part.name, LIMITS.title),
    amountText(scene, part),
  );

/** Why it is not known whether the service has it. */
function sentText({ words }: Scene, { said, old }: Unanswered): string {
  const { text, answered, waited } = words.restore.outcome.unclear;
  if (said !== undefined) return answered;
  return old === true ? waited : text;
}

export const unclearCards = {
  'restore-searching'(scene, { restore, part, stopping, ...call }) {
    const { looks, said } = call;
    const { searching, unclear } = scene.words.restore.outcome;
    return progressCard(scene, restore, {
      title: searching.title,
      text: [sentText(scene, call), partText(scene, part), looks > 0 && unclear.checked(looks)],
      next: [searching.next],
      quoted: quotation(said),
      buttons: [!stopping && destructive(restoreButton(scene, restore.restoreId, 'stop'))],
    });
  },

  'restore-unclear'(scene, { restore, part, about, ...call }) {
    const { looks, said } = call;
    const { restore: words, approvals } = scene.words;
    const { title, checked, unchecked, next, warning, left } = words.outcome.unclear;
    const isApproved = policyOf(restore.access).needsCode;
    const press = (kind: 'look' | 'send-again' | 'give-up') =>
      namedButton(scene, 'restore', words.buttons[kind], { restore: restore.restoreId, press: { kind, about } });
    const ifRefused = [approvals.perhapsRefused, ...refusalTexts(scene, restore)];
    return progressCard(scene, restore, {
      title,
      text: [sentText(scene, call), partText(scene, part), looks > 0 ? checked(looks) : unchecked],
      next: [
        ...(isApproved && said !== undefined ? ifRefused : []),
        next,
        warning,
        part !== undefined && part.left > 0 && left(part.left),
        isApproved && approvals.newCode,
      ],
      quoted: quotation(said),
      buttons: [primary(press('look')), destructive(press('send-again')), press('give-up')],
    });
  },

  'restore-decision-due'(scene, { restoreId }) {
    return shortMessage(scene, restoreId, scene.words.restore.outcome.unclear.due);
  },
} satisfies Partial<Cards>;
