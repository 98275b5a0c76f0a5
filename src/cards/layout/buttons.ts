/** The buttons of a card as its template takes them. */
import type { RestorePress } from '../../restore/run/actions.ts';
import type { Scene } from '../context.ts';
import type { ButtonData, TaskButton, Verb } from '../verbs.ts';

export interface Button {
  readonly title: string;
  readonly verb: Verb;
  readonly style: 'default' | 'positive' | 'destructive';
  readonly data: ButtonData;
  /** `none`: what the card's inputs hold is neither checked nor sent along. */
  readonly inputs: 'auto' | 'none';
}

/** Verbs of which one title would not do. */
type NamedVerb = 'command' | 'task' | 'restore';
type Carried = Omit<ButtonData, 'verb' | 'owner'>;

/** A button with its catalogue title, marked as the owner's. */
export function button(scene: Scene, verb: Exclude<Verb, NamedVerb>, carried: Carried = {}): Button {
  return made(scene, verb, scene.words.buttons[verb], carried);
}

/** A button whose title names what it leads to. */
export function namedButton(scene: Scene, verb: Exclude<Verb, 'command'>, title: string, carried: Carried): Button {
  return made(scene, verb, title, carried);
}

/** A button that runs a command, and is named by it. */
export function commandButton(scene: Scene, command: string): Button {
  return primary(made(scene, 'command', command, { command }));
}

/** Presses that take what the card's inputs hold. */
const TAKES_INPUTS: ReadonlySet<TaskButton['kind']> = new Set([
  'scope',
  'point',
  'search',
  'add',
  'remove',
  'page',
  'options',
  'reason',
]);

/** A button of a restore task's card. */
export function taskButton(scene: Scene, task: string, title: string, press: TaskButton): Button {
  const inputs = TAKES_INPUTS.has(press.kind) ? 'auto' : 'none';
  return { ...made(scene, 'task', title, { task, press }), inputs };
}

/** A button of a restore's card. */
export function restoreButton(scene: Scene, restore: string, title: string, press: RestorePress): Button {
  return made(scene, 'restore', title, { restore, press });
}

/** The one button of a card that most people want. */
export function primary(button: Button): Button {
  return { ...button, style: 'positive' };
}

/** The one button of a card that writes over something, or ends it. */
export function destructive(button: Button): Button {
  return { ...button, style: 'destructive' };
}

function made(scene: Scene, verb: Verb, title: string, carried: Carried): Button {
  return { title, verb, style: 'default', data: { verb, owner: scene.context.owner.id, ...carried }, inputs: 'auto' };
}
