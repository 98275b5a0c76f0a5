/** Asking for a restore: somebody asks, two operators are on duty, one of them restores it once somebody else has approved that. */
import { teamIdOf } from '../../local/connector/conversations.ts';
import type { Json } from '../../local/connector/types.ts';
import { ALEX, FERNWEH, HAKON, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { runAudit } from '../../src/audit/run.ts';
import { buttonsOf, dataOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, PATIENCE_MILLISECONDS, type Chatter } from '../support/chatter.ts';
import { flow } from '../support/explore-flows.ts';
import { eventually } from '../support/eventually.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { picksOn, stepsOn } from '../support/steps.ts';
import { stored } from '../support/stored.ts';

jest.setTimeout(90_000);

const ASK = 'askForRestore';
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot({ environment: { APPROVAL: 'others', APPROVERS: `${HAKON.objectId},${ALEX.objectId}` } });
}, 60_000);
afterAll(() => bot.stop());

/** The newest card of that title. */
const cardTitled = (who: Chatter, title: string) =>
  bot.connector
    .waitFor(() => who.messages.findLast(({ card }) => titleOf(card) === title), PATIENCE_MILLISECONDS)
    .catch((error: unknown) => {
      throw new Error(`${who.messages.map(({ card }) => titleOf(card)).join(' | ')}: ${String(error)}`);
    });

async function onDuty(person: typeof ALEX, login = 'restore login'): Promise<Chatter> {
  const chat = chatter(bot, person);
  const code = await chat.login(login);
  await chat.approve(code);
  await chat.becomes(code.id, 'Signed in');
  const { card } = await chat.ask('restore on duty');
  expect(titleOf(card)).toBe("You're on duty");
  return chat;
}

let alex: Chatter;
let mika: Chatter;
beforeAll(async () => {
  alex = await onDuty(ALEX);
  mika = await onDuty(MIKA, 'restore login app-only');
}, 60_000);

