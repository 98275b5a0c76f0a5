/** Help, the welcome, and "did you mean". */
import type { HelpFacts } from '../../sign-in/views.ts';
import type { RenderedCard, Scene } from '../context.ts';
import { button, commandButton, primary, type Button } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { forWhom } from '../layout/facts.ts';
import { LIMITS } from '../layout/limits.ts';
import { lines, messageCard } from '../layout/message.ts';
import { fill } from '../templates.ts';

/** What one usually wants, with the whole list one press away; or just the command they seem to have meant. */
export function helpCard(scene: Scene, facts: HelpFacts): RenderedCard {
  const { help } = scene.words;
  if (facts.all === true) return commandsCard(scene, facts);
  const typed = plain(facts.typed ?? '', LIMITS.typed);
  if (typed !== '' && facts.didYouMean !== undefined) return nearCard(scene, typed, wholeCommand(facts.didYouMean));
  const said = typed === '' ? [] : [help.notUnderstood(typed)];
  return shortCard(scene, facts, { title: help.title, summary: help.summary, said });
}

/** Once, on install. */
export function welcomeCard(scene: Scene, facts: HelpFacts): RenderedCard {
  const { welcomeTitle, welcomeSummary } = scene.words.help;
  return shortCard(scene, facts, { title: welcomeTitle, summary: welcomeSummary, said: [] });
}

function nearCard(scene: Scene, typed: string, command: string): RenderedCard {
  const { help } = scene.words;
  return messageCard(scene, {
    title: help.nearTitle,
    said: [help.near(typed, command)],
    buttons: [commandButton(scene, command), button(scene, 'help')],
  });
}

/** What one usually wants: signing in, then finding; the first button is the likeliest. */
function usualButtons(scene: Scene, { signedIn }: HelpFacts): readonly Button[] {
  const isPersonal = scene.context.place === 'personal';
  const signIn = signedIn === undefined ? [button(scene, 'sign-in', { flow: 'operator' })] : [];
  const find = isPersonal && signedIn !== 'app-only' ? [button(scene, 'find')] : [];
  const recent = isPersonal && signedIn === 'operator' ? [button(scene, 'sessions')] : [];
  const [first, ...others] = [...signIn, ...find, ...recent, button(scene, 'status')];
  return first === undefined ? [] : [primary(first), ...others];
}

function shortCard(
  scene: Scene,
  facts: HelpFacts,
  { said, ...head }: { readonly title: string; readonly summary: string; readonly said: readonly string[] },
): RenderedCard {
  const { help } = scene.words;
  const isPersonal = scene.context.place === 'personal';
  return messageCard(scene, {
    ...head,
    said: [...said, isPersonal && facts.signedIn === 'operator' ? help.leadSignedIn : help.lead],
    notes: isPersonal ? [] : [help.how[scene.context.place]],
    buttons: [...usualButtons(scene, facts), button(scene, 'all-commands')],
  });
}

function commandsCard(scene: Scene, facts: HelpFacts): RenderedCard {
  const title = scene.words.buttons['all-commands'];
  const card = fill('help', {
    summary: title,
    forWhom: forWhom(scene),
    title,
    said: [],
    commands: commands(scene, facts),
    notes: lines([scene.words.help.how[scene.context.place]]),
    buttons: usualButtons(scene, facts),
  });
  return { card, summary: title };
}

function commands(scene: Scene, facts: HelpFacts): readonly { readonly command: string; readonly does: string }[] {
  const all = scene.words.help.commands;
  const several = facts.severalOrganizations;
  return [
    several ? all.loginSeveral : all.login,
    ...(facts.appOnly ? [several ? all.appOnlySeveral : all.appOnly] : []),
    ...(scene.context.place === 'personal' ? [all.find, all.scope, all.points, all.list, all.sessions] : []),
    all.status,
    all.renew,
    all.cancel,
    all.logout,
    all.forget,
    all.help,
  ].map(([command = '', does = '']) => ({ command, does }));
}

function wholeCommand(near: string): string {
  const command = plain(near, LIMITS.typed);
  return command.startsWith('restore ') ? command : `restore ${command}`;
}
