/** Buttons of requests and approvals pressed, with their real ids, by everybody who may not; and by those who might, once it is over. */
import type { Json } from '../../local/connector/types.ts';
import { ALEX, DANA, FERNWEH, HAKON, MIKA, NOOR, PEOPLE, PETRA, type SamplePerson } from '../../local/people.ts';
import { ownerMark } from '../../src/chat/conversation/address.ts';
import { buttonsOf, dataOf, titleOf } from '../support/cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS, type Chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { picksOn, stepsOn } from '../support/steps.ts';
import { stored } from '../support/stored.ts';
import type { StrangersResult } from './strangers.ts';

const GUEST: SamplePerson = {
  ...DANA,
  name: 'Dana, as a guest',
  objectId: DANA.guestObjectId ?? '',
  tenantId: FERNWEH.tenantId,
  teamsUserId: '29:1dana-as-a-guest',
  signInName: 'dana.whitfield_lindenhof.onmicrosoft.com#EXT#@fernweh.onmicrosoft.com',
};
const APPROVERS = [HAKON, PETRA, ALEX, GUEST];
const ENVIRONMENT = {
  APPROVAL: 'others',
  APPROVERS: APPROVERS.map(({ objectId }) => objectId).join(','),
};
const REASON = 'INC0004711';
const WORDS = 'kyoto';

const OF_OPERATORS = ['take', 'search', 'hand-back', 'done', 'decline'] as const;
const OF_ASKER = ['edit', 'save', 'back', 'withdraw'] as const;
const OF_APPROVERS = ['approve', 'decline', 'look', 'show'] as const;
const INPUTS: Json = { reason: 'No', declineReason: 'No', what: 'Something else' };

interface Thing {
  readonly verb: 'request' | 'approval';
  readonly id: string;
  readonly presses: readonly string[];
}

const of = ({ verb, id }: Thing, kind: string): Json => ({
  verb,
  press: { kind },
  ...(verb === 'request' ? { request: id } : { restore: id }),
});

async function titled(
  bot: RunningBot,
  who: Chatter,
  title: string,
): Promise<{ readonly id: string; readonly card: Json }> {
  const find = () => who.messages.findLast((message) => titleOf(message.card) === title);
  const { id, card = {} } = await bot.connector.waitFor(find, PATIENCE_MILLISECONDS).catch((error: unknown) => {
    const titles = who.messages.map((message) => titleOf(message.card)).join(' | ');
    throw new Error(`${who.person.name} has no "${title}": ${titles}`, { cause: error });
  });
  return { id, card };
}

async function asked(bot: RunningBot, who: Chatter): Promise<string> {
  await who.say('restore ask');
  const form = await titled(bot, who, 'Ask for a restore');
  const { request } = dataOf(form.card, 'Send request');
  await who.press(form.id, 'Send request', { inputs: { what: WORDS, askedKind: 'exchange' } });
  await who.becomes(form.id, 'Request received');
  return String(request);
}

/** @returns the id of a restore that waits for its approval */
async function held(bot: RunningBot, who: Chatter): Promise<string> {
  await who.say('restore find kyoto of noor as of 4 days ago');
  const { id } = await titled(bot, who, 'What I found');
  const { step } = stepsOn(bot, who, id);
  const [first = ''] = picksOn(who.card(id));
  await step('Restore…', 'Ready to restore?', { [first]: 'true' });
  for (let presses = 0; presses < 2 && titleOf(who.card(id)) === 'Ready to restore?'; presses += 1) {
    await who.press(id, 'Ask for approval', { inputs: { deletedItems: 'true', reason: REASON } });
  }
  const card = await who.becomes(id, 'Waiting for approval');
  return String(dataOf(card, 'Withdraw')['restore']);
}

export async function pressRequestsAsStrangers(): Promise<StrangersResult> {
  const bot = await startRunningBot({ environment: ENVIRONMENT, people: [...PEOPLE, GUEST] });
  try {
    return await pressEverything(bot);
  } finally {
    await bot.stop();
  }
}