test('from the menu of a message in a channel to the restored mail: the person hears each step, and others nothing', async () => {
  const { connector } = bot;
  const { channel, messageActs } = connector;
  const said = await connector.say({
    person: NOOR,
    conversation: channel,
    text: 'I lost SECRET-words',
    mention: false,
  });
  const where = { person: NOOR, conversation: channel, messageId: said.messageId, commandId: ASK };

  const { dialog } = await messageActs.choose(where);
  if (dialog.kind !== 'card') throw new Error(dialog.text);
  expect(dialog.title).toBe('Ask for a restore');
  expect(JSON.stringify(dialog.card)).not.toMatch(/Action\.Execute|SECRET/);
  const data = dataOf(dialog.card, 'Send request');

  const empty = await messageActs.submit({ ...where, data });
  expect(empty.dialog).toMatchObject({ kind: 'card' });
  const inputs = { what: 'kyoto', askedKind: 'exchange', useMessage: 'true', lastSeen: daysAgo(4) };
  const sent = await messageActs.submit({ ...where, data: { ...data, ...inputs } });
  expect(sent.dialog).toMatchObject({ kind: 'message', text: expect.stringContaining("I'll write to you") });
  // Delivered again, it is the same request.
  await messageActs.submit({ ...where, data: { ...data, ...inputs } });

  const noor = chatter(bot, NOOR);
  const own = await cardTitled(noor, 'Request received');
  expect(JSON.stringify(own.card)).toContain('https://teams.microsoft.com/l/message/');
  const asked = `${NOOR.name} asks for a restore`;
  const [toAlex, toMika] = [await cardTitled(alex, asked), await cardTitled(mika, asked)];
  expect(connector.messages(channel).filter(({ from }) => from.kind === 'bot')).toEqual([]);

  const take = (card: Json | undefined) => ({
    action: { type: 'Action.Execute', verb: 'request', data: dataOf(card, 'Take it') },
  });
  await alex.press(toAlex.id, 'Take it');
  // On a card that has not been updated yet.
  await mika.press(toMika.id, 'Take it', take(toMika.card));
  await mika.becomes(toMika.id, `${ALEX.name} took this request`);
  expect(buttonsOf(mika.card(toMika.id))).toEqual([]);
  await cardTitled(noor, 'Your request was taken');
  await noor.becomes(own.id, 'Your request is being worked on');

  // Anybody else, with the very button.
  for (const other of [mika, noor, chatter(bot, PETRA)]) {
    const { id } = other.messages.at(-1) ?? (await other.ask('restore help'));
    const { outcome } = await other.press(id, 'Take it', take(toAlex.card));
    expect(outcome).toEqual({ kind: 'message', text: expect.stringMatching(/isn't yours/) });
  }

  const task = await connector.waitFor(
    () => alex.messages.find(({ card }) => ['What I found', 'Search', 'Nothing found'].includes(titleOf(card))),
    PATIENCE_MILLISECONDS,
  );
  expect(titleOf(task.card)).toBe('What I found');
  const { step } = stepsOn(bot, alex, task.id);
  const [pick = ''] = picksOn(alex.card(task.id));
  await step('Restore…', 'Ready to restore?', { [pick]: 'true' });
  const hakon = chatter(bot, HAKON);
  await hakon.ask('hello');
  await step('Ask for approval', 'Waiting for approval', { deletedItems: 'true' });
  await hakon.press((await cardTitled(hakon, 'Approve this restore?')).id, 'Approve');
  const restored = `${ALEX.name} restored what you asked for.`;
  const isDone = ({ card }: { readonly card?: Json | undefined }) => textsOf(card).includes(restored);
  const done = await bot.connector.waitFor(() => noor.messages.find(isDone), PATIENCE_MILLISECONDS);
  await noor.becomes(own.id, 'Your request is done');
  expect(textsOf(done.card)).toEqual(expect.arrayContaining([expect.stringMatching(/^1 item was restored\./)]));
  await mika.becomes(toMika.id, `${ALEX.name} finished this request`);

  const storage = stored(bot.environment);
  const lines = await eventually('the end of the request in the audit log', async () => {
    const read = await storage.audit();
    return read.some(({ event }) => event === 'request-ended') ? read : undefined;
  });
  // What somebody does who wants to know all about it: looks for its reference in what the command prints.
  const printed: string[] = [];
  await runAudit({
    args: ['--since', '1h'],
    now: Date.now(),
    openReader: () => storage.auditReader,
    print: async (line) => void printed.push(line),
    printError: (line) => void printed.push(line),
  });
  const reference = String(lines.find(({ event }) => event === 'request-made')?.['reference']);
  const thread = printed.filter((row) => row.includes(reference)).map((row) => row.split(/ {2,}/).slice(1, 4));
  expect(thread).toEqual([
    ['request-made', NOOR.objectId, reference],
    ['request-taken', ALEX.objectId, reference],
    ['approval-asked', ALEX.objectId, expect.any(String)],
    ['approval-given', HAKON.objectId, expect.any(String)],
    ['restore-started', ALEX.objectId, expect.any(String)],
    ['restore-ended', 'success', ALEX.objectId],
    ['request-ended', 'done', ALEX.objectId],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/SECRET|kyoto/i);
  expect(bot.lines.join('\n')).not.toMatch(/SECRET-words|kyoto/i);
});

test('whom the service refuses as operator is led to asking; who may not restore for them hands it back or declines', async () => {
  const petra = chatter(bot, PETRA);
  const code = await petra.login();
  await petra.approve(code);
  await bot.connector.waitFor(() => buttonsOf(petra.card(code.id))[0] === 'Ask for a restore', PATIENCE_MILLISECONDS);
  expect(buttonsOf((await petra.ask('restore help')).card)[0]).toBe('Ask for a restore');

  const form = await petra.ask('restore ask');
  expect(titleOf(form.card)).toBe('Ask for a restore');
  await petra.press(form.id, 'Send request', {
    inputs: { what: 'plan', askedKind: 'sharepoint', askedPlace: 'Atlantis' },
  });
  await petra.becomes(form.id, 'Request received');
  const asked = `${PETRA.name} asks for a restore`;
  const { id } = await cardTitled(alex, asked);
  await alex.press(id, 'Take it');
  const isOutside = () => textsOf(alex.card(id)).join(' ').includes('no “Atlantis” among the data you may restore');
  await bot.connector.waitFor(isOutside, PATIENCE_MILLISECONDS);
  await alex.press(id, 'Hand back');
  await cardTitled(petra, 'Your request is open again');

  await alex.press(id, 'Decline', { inputs: { declineReason: 'Ask the service desk' } });
  const declined = await cardTitled(petra, 'Your request was declined');
  expect(textsOf(declined.card)).toContain('Reason: Ask the service desk');
  await petra.becomes(form.id, 'Your request was declined');
});

test('in a channel others see only that somebody asks; the form is for that person, and the answer comes in their chat', async () => {
  const { connector } = bot;
  const there = chatter(bot, NOOR, connector.channel);
  const others = chatter(bot, PETRA, connector.channel);
  const { id } = await there.ask('restore ask');
  expect(textsOf(others.card(id)).join(' ')).toContain(`${NOOR.name} asked for a restore`);
  expect(buttonsOf(others.card(id))).toEqual(['Fill in the form']);
  await others.press(id, 'Fill in the form');
  expect(buttonsOf(others.card(id))).toEqual(['Fill in the form']);
  await there.press(id, 'Fill in the form');
  expect(buttonsOf(there.card(id))).toEqual(['Send request']);
  await there.press(id, 'Send request', { inputs: { what: 'SECRET plan' } });
  await cardTitled(there, 'Request sent');
  const noor = chatter(bot, NOOR);
  const own = await cardTitled(noor, 'Request received');
  await noor.press(own.id, 'Withdraw');
  await noor.becomes(own.id, 'You withdrew this request');
  expect(JSON.stringify(others.messages)).not.toContain('SECRET');
});

test('nothing that somebody wrote lies readable in storage, and "restore forget me" erases their requests', async () => {
  const storage = stored(bot.environment);
  const before = await storage.all('requests/');
  expect(before.length).toBeGreaterThan(0);
  expect(JSON.stringify([...before, ...(await storage.all('duty/'))])).not.toMatch(
    /kyoto|Atlantis|SECRET|Haddad|Sommer/,
  );
  for (const person of [NOOR, PETRA]) {
    const chat = chatter(bot, person);
    const { id } = await chat.ask('restore forget me');
    await chat.press(id, 'Erase');
  }
  const { id } = await alex.ask('restore forget me');
  await alex.press(id, 'Erase');
  const isErased = async () =>
    (await storage.all('requests/')).length === 0 && (await storage.all('duty/')).length === 1;
  await eventually('the erasure of all requests', isErased);
});

flow(
  'the members of the team on duty get a request without having written to the bot, and one of them takes it',
  async (own) => {
    const petra = chatter(own, PETRA);
    const { id } = await petra.ask('restore ask');
    await petra.press(id, 'Send request', { inputs: { what: 'kyoto' } });
    const asked = `${PETRA.name} asks for a restore`;
    const found = (who: Chatter) =>
      own.connector.waitFor(() => who.messages.find(({ card }) => titleOf(card) === asked), PATIENCE_MILLISECONDS);
    const [operator, colleague] = [chatter(own, ALEX), chatter(own, NOOR)];
    const toAlex = await found(operator);
    await found(colleague);
    await operator.press(toAlex.id, 'Take it');
    expect(textsOf(operator.card(toAlex.id)).join(' ')).toContain('You need to be signed in');
  },
  { environment: { DUTY_TEAM: teamIdOf(FERNWEH.tenantId) } },
);

flow(
  'a member of the team who has blocked the bot is written to once, and gets the request when they are on duty again',
  async (own) => {
    const { connector } = own;
    const [petra, alex] = [chatter(own, PETRA), chatter(own, ALEX)];
    const code = await alex.login();
    await alex.approve(code);
    await alex.becomes(code.id, 'Signed in');
    const { id } = await petra.ask('restore ask');
    const sent = connector.calls.length;
    const blocked = { error: { code: 'MessageWritesBlocked', message: 'Blocked' } };
    connector.faults.next('post', Infinity, { kind: 'status', status: 403, body: blocked });
    await petra.press(id, 'Send request', { inputs: { what: 'kyoto' } });
    const storage = stored(own.environment);
    const requests = async () => (await storage.shared()).requests ?? '';
    // The person who asked is then told that nobody could be asked, which is refused, too.
    const tried = () =>
      connector.calls
        .slice(sent)
        .filter(({ status, conversationId }) => status === 403 && conversationId !== petra.conversation.id);
    await eventually('everybody to be tried', async () => {
      const marked = (await requests()).match(/"unreachable":"MessageWritesBlocked"/g)?.length;
      return marked !== undefined && marked === new Set(tried().map(({ conversationId }) => conversationId)).size;
    });
    // Nothing goes on meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const chats = tried().map(({ conversationId }) => conversationId);
    expect(chats).toHaveLength(new Set(chats).size);
    expect(chats.length).toBeGreaterThan(1);
    // What else was kept of that chat is gone, as with any message that finds it blocked.
    expect(own.backupService.sessionCount).toBe(0);
    expect((await storage.audit()).filter(({ event }) => event === 'forgotten')).toEqual([]);

    connector.faults.clear();
    const again = await alex.login();
    await alex.approve(again);
    await alex.becomes(again.id, 'Signed in');
    await alex.ask('restore on duty');
    const asked = `${PETRA.name} asks for a restore`;
    await connector.waitFor(() => alex.messages.find(({ card }) => titleOf(card) === asked), PATIENCE_MILLISECONDS);
  },
  { environment: { DUTY_TEAM: teamIdOf(FERNWEH.tenantId) } },
);
