/** Every button of every card, pressed by somebody else: as it is, replayed elsewhere, forged, and as an old client sends it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { actionsIn } from '../../local/connector/card-actions.ts';
import type { Json } from '../../local/connector/types.ts';
import { approve } from '../../local/identity-provider/approve.ts';
import { ALEX, NOOR } from '../../local/people.ts';
import { renderView } from '../../src/cards/render.ts';
import { ownerMark } from '../../src/chat/conversation/address.ts';
import { chatter, readCode } from '../support/chatter.ts';
import type { RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';
import { everyRequestView } from '../support/request-views.ts';
import { everyRestoreView } from '../support/restore-views.ts';
import { aContext, everyView } from '../support/views.ts';

export const ATTACKS = [
  'as it is',
  'replayed in a chat of their own',
  'forged with their own mark',
  'as a message',
] as const;
export type Attack = (typeof ATTACKS)[number];

export interface StrangersResult {
  readonly buttons: number;
  readonly presses: number;
  readonly problems: readonly string[];
}

/** The data of every button of every card, each once. */
export function everyButton(owner: string): readonly Json[] {
  const found = new Map<string, Json>();
  for (const [, view] of [...everyView(), ...everyRestoreView(), ...everyRequestView()]) {
    for (const audience of ['owner', 'everyone'] as const) {
      const context = aContext({
        place: audience === 'owner' ? 'personal' : 'group chat',
        audience,
        owner: { name: 'Alex', userId: ALEX.teamsUserId, id: owner },
      });
      const { card } = renderView(view, context);
      const refresh = (card as { readonly refresh?: { readonly action: Json } }).refresh?.action;
      for (const action of [...actionsIn(card), ...(refresh === undefined ? [] : [refresh])]) {
        const data = action['data'] as Json | undefined;
        if (data?.['verb'] !== undefined) found.set(JSON.stringify(data), data);
      }
    }
  }
  return [...found.values()];
}

const OF_SIGN_INS = new Set(['new-code', 'cancel', 'show-code']);

/** @param bot with a running stack; nobody has signed in there yet */
export async function pressAsStrangers(bot: RunningBot): Promise<StrangersResult> {
  const { connector } = bot;
  const group = connector.groupChat;
  const store = stored(bot.environment);
  const alex = chatter(bot, ALEX, group);
  const key = { conversationId: group.id, personId: ALEX.objectId };
  const mark = ownerMark(key);
  const noorsMark = ownerMark({ conversationId: group.id, personId: NOOR.objectId });
  const problems: string[] = [];

  const invoke = (person: typeof ALEX, conversation: typeof group, data: Json, replyToId: string): Promise<unknown> =>
    connector.post(
      connector.activity(
        { person, conversation },
        {
          type: 'invoke',
          name: 'adaptiveCard/action',
          value: { action: { type: 'Action.Execute', verb: data['verb'], data }, trigger: 'manual' },
          replyToId,
        },
      ),
    );

  // Alex is signed in here, and has a further sign-in pending.
  const first = await alex.ask('restore login');
  const shown = await alex.press(first.id, 'Show my code');
  const code = readCode(first.id, shown.outcome.kind === 'card' ? shown.outcome.card : undefined);
  if (code === undefined) throw new Error('Alex was shown no code');
  await approve({ userCode: code.userCode, verificationUri: code.verificationUri, person: ALEX });
  await connector.waitFor(() => /signed in/i.test(JSON.stringify(alex.card(first.id))), 20_000);
  await invoke(ALEX, group, { verb: 'sign-in-again', owner: mark, flow: 'operator' }, first.id);
  await sleep(500);
  const before = await store.open(group.id, ALEX);
  if (before?.session === undefined || before.signIn?.kind !== 'waiting')
    throw new Error('Alex is not where he should be');
  const ids = { session: before.session.id, signIn: before.signIn.id };
  const cardIds = [before.session.cardId, before.signIn.cardId].filter((id) => id !== undefined);
  const facts = async (): Promise<string> => {
    const cards = connector.messages(group).filter(({ id }) => cardIds.includes(id));
    return JSON.stringify([
      await store.read(store.nameOf(group.id, ALEX)),
      cards.map(({ card, version, deleted }) => [card, version, deleted]),
      (
        await fetch(`${bot.backupService.url}/v8/Organization/LoggedInUser`, {
          headers: { authorization: `Bearer ${before.session?.accessToken ?? ''}` },
        })
      ).status,
    ]);
  };
  const untouched = await facts();

  const buttons = everyButton(mark);
  let presses = 0;
  const submitted = new Set<unknown>();
  for (const button of buttons) {
    const { verb } = button;
    const real: Json = { ...button, id: OF_SIGN_INS.has(String(verb)) ? ids.signIn : ids.session };
    for (const attack of ATTACKS) {
      const cardId = cardIds[presses % cardIds.length] ?? '';
      if (attack === 'as a message') {
        // Each is answered by a message, and Teams takes only so many.
        if (submitted.has(verb)) continue;
        submitted.add(verb);
        await connector.post(
          connector.activity(
            { person: NOOR, conversation: group },
            { type: 'message', value: real, replyToId: cardId },
          ),
        );
      } else {
        const forged = attack === 'forged with their own mark' ? { ...real, owner: noorsMark } : real;
        const where = attack === 'replayed in a chat of their own' ? connector.conversationFor(NOOR) : group;
        await invoke(NOOR, where, forged, cardId);
      }
      presses += 1;
    }
    if ((await facts()) !== untouched) {
      problems.push(`${String(verb)} by somebody else had an effect`);
      break;
    }
  }
  await sleep(500);
  if ((await facts()) !== untouched) problems.push('a press by somebody else had an effect later');
  const seen = JSON.stringify(connector.messages(group).map((message) => connector.seenBy(NOOR, message).cards));
  if (seen.includes(before.signIn.userCode ?? '')) problems.push('somebody else saw the code');
  return { buttons: buttons.length, presses, problems };
}
