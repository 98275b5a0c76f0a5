/** Beyond one session: reports to administrators, uninstalling, erasing a person, the audit log. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ALEX, DANA, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { buttonsOf, factOf, referenceOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { eventually } from '../support/eventually.ts';
import { chatter, readCode, type Chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot({
    environment: { ADMIN_USER_IDS: [MIKA, PETRA, NOOR].map(({ objectId }) => objectId).join() },
  });
}, 60_000);
afterAll(() => bot.stop());
afterEach(() => bot.connector.faults.clear());

const stateOf = async ({ conversation, person }: Chatter) => stored(bot.environment).open(conversation.id, person);
const addresses = async () => (await stored(bot.environment).all('administrators/')).length;
const run = promisify(execFile);

/** A blob may vanish between being listed and being read. */
const until = (found: () => Promise<boolean>) => eventually(String(found), () => found().catch(() => false));

const auditWith = (event: string) => async (): Promise<boolean> =>
  (await stored(bot.environment).audit()).some((line) => line['event'] === event);

test('"This was not me" logs out, and tells the administrators who have talked to the bot', async () => {
  const [mika, petra, alex] = [MIKA, PETRA, ALEX].map((person) => chatter(bot, person)) as [Chatter, Chatter, Chatter];
  // No administrator address is stored in a group chat.
  await chatter(bot, PETRA, bot.connector.groupChat).ask('help');
  await mika.ask('help');
  await until(async () => (await addresses()) === 1);
  const [kept] = await stored(bot.environment).all('administrators/');
  expect(JSON.parse(kept?.body ?? '')).toMatchObject({
    objectId: MIKA.objectId,
    address: { conversationId: mika.conversation.id },
  });

  const { id, card } = await alex.signIn();
  const live = bot.backupService.sessionCount;
  await alex.press(id, 'This was not me');
  const out = await alex.becomes(id, "Logged out, because it wasn't you");
  expect(textsOf(out).join(' ')).toMatch(/I'm notifying your administrators/);
  expect(bot.backupService.sessionCount).toBe(live - 1);
  expect((await stateOf(alex))?.session).toBeUndefined();

  const title = 'Unrecognized sign-in reported';
  const report = await bot.connector.waitFor(
    () => mika.messages.find((message) => titleOf(message.card) === title),
    15_000,
  );
  expect(report.summary).toBe('Alex Sommer reported an unrecognized sign-in');
  expect(factOf(report.card, 'Account')).toBe(ALEX.signInName);
  expect(factOf(report.card, 'Organization')).toBe(factOf(card, 'Organization'));
  expect(factOf(report.card, 'Where')).toBe('In a personal chat with me');
  expect(referenceOf(report.card)).toBe(referenceOf(out));
  expect(buttonsOf(report.card)).toEqual([]);
  await until(async () => (await stateOf(alex))?.reports === undefined);
  expect(mika.messages.filter((message) => titleOf(message.card) === title)).toHaveLength(1);
  expect(petra.messages).toEqual([]);
  await until(auditWith('not-me'));
});

test('an administrator who removes the app is no longer notified', async () => {
  await bot.connector.uninstall({ person: MIKA, conversation: bot.connector.conversationFor(MIKA) });
  await until(async () => (await addresses()) === 0);
});

test('uninstalling erases and revokes every session of the conversation and ends pending sign-ins', async () => {
  const { groupChat } = bot.connector;
  const [noor, alex] = [chatter(bot, NOOR, groupChat), chatter(bot, ALEX, groupChat)];
  const before = bot.backupService.sessionCount;
  await noor.say('restore login');
  const posted = await bot.connector.waitFor(() =>
    noor.messages.find(({ card }) => buttonsOf(card).includes('Show my code')),
  );
  await noor.press(posted.id, 'Show my code');
  const code = readCode(posted.id, noor.card(posted.id));
  if (code !== undefined) await noor.approve(code);
  await noor.becomes(posted.id, 'Signed in');
  expect(bot.backupService.sessionCount).toBe(before + 1);
  await alex.say('restore login');
  await until(async () => (await stateOf(alex))?.signIn?.kind === 'waiting');
  await bot.connector.uninstall({ person: NOOR, conversation: groupChat });
  await until(async () => (await stateOf(noor)) === undefined && (await stateOf(alex)) === undefined);
  expect(bot.backupService.sessionCount).toBe(before);
  const polls = bot.identityProvider.received.length;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(bot.identityProvider.received.slice(polls).filter(({ path }) => path.endsWith('/token'))).toEqual([]);
});

test.each([
  ['blocked', 403, 'ConversationBlockedByUser'],
  ['gone', 404, 'ConversationNotFound'],
])('the state of a conversation is erased when posting shows that it is %s', async (_, status, code) => {
  const alex = chatter(bot, ALEX);
  await alex.signIn();
  const live = bot.backupService.sessionCount;
  bot.connector.faults.next('post', 1, { kind: 'status', status, body: { error: { code, message: code } } });
  await alex.say('restore help');
  await until(async () => (await stateOf(alex)) === undefined);
  expect(bot.backupService.sessionCount).toBe(live - 1);
  await until(auditWith('left'));
});

test('"forget me" asks for confirmation, then erases the state of every conversation', async () => {
  const [here, group] = [chatter(bot, NOOR), chatter(bot, NOOR, bot.connector.groupChat)];
  await bot.connector.install({ person: NOOR, conversation: bot.connector.groupChat });
  const { id } = await here.signIn();
  await group.say('restore login');
  await until(async () => (await stateOf(group))?.signIn?.kind === 'waiting');
  await until(async () => (await addresses()) === 1);
  // Another person's state stays.
  const alex = chatter(bot, ALEX);
  await alex.login();

  const asked = await here.ask('restore forget me');
  expect(buttonsOf(asked.card)).toEqual(['Erase', 'Keep']);
  await here.press(asked.id, 'Keep');
  await here.becomes(asked.id, 'Nothing was erased');
  expect((await stateOf(here))?.session).toBeDefined();

  const again = await here.ask('forget me');
  await here.press(again.id, 'Erase');
  const done = await here.becomes(again.id, 'Everything is erased');
  expect(textsOf(done).join(' ')).toMatch(/in 2 conversations\. .*also ended one session\. .*audit log still shows/s);
  await here.becomes(id, 'Logged out');
  expect([await stateOf(here), await stateOf(group), await addresses()]).toEqual([undefined, undefined, 0]);
  expect(await stateOf(alex)).toBeDefined();
  const all = await stored(bot.environment).all('');
  const leaks = all.filter(({ name, body }) => !name.startsWith('audit/') && body.includes(NOOR.objectId));
  expect(leaks).toEqual([]);
  await until(auditWith('forgotten'));
});

test('npm run audit prints the lines as a table and as JSON', async () => {
  const { PATH = '' } = process.env;
  const { AZURE_STORAGE_CONNECTION_STRING = '', STATE_CONTAINER = '' } = bot.environment;
  const environment = { PATH, AZURE_STORAGE_CONNECTION_STRING, STATE_CONTAINER };
  const audit = (...args: readonly string[]) => run(process.execPath, ['src/audit.ts', ...args], { env: environment });

  const table = await audit('--since', '1h');
  expect(table.stderr).toBe('');
  const [head, ...rows] = table.stdout.trimEnd().split('\n');
  expect(head).toMatch(/^TIME \(UTC\) +EVENT +OUTCOME +PERSON +ORGANIZATION +KIND +REFERENCE +RESTORE$/);
  expect(rows.length).toBeGreaterThan(8);
  expect(rows[0]).toMatch(/^\S+ \S+ +instance-started$/);
  expect(rows[1]).toMatch(new RegExp(`^\\S+ \\S+ +sign-in-started +${ALEX.objectId} +fernweh\\S+ +operator +\\w{12}$`));

  const json = await audit('--since', '1h', '--json', '--user', ALEX.objectId.toUpperCase());
  const lines = json.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  expect(new Set(lines.map(({ person }) => person))).toEqual(new Set([ALEX.objectId]));
  expect(lines.map(({ event }) => event)).toEqual(expect.arrayContaining(['signed-in', 'not-me', 'left']));

  const nobody = await audit('--since', '1h', '--user', DANA.objectId);
  expect([nobody.stdout, nobody.stderr]).toEqual(['', 'No audit line fits.\n']);
  await expect(audit('--since', 'yesterday')).rejects.toMatchObject({ code: 2 });
  await expect(run(process.execPath, ['src/audit.ts', '--since', '1h'], { env: { PATH } })).rejects.toMatchObject({
    code: 78,
  });
});
