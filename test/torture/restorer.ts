/** A person who restores certain items: reads the newest card and presses the button that continues, whatever happened before. */
import type { Json, Message } from '../../local/connector/types.ts';
import type { Chatter } from '../support/chatter.ts';
import { buttonsOf, inputsOf, textsOf, titleOf } from '../support/cards-seen.ts';

/** The words to search for, and how many results are added to the list. */
export interface Search {
  readonly words: string;
  /** `2026-03-01`. */
  readonly before?: string | undefined;
  /** Absent: as the wish says. */
  readonly workload?: 'onedrive' | undefined;
  /** Infinity: all of them, with one press. */
  readonly picks: number;
}

export interface Wish {
  /** ID of the scope item whose data is restored. */
  readonly scopeId: string;
  /** Absent: mail. */
  readonly workload?: 'onedrive' | undefined;
  /** What is typed after `restore find`. */
  readonly find?: string | undefined;
  readonly searches: readonly Search[];
  /** Where a search finds nothing: asks what is missing, and restores the first of it. */
  readonly missing?: true | undefined;
  readonly options: Json;
  readonly reason: string;
  /** Where it stops. */
  readonly until: 'summary' | 'outcome';
  /** Stops the running restore. */
  readonly stop?: boolean | undefined;
  /** Retries failed items once. @returns undefined where the service needs no change before that */
  readonly beforeRetry?: (() => void) | undefined;
}

export interface Restorer {
  /** Takes the next step, if there is one and the last one has had its time. */
  goOn(): Promise<void>;
  /** The newest card of a task or a restore. */
  card(): Message | undefined;
  /** How often a restore was sent again while it was unclear whether it had started. */
  readonly insisted: number;
  readonly checkedAgain: number;
  /** The answer to each press, as JSON. Unlike the card, a late edit cannot replace it. */
  readonly answers: readonly string[];
}

export const ENDED: ReadonlySet<string> = new Set([
  'Restored',
  'Restored, with warnings',
  'The restore failed',
  'The restore was stopped',
  'The service refused the restore',
]);
export const SUMMARY = 'Ready to restore?';
export const OVERWRITE = 'Overwrite and restore';
/** In place of both, where somebody else has to approve it. */
export const ASK_FOR_APPROVAL = 'Ask for approval';
const UNCLEAR = "I don't know whether the restore started";
const LOOK_BACK = 'Look in earlier backups';
const MISSING = 'What is missing';
const STEPS: ReadonlySet<string> = new Set([
  'Whose data?',
  'What are you looking for?',
  'Looking in earlier backups',
  MISSING,
  'What I found',
  'Your list',
  'Your list is empty',
  SUMMARY,
  'Restoring',
  'Stopping the restore',
  'Looking for your restore',
  UNCLEAR,
  'Still running',
  'Waiting for approval',
  'Preparing your approval',
  'Approve this restore',
  "The restore wasn't approved",
  ...ENDED,
]);
/** A person who sees no change presses again. */
const PATIENCE_MILLISECONDS = 2_500;
const REPEAT_MILLISECONDS = 4_000;
const ASKED_MILLISECONDS = 12_000;

/** The card asks once more. */
export const isOverwriting = ({ options }: Pick<Wish, 'options'>): boolean =>
  options['changedItems'] === 'true' || options['documentAction'] === 'Overwrite';

/** IDs of the checkboxes on a card, in order. */
export function picksOn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(picksOn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, ...rest } = value as Json;
  const own = typeof id === 'string' && id.startsWith('pick-') ? [id] : [];
  return [...own, ...Object.values(rest).flatMap(picksOn)];
}

const listedOn = (card: Json | undefined): number => {
  const [, count = '0'] = /Show list \((\d+)\)/.exec(buttonsOf(card).join('\n')) ?? [];
  return Number(count);
};

type Pressed = readonly [button: string, inputs?: Json];

