/** Parses a button press on a restore task's card, with the values of the card's inputs. Pure. */
import { z } from 'zod';

import { PICK_PREFIX } from '../../cards/verbs.ts';
import type { TaskButton, TaskInput } from '../../cards/verbs.ts';
import type { TaskPress } from '../../restore/find/wizard-actions.ts';
import type { RestorePress } from '../../restore/run/actions.ts';
import type { Form, Step } from '../../restore/model/task.ts';

/** Input values by id, as the client sent them: untrusted. */
export type Inputs = Readonly<Record<string, unknown>>;

/** Generous bounds: the service's ids are shorter, and no card has this many pages or checkboxes. */
const LONGEST_KEY = 1_000;
const MOST_PAGES = 100_000;
const MOST_PICKS = 200;
/** Longer than any input accepts. */
const LONGEST_TYPED = 2_000;

const STEPS = [
  'scope',
  'workload',
  'point',
  'search',
  'results',
  'versions',
  'list',
  'options',
  'reason',
  'summary',
] as const satisfies readonly Step[];

const page = z.int().min(0).max(MOST_PAGES);
const entry = z.string().min(1).max(LONGEST_KEY);
const workload = z.enum(['exchange', 'onedrive']);
const alone = <Kind extends string>(kind: Kind) => z.object({ kind: z.literal(kind) });

const taskButton: z.ZodType<TaskButton> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('go'), to: z.enum(STEPS) }),
  z.object({ kind: z.literal('workload'), workload }),
  z.object({ kind: z.literal('options'), workload }),
  z.object({ kind: z.literal('page'), page }),
  z.object({ kind: z.literal('list-page'), page }),
  z.object({ kind: z.literal('open'), entry }),
  z.object({ kind: z.literal('versions'), entry }),
  alone('browse'),
  alone('up'),
  alone('scope'),
  alone('point'),
  alone('search'),
  alone('add'),
  alone('remove'),
  alone('choose-options'),
  alone('reason'),
  alone('restore'),
  alone('done'),
]);

const restorePress: z.ZodType<RestorePress> = z.discriminatedUnion('kind', [
  alone('stop'),
  alone('look'),
  alone('send-again'),
  alone('give-up'),
  alone('retry-failed'),
  z.object({ kind: z.literal('failures-page'), page }),
  alone('done'),
]);

/** @returns undefined for data that no button of a task's card carries, or more ticked entries than a card shows */
export function readTaskPress(carried: unknown, inputs: Inputs): TaskPress | undefined {
  const { data: button } = taskButton.safeParse(carried);
  return button && merged(button, inputs);
}

/** @returns undefined for data that no button of a restore's card carries */
export function readRestorePress(carried: unknown): RestorePress | undefined {
  return restorePress.safeParse(carried).data;
}

function merged(button: TaskButton, inputs: Inputs): TaskPress | undefined {
  switch (button.kind) {
    case 'scope':
      return { kind: 'scope', choice: typed(inputs, 'scope') };
    case 'point':
      return {
        kind: 'point',
        choice: typed(inputs, 'point'),
        typed: typed(inputs, 'pointWords') ?? typed(inputs, 'day'),
        showDeleted: isOn(inputs, 'showDeleted'),
      };
    case 'search':
      return { kind: 'search', form: formIn(inputs) };
    case 'page': {
      const entries = picked(inputs);
      return entries && { ...button, entries };
    }
    case 'add':
    case 'remove': {
      const entries = picked(inputs);
      return entries && { kind: button.kind, entries };
    }
    case 'options':
      return { kind: 'options', options: optionsIn(button.workload, inputs) };
    case 'reason':
      return { kind: 'reason', reason: typed(inputs, 'reason') };
    case 'go':
    case 'workload':
    case 'browse':
    case 'open':
    case 'up':
    case 'versions':
    case 'list-page':
      return button;
    case 'choose-options':
    case 'restore':
    case 'done':
      return { kind: button.kind };
  }
}

function formIn(inputs: Inputs): Form {
  const field = (name: TaskInput & keyof Form) => {
    const value = typed(inputs, name);
    return value === undefined ? {} : { [name]: value };
  };
  return {
    ...field('words'),
    ...field('from'),
    ...field('to'),
    ...field('subject'),
    ...field('name'),
    ...field('changedBy'),
    ...field('after'),
    ...field('before'),
    // Off means "with or without attachments".
    ...(isOn(inputs, 'hasAttachments') && { hasAttachments: true }),
  };
}

function optionsIn(
  workload: 'exchange' | 'onedrive',
  inputs: Inputs,
): Extract<TaskPress, { kind: 'options' }>['options'] {
  if (workload === 'onedrive') {
    // Existing documents are overwritten only on an explicit choice.
    const documentAction = typed(inputs, 'documentAction') === 'Overwrite' ? 'Overwrite' : 'Keep';
    return { workload, documentAction, allVersions: isOn(inputs, 'allVersions') };
  }
  return {
    workload,
    changedItems: isOn(inputs, 'changedItems'),
    deletedItems: isOn(inputs, 'deletedItems'),
    markRestoredAsUnread: isOn(inputs, 'markRestoredAsUnread'),
    folder: typed(inputs, 'folder'),
  };
}

/** Clients send null or an empty text for an empty input. */
function typed(inputs: Inputs, name: TaskInput): string | undefined {
  const value = own(inputs, name);
  if (typeof value !== 'string') return undefined;
  return value.slice(0, LONGEST_TYPED).toWellFormed().trim() || undefined;
}

const isOn = (inputs: Inputs, name: TaskInput): boolean => isTrue(own(inputs, name));
const isTrue = (value: unknown): boolean => value === 'true' || value === true;

function own(inputs: Inputs, name: string): unknown {
  return Object.hasOwn(inputs, name) ? inputs[name] : undefined;
}

function picked(inputs: Inputs): readonly string[] | undefined {
  const entries = Object.entries(inputs)
    .filter(([name, value]) => name.startsWith(PICK_PREFIX) && isTrue(value))
    .map(([name]) => name.slice(PICK_PREFIX.length));
  const isSound = entries.length <= MOST_PICKS && entries.every((key) => key !== '' && key.length <= LONGEST_KEY);
  return isSound ? entries : undefined;
}
