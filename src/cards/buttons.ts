/** The buttons of a card as its template takes them. */
import type { Scene } from './context.ts';
import type { ButtonData, Verb } from './verbs.ts';

export interface Button {
  readonly title: string;
  readonly verb: Verb;
  readonly style: 'default' | 'positive';
  readonly data: ButtonData;
}

type Carried = Omit<ButtonData, 'verb' | 'owner'>;

/** A button with its catalogue title, marked as the owner's. */
export function button(scene: Scene, verb: Exclude<Verb, 'command'>, carried: Carried = {}): Button {
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

/** The one button of a card that most people want. */
export function primary(button: Button): Button {
  return { ...button, style: 'positive' };
}

function made(scene: Scene, verb: Verb, title: string, carried: Carried): Button {
  return { title, verb, style: 'default', data: { verb, owner: scene.context.owner.id, ...carried } };
}
