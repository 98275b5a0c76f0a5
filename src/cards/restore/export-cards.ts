/** The card of an export, and what Teams' card says that offers its file. */
import type { FileOffer } from '../../restore/export/ports.ts';
import type { Exported } from '../../restore/state/export.ts';
import type { Address } from '../../core/person.ts';
import type { ExportState } from '../../restore/state/views.ts';
import type { Cards, Of, Scene } from '../layout/context.ts';
import { button, namedButton, type Button } from '../layout/buttons.ts';
import { dayAndTime } from '../layout/formats.ts';
import { messageCard, referenceNote, type List } from '../layout/message.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';
import { wordsFor } from '../text/index.ts';
import { heldContent } from './four-eyes-cards.ts';
import { signInAgainButton } from './progress-cards.ts';
import { troubleTexts } from './remark-texts.ts';
import { accessText } from './task-card.ts';

export const exportCards = {
  'restore-export'(scene, view) {
    const { exports, restore, fourEyes } = scene.words;
    const { exportId, access, organizationKey, name, what } = view;
    const from = plain(name, LIMITS.title);
    const about = aboutOf(exports, what);
    const which = from === '' ? about : restore.labelled(about, from);
    const notes: List<string> = [accessText(scene, access) || false, referenceNote(scene, exportId)];
    if (view.state === 'held') {
      const withdraw = namedButton(scene, 'withdraw-file', fourEyes.held.withdraw, { id: exportId });
      const { title, text, facts, ...held } = heldContent(scene, view, {
        of: 'file',
        access,
        organizationKey,
        withdraw,
      });
      return messageCard(scene, { ...held, title, text: [which, ...text], notes, content: { facts } });
    }
    const { state, trouble, until } = view;
    const { title, text, next } = exports.states[what.kind][state];
    return messageCard(scene, {
      title,
      summary: title,
      text: [which, ...(trouble === undefined ? [text] : troubleTexts(scene, trouble, []))],
      time: until === undefined ? undefined : exports.until(dayAndTime(scene, until)),
      next: [trouble === undefined && next],
      notes,
      buttons: buttonsIn(scene, state, view),
    });
  },
} satisfies Partial<Cards>;

/** Nothing to do about it. */
const QUIET: ReadonlySet<ExportState> = new Set(['preparing', 'offered', 'uploading', 'handed-over', 'declined']);

function buttonsIn(
  scene: Scene,
  state: ExportState,
  { access, organizationKey }: Of<'restore-export'>,
): readonly Button[] {
  if (state === 'signed-out') return [signInAgainButton(scene, access, organizationKey)];
  return QUIET.has(state) ? [] : [button(scene, 'find')];
}

/**
 * What OneDrive and SharePoint do not take in a name, now or in older versions, and what would end it: "Restrictions and limitations in
 * OneDrive and SharePoint" (Microsoft Support). `_vti_` may be nowhere in it.
 */
const NOT_IN_NAMES = /["*:<>?/\\|#%~&{}.]+|_vti_/gi;
/** Refused whatever follows a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const LONGEST_NAME = 60;

/** A name is never used twice: Teams does not report the answer to a second card of the same name. */
export function fileOffer(
  { locale, zone }: Pick<Address, 'locale' | 'zone'>,
  { name, what, at }: Pick<FileOffer, 'name' | 'what' | 'at'>,
): { readonly name: string; readonly description: string; readonly summary: string } {
  const { exports } = wordsFor(locale);
  const { offer } = exports;
  const about = aboutOf(exports, what);
  const from = plain(name, LIMITS.title);
  const given = plain(from.replaceAll('…', '').replaceAll(NOT_IN_NAMES, ' '), LONGEST_NAME).replaceAll('…', '').trim();
  const start = given === '' || DEVICE.test(given) ? [offer.fileName[what.kind], given].join(' ').trim() : given;
  const isNamed = from !== '' && what.kind !== 'item';
  const description = isNamed ? offer.description(about, from) : offer.descriptionWithoutChannel(about);
  const extension = what.kind === 'item' ? what.extension : 'html';
  const time = timeStamp(at, zone);
  // Without an extension, what follows a dot of the time would be taken for one.
  const end = extension === '' ? time.replaceAll('.', '-') : `${time}.${extension}`;
  return { name: `${start} ${end}`, description, summary: offer.summary };
}

/** What a notification of the file's card says: nothing of what it is. */
export const fileSummary = ({ locale }: Pick<Address, 'locale'>): string => wordsFor(locale).exports.offer.summaryGiven;

const aboutOf = ({ what, item }: Scene['words']['exports'], exported: Exported): string =>
  exported.kind === 'item' ? item : what(exported.posts);

/** `2026-11-23 09.41.07` in the person's zone. */
function timeStamp(at: number, zone = 'UTC'): string {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  try {
    return format(zone).replaceAll(':', '.');
  } catch {
    return format('UTC').replaceAll(':', '.');
  }
}
