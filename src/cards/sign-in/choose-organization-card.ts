/** The card that asks which organization to sign in to. */
import type { FlowKind } from '../../core/organization.ts';
import type { Choice } from '../../sign-in/views.ts';
import type { Of, RenderedCard, Scene } from '../context.ts';
import { button, namedButton, primary } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { forWhom, ownerName } from '../layout/facts.ts';
import { LIMITS } from '../layout/limits.ts';
import { messageCard } from '../layout/message.ts';
import { fill } from '../templates.ts';
import { ORGANIZATION_INPUT } from '../verbs.ts';

/** Leaves room for the rest of a card in the 28 KB that Teams takes. */
const CHOICES_BYTES = 16_000;

interface Option {
  readonly title: string;
  readonly value: string;
}

export function chooseOrganizationCard(scene: Scene, view: Of<'choose-organization'>): RenderedCard {
  if (scene.discreet) return forOthers(scene, view.flow);
  const { choose } = scene.words;
  const options = fitting(withLastFirst(view.choices, view.last).map(option(view.choices)));
  const card = fill('chooseOrganization', {
    summary: choose.title,
    forWhom: forWhom(scene),
    title: choose.title,
    intro: view.flow === 'app-only' ? choose.introAppOnly : choose.intro,
    input: ORGANIZATION_INPUT,
    label: choose.label,
    placeholder: choose.placeholder,
    errorMessage: choose.error,
    value: options.some(({ value }) => value === view.last) ? view.last : '',
    choices: options,
    more: options.length < view.choices.length ? choose.more(options.length, view.choices.length) : '',
    buttons: [primary(button(scene, 'choose-organization', { flow: view.flow }))],
  });
  return { card, summary: choose.title };
}

/** Whom a person may restore for is not for everybody to read: the choices come when that person presses. */
function forOthers(scene: Scene, flow: FlowKind): RenderedCard {
  const { choose } = scene.words;
  return messageCard(scene, {
    title: choose.titleForOthers,
    said: [choose.forOthers(ownerName(scene))],
    buttons: [primary(namedButton(scene, 'other-organization', choose.choose, { flow }))],
  });
}

/** The one chosen last must not be among those that find no room. */
function withLastFirst(choices: readonly Choice[], last: string | undefined): readonly Choice[] {
  const chosen = choices.filter(({ organization }) => organization === last);
  return [...chosen, ...choices.filter(({ organization }) => organization !== last)];
}

/** Two organizations of one name are told apart by their key. */
function option(choices: readonly Choice[]): (choice: Choice) => Option {
  const seen = new Map<string, number>();
  for (const { displayName } of choices) seen.set(displayName, (seen.get(displayName) ?? 0) + 1);
  return ({ organization, displayName }) => {
    const name = plain(displayName, LIMITS.organization) || plain(organization, LIMITS.organization);
    const title = (seen.get(displayName) ?? 0) > 1 ? `${name} (${plain(organization, LIMITS.organization)})` : name;
    return { title, value: organization };
  };
}

function fitting(options: readonly Option[]): readonly Option[] {
  let bytes = 0;
  const tooMany = options.findIndex(
    (option) => (bytes += Buffer.byteLength(JSON.stringify(option)) + 1) > CHOICES_BYTES,
  );
  return tooMany === -1 ? options : options.slice(0, tooMany);
}
