/** Help, the welcome, and "did you mean". */
import type { HelpFacts } from '../../sign-in/views.ts';
import { button, commandButton, primary } from '../layout/buttons.ts';
import type { RenderedCard, Scene } from '../context.ts';
import { forWhom } from '../layout/facts.ts';
import { lines, messageCard } from '../layout/message.ts';
import { LIMITS, plain } from '../layout/escape.ts';
import { fill } from '../templates.ts';

/** The commands this person may use here; or just the one they seem to have meant. */
export function helpCard(scene: Scene, facts: HelpFacts): RenderedCard {
  const { help } = scene.words;
  const typed = plain(facts.typed ?? '', LIMITS.typed);
  if (typed !== '' && facts.didYouMean !== undefined) return nearCard(scene, typed, wholeCommand(facts.didYouMean));
  const said = typed === '' ? [] : [help.notUnderstood(typed)];
  return commandsCard(scene, facts, { title: help.title, summary: help.summary, said });
}

/** Once, on install: what the bot does, its commands, what to do next. */
export function welcomeCard(scene: Scene, facts: HelpFacts): RenderedCard {
  const { help } = scene.words;
  return commandsCard(scene, facts, {
    title: help.welcomeTitle,
    summary: help.welcomeSummary,
    said: [help.welcome],
  });
}

function nearCard(scene: Scene, typed: string, command: string): RenderedCard {
  const { help } = scene.words;
  return messageCard(scene, {
    title: help.nearTitle,
    said: [help.near(typed, command)],
    buttons: [commandButton(scene, command), button(scene, 'help')],
  });
}

function commandsCard(
  scene: Scene,
  facts: HelpFacts,
  head: { readonly title: string; readonly summary: string; readonly said: readonly string[] },
): RenderedCard {
  const card = fill('help', {
    summary: head.summary,
    forWhom: forWhom(scene),
    title: head.title,
    said: lines(head.said),
    commands: commands(scene, facts),
    notes: lines([scene.words.help.how[scene.context.place]]),
    buttons: [primary(button(scene, 'sign-in', { flow: 'operator' })), button(scene, 'status')],
  });
  return { card, summary: head.summary };
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