/** @param messages of the bot in this round, oldest first */
export function createRestorer(alex: Chatter, messages: () => readonly Message[], wish: Wish): Restorer {
  const answers: string[] = [];
  let insisted = 0;
  let checkedAgain = 0;
  let retried = false;
  let saidAt = 0;
  /** **Restore** was pressed. */
  let asked = false;
  let last: { readonly seen: string; readonly at: number; readonly button: string } | undefined;
  const seenOn = (shown: Json): string => JSON.stringify(shown);

  const card = (): Message | undefined => messages().findLast((message) => STEPS.has(titleOf(message.card)));

  /** The next search with so many entries on the list; undefined once the list is complete. */
  function nextSearch(listed: number): (Search & { readonly missing: number; readonly isLast: boolean }) | undefined {
    let sum = 0;
    for (const search of wish.searches) {
      sum += search.picks;
      if (listed < sum) return { ...search, isLast: search === wish.searches.at(-1), missing: sum - listed };
    }
    return undefined;
  }

  function next(shown: Json): Pressed | undefined {
    const listed = listedOn(shown);
    const search = nextSearch(listed);
    const isComplete = last?.button.startsWith('Show list') === true;
    switch (titleOf(shown)) {
      case 'Whose data?':
        // The line says it, and stands in the form.
        if (wish.find !== undefined) return ['Search', inputsOf(shown)];
        return [
          'Search',
          {
            ...inputsOf(shown),
            scope: wish.scopeId,
            workload: wish.workload ?? 'exchange',
            asOf: '',
            showDeleted: 'true',
          },
        ];
      case 'What are you looking for?':
        if (search === undefined) return [`Show list (${listed})`];
        if (buttonsOf(shown).includes(LOOK_BACK)) return [wish.missing === true ? `${MISSING}?` : LOOK_BACK];
        return [
          'Search',
          {
            ...inputsOf(shown),
            words: search.words,
            workload: search.workload ?? wish.workload ?? 'exchange',
            subject: '',
            before: search.before ?? null,
            showDeleted: 'true',
          },
        ];
      case 'What I found': {
        if (search === undefined) return [`Show list (${listed})`];
        const isThis = textsOf(shown).join('\n').includes(search.words);
        if (isThis && search.picks === Number.POSITIVE_INFINITY) {
          const all = buttonsOf(shown).find((title) => title.startsWith('Select all'));
          return [all === undefined || buttonsOf(shown).includes('Clear selection') ? 'Restore…' : all];
        }
        const picks = picksOn(shown).slice(0, search.missing);
        if (!isThis || picks.length === 0) return ['Change'];
        // The last ones are not on the list: they are only ticked.
        const button = search.isLast ? 'Restore…' : 'Add to list';
        return [button, Object.fromEntries(picks.map((pick) => [pick, 'true']))];
      }
      case MISSING: {
        const [first] = picksOn(shown);
        return first === undefined ? undefined : ['Restore…', { [first]: 'true' }];
      }
      case 'Your list':
        return [isComplete || textsOf(shown).some((text) => text.includes('selected on')) ? 'Restore…' : 'Back'];
      case 'Your list is empty':
        return ['Search'];
      case SUMMARY: {
        const isAsking = buttonsOf(shown).includes(OVERWRITE);
        // What overwrites is asked once more: until then nothing is restored.
        if (wish.until === 'summary' && (isAsking || !isOverwriting(wish))) return undefined;
        const button = [OVERWRITE, ASK_FOR_APPROVAL].find((each) => buttonsOf(shown).includes(each)) ?? 'Restore';
        return [button, { ...wish.options, reason: wish.reason }];
      }
      case 'Restoring':
        return wish.stop === true ? ['Stop'] : undefined;
      case UNCLEAR:
        return textsOf(shown).some((text) => text.includes('restores once')) ? ['Check again'] : ['Send again'];
      case 'Still running':
        return ['Check again'];
      default:
        return retry(shown);
    }
  }

  function retry(shown: Json): Pressed | undefined {
    const button = buttonsOf(shown).find((title) => title.startsWith('Retry'));
    if (button === undefined || wish.beforeRetry === undefined) return undefined;
    return [button];
  }

  /** There is no card to press yet. A restore that may be running is not started a second time. */
  async function beginAnew(): Promise<void> {
    if (Date.now() - saidAt < (asked ? ASKED_MILLISECONDS : REPEAT_MILLISECONDS)) return;
    saidAt = Date.now();
    await alex.say(asked ? 'restore list' : `restore find ${wish.find ?? ''}`.trim()).catch(() => undefined);
  }

  return {
    card,
    answers,
    get insisted() {
      return insisted;
    },
    get checkedAgain() {
      return checkedAgain;
    },
    async goOn() {
      const message = card();
      if (message?.card === undefined) return beginAnew();
      const seen = seenOn(message.card);
      if (last?.seen === seen && Date.now() - last.at < PATIENCE_MILLISECONDS) return;
      const pressed = next(message.card);
      if (pressed === undefined) return;
      const [button, inputs = {}] = pressed;
      last = { seen, at: Date.now(), button };
      if (wish.until === 'outcome' && ['Restore', OVERWRITE, ASK_FOR_APPROVAL].includes(button)) asked = true;
      if (button === 'Send again') insisted += 1;
      if (button === 'Check again') checkedAgain += 1;
      if (button.startsWith('Retry') && !retried) {
        retried = true;
        wish.beforeRetry?.();
      }
      const answer = await alex.press(message.id, button, { inputs }).catch(() => undefined);
      answers.push(JSON.stringify(answer?.body ?? ''));
    },
  };
}
