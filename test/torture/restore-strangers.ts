/** Every restore button pressed by another person, forged, and replayed from another conversation. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Conversation, Json } from '../../local/connector/types.ts';
import { ALEX, NOOR, type SamplePerson } from '../../local/people.ts';
import { SCOPE_DATASET } from '../../src/cards/layout/verbs.ts';
import { ownerMark } from '../../src/chat/conversation/address.ts';
import { chatter } from '../support/chatter.ts';
import { titleOf } from '../support/cards-seen.ts';
import type { RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';
import { createRestorer, SUMMARY, type Wish } from './restorer.ts';
import { everyButton, type StrangersResult } from './strangers.ts';

const OF_RESTORING = new Set(['task', 'restore', 'sessions', 'session', 'stop-session']);
const PATIENCE_MILLISECONDS = 40_000;
const QUIET_MILLISECONDS = 2_500;

/** @param bot with a running stack */
export async function pressRestoresAsStrangers(bot: RunningBot): Promise<StrangersResult> {
  const { connector, backupService } = bot;
  const { restore } = backupService;
  const store = stored(bot.environment);
  const [alex, noor] = [chatter(bot, ALEX), chatter(bot, NOOR)];
  const own = alex.conversation;
  const markIn = (conversation: Conversation, person: SamplePerson): string =>
    ownerMark({ conversationId: conversation.id, personId: person.objectId });
  const problems: string[] = [];
  let presses = 0;
  restore.setPace({ total: Infinity });
  await alex.signIn();
  await noor.signIn();

  async function walk(wish: Partial<Wish>, titles: readonly string[]): Promise<string> {
    const before = new Set(alex.messages.map(({ id }) => id));
    const restorer = createRestorer(alex, () => alex.messages.filter(({ id }) => !before.has(id)), {
      scopeId: restore.scopeIdOf(NOOR.signInName),
      searches: [{ words: 'kyoto', picks: 2 }],
      options: { deletedItems: 'true', folder: 'Back' },
      reason: 'Deleted by mistake',
      until: 'summary',
      ...wish,
    });
    const last = Date.now() + PATIENCE_MILLISECONDS;
    while (!titles.includes(titleOf(restorer.card()?.card))) {
      if (Date.now() > last) throw new Error(`Alex came no further than "${titleOf(restorer.card()?.card)}"`);
      await restorer.goOn();
      // Presses are slower than the rate limit of edits: a late edit would show an earlier step for a while.
      await sleep(400);
    }
    return restorer.card()?.id ?? '';
  }

  // A running restore, and another task at its summary.
  const running = await walk({ until: 'outcome' }, ['Restoring']);
  while (restore.runs.length === 0) await sleep(50);
  const task = await walk({}, [SUMMARY]);
  // Edits come after the answers to presses; the last one must show the newest step.
  const posted = () => connector.messages(own).find(({ id }) => id === task);
  for (
    let [version, since] = [posted()?.version, Date.now()];
    Date.now() - since < QUIET_MILLISECONDS;
    await sleep(50)
  ) {
    if (posted()?.version !== version) [version, since] = [posted()?.version, Date.now()];
  }
  if (titleOf(posted()?.card) !== SUMMARY) problems.push(`the last edit left "${titleOf(posted()?.card)}"`);
  const storedRestores = await store.restores(own.id, ALEX);
  const real: Json = {
    task: storedRestores?.task?.id ?? '',
    restore: storedRestores?.restores[0]?.id ?? '',
    session: restore.runs.at(-1)?.sessionId ?? '',
  };
  const facts = async (): Promise<string> => {
    const { task: now, restores = [] } = (await store.restores(own.id, ALEX)) ?? {};
    // The progress changes by itself.
    const stable = restores.map((each) => [each.id, each.stopping, each.endedAt, each.retriedBy, each.calls.length]);
    const cards = connector.messages(own).filter(({ id }) => id === task);
    return JSON.stringify([now, stable, restore.runs.length, cards.map(({ card, deleted }) => [card, deleted])]);
  };
  const untouched = await facts();
  const open = restore.openExploreSessions;

  const invoke = async (person: SamplePerson, where: Conversation, data: Json, replyToId: string, as = person) => {
    const value = {
      action: { type: 'Action.Execute', verb: data['verb'], data: { ...data, 'pick-e1': 'true', scope: 'own' } },
      trigger: 'manual',
    };
    const fields = { type: 'invoke', name: 'adaptiveCard/action', value, replyToId };
    const activity = connector.activity({ person, conversation: where }, fields);
    const from = { id: as.teamsUserId, name: as.name, aadObjectId: as.objectId };
    await connector.post(as === person ? activity : { ...activity, from });
    presses += 1;
  };

  const buttons = everyButton('').filter(({ verb }) => OF_RESTORING.has(String(verb)));
  const group = connector.groupChat;
  for (const button of buttons) {
    const data = Object.fromEntries(Object.entries({ ...button }).map(([name, value]) => [name, real[name] ?? value]));
    const cardId = data['verb'] === 'restore' ? running : task;
    const marked = (conversation: Conversation, person: SamplePerson): Json => ({
      ...data,
      owner: markIn(conversation, person),
    });
    // As another person in Alex's chat; and in her own chat, also with her own mark and his IDs.
    await invoke(ALEX, own, marked(own, ALEX), cardId, NOOR);
    await invoke(NOOR, noor.conversation, marked(own, ALEX), cardId);
    await invoke(NOOR, noor.conversation, marked(noor.conversation, NOOR), cardId);
    // And Alex's own button, from another chat.
    await invoke(ALEX, group, marked(own, ALEX), cardId);
    await invoke(ALEX, group, marked(group, ALEX), cardId);
    if ((await facts()) !== untouched) {
      problems.push(`${JSON.stringify(button['press'] ?? button['verb'])} by somebody else had an effect`);
      problems.push(firstDifference(untouched, await facts()));
      break;
    }
  }
  await sleep(500);
  if ((await facts()) !== untouched) problems.push('a press by somebody else had an effect later');
  if (restore.openExploreSessions > open) problems.push('an explore session was opened for somebody else');
  const { id: helpId } = await chatter(bot, NOOR, group).ask('restore help');
  const where = { person: NOOR, conversation: group, cardId: helpId, dataset: SCOPE_DATASET, text: 'noor' };
  if ((await connector.search(where)).choices?.length !== 0) problems.push('the scope is told where others look on');
  presses += 1;
  // The owner's state is unchanged.
  await alex.press(running, 'Stop');
  await alex.becomes(running, 'The restore was stopped', PATIENCE_MILLISECONDS).catch((error: unknown) => {
    problems.push(`Alex could not stop it afterwards: ${String(error)}`);
  });
  return { buttons: buttons.length, presses, problems };
}

/** The first difference of two texts, with its context. */
function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return `"${one.slice(Math.max(0, at - 120), at + 160)}" became "${other.slice(Math.max(0, at - 120), at + 160)}"`;
}