async function pressEverything(bot: RunningBot): Promise<StrangersResult> {
  const { connector, backupService } = bot;
  const store = stored(bot.environment);
  const problems: string[] = [];
  let presses = 0;
  const chats = new Map([...PEOPLE, GUEST].map((person) => [person, chatter(bot, person)]));
  const chat = (person: SamplePerson): Chatter => chats.get(person) ?? chatter(bot, person);
  const own = new Map<SamplePerson, string>();
  for (const person of chats.keys()) own.set(person, (await chat(person).ask('restore help')).id);

  for (const [person, login] of [
    [ALEX, 'restore login'],
    [MIKA, 'restore login app-only'],
  ] as const) {
    const code = await chat(person).login(login);
    await chat(person).approve(code);
    await chat(person).becomes(code.id, 'Signed in');
    await chat(person).ask('restore on duty');
  }
  backupService.restore.setPace({ total: 500 });
  const ofNoor: Thing = { verb: 'request', id: await asked(bot, chat(NOOR)), presses: OF_OPERATORS };
  const ofAlex: Thing = { verb: 'request', id: await asked(bot, chat(ALEX)), presses: OF_OPERATORS };
  const byAlex: Thing = { verb: 'approval', id: await held(bot, chat(ALEX)), presses: OF_APPROVERS };
  const byMika: Thing = { verb: 'approval', id: await held(bot, chat(MIKA)), presses: OF_APPROVERS };
  const approving = await titled(bot, chat(HAKON), 'Approve this restore?');
  await titled(bot, chat(PETRA), 'Approve this restore?');
  await titled(bot, chat(MIKA), `${NOOR.name} asks for a restore`);
  // She may approve, but is suspended.
  await chat(MIKA).ask(`restore admin suspend ${PETRA.objectId}`);
  await titled(bot, chat(PETRA), 'You are suspended');

  const facts = async (): Promise<string> => {
    const requests = await store.requests.all();
    const approvals = await store.approvals.all();
    return JSON.stringify([
      requests.map(({ id, status, fields, edits }) => [id, status, fields, edits]),
      approvals.map(({ id, decisions, outcome, hash }) => [id, decisions, outcome, hash]),
      backupService.restore.runs.length,
    ]);
  };
  let untouched = await facts();

  /** With the mark of whoever presses, and with that of the person whose card it was copied from. */
  async function tryAll(
    why: string,
    { verb, id, presses: kinds }: Thing,
    people: readonly SamplePerson[],
    reads = false,
  ) {
    for (const person of people) {
      const { conversation } = chat(person);
      for (const kind of kinds) {
        const marks = [person, HAKON].map(({ objectId: personId }) =>
          ownerMark({ conversationId: conversation.id, personId }),
        );
        for (const owner of new Set(marks)) {
          const data = { ...of({ verb, id, presses: kinds }, kind), ...INPUTS, owner };
          const answer = await chat(person).press(own.get(person) ?? '', kind, {
            action: { type: 'Action.Execute', verb, data },
          });
          presses += 1;
          const read = [WORDS, REASON].filter((words) => JSON.stringify(answer).includes(words));
          if (read.length > 0 && !reads) problems.push(`${kind}, ${why}: ${person.name} reads ${read.join(' and ')}`);
        }
      }
    }
    if ((await facts()) !== untouched) {
      problems.push(`a press had an effect: ${why}`);
      untouched = await facts();
    }
  }

  await tryAll('not asked', ofNoor, [NOOR, HAKON, PETRA, DANA, GUEST]);
  await tryAll('the person who asks, as operator', ofAlex, [ALEX]);
  await tryAll('not the person who asks', { ...ofNoor, presses: OF_ASKER }, [ALEX, MIKA, HAKON, PETRA, DANA, GUEST]);
  await tryAll('not an approver of it', byAlex, [ALEX, MIKA, NOOR, DANA, GUEST, PETRA]);
  await tryAll('not an approver of it', byMika, [MIKA, NOOR, DANA, GUEST, PETRA]);
  for (const verb of ['request', 'approval'] as const) {
    const presses = verb === 'request' ? OF_OPERATORS : OF_APPROVERS;
    await tryAll('an id that nothing has', { verb, id: 'AAAAAAAAAAAA', presses }, [ALEX, HAKON]);
    await tryAll('an id of the other kind', { verb, id: verb === 'request' ? byAlex.id : ofNoor.id, presses }, [
      ALEX,
      HAKON,
    ]);
  }
  // An approver, but not in their own chat.
  const shared = { person: HAKON, conversation: connector.channel };
  const owner = ownerMark({ conversationId: connector.channel.id, personId: HAKON.objectId });
  const data = { ...of(byAlex, 'approve'), owner };
  const value = { action: { type: 'Action.Execute', verb: 'approval', data }, trigger: 'manual' };
  await connector.post(
    connector.activity(shared, { type: 'invoke', name: 'adaptiveCard/action', value, replyToId: approving.id }),
  );
  presses += 1;
  if ((await facts()) !== untouched) problems.push('an approval in a channel had an effect');

  // Whoever may, still may.
  await chat(HAKON).press((await cardOf(bot, chat(HAKON), byMika.id)).id, 'Decline', { inputs: { reason: 'No' } });
  await chat(HAKON).press((await cardOf(bot, chat(HAKON), byAlex.id)).id, 'Approve');
  await titled(bot, chat(ALEX), 'Your restore was approved');
  await connector.waitFor(() => backupService.restore.runs.length === 1, PATIENCE_MILLISECONDS);
  const asking = await titled(bot, chat(ALEX), `${NOOR.name} asks for a restore`);
  await chat(ALEX).press(asking.id, 'Decline', { inputs: { declineReason: 'No' } });
  await titled(bot, chat(NOOR), 'Your request was declined');
  untouched = await facts();
  await tryAll('after its end', ofNoor, [ALEX, MIKA], true);
  await tryAll('after its end', { ...ofNoor, presses: OF_ASKER }, [NOOR], true);
  await tryAll('after its end', byAlex, [HAKON, PETRA, ALEX], true);
  await tryAll('after its end', byMika, [HAKON, ALEX], true);
  return { buttons: OF_OPERATORS.length + OF_ASKER.length + OF_APPROVERS.length, presses, problems };
}

/** The approver's card of that restore. */
async function cardOf(bot: RunningBot, who: Chatter, restoreId: string): Promise<{ readonly id: string }> {
  const isIt = ({ card }: { readonly card?: Json | undefined }): boolean =>
    buttonsOf(card).includes('Approve') && dataOf(card, 'Approve')['restore'] === restoreId;
  return bot.connector.waitFor(() => who.messages.find(isIt), PATIENCE_MILLISECONDS);
}
