/** A complete run whose logs, storage, queue messages and cards contain no secret. */
import { ALEX, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { unavailable } from '../../local/stand-in/faults.ts';
import { REFUSALS } from '../../local/identity-provider/entra-errors.ts';
import { codeOf } from '../support/cards-seen.ts';
import { chatter, readCode, type Chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { pollsAt } from '../support/polls.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { secretsIn, sought, type SoughtSecret } from '../support/secrets-sought.ts';
import { stored, type Stored } from '../support/stored.ts';
import { startTap, type Tap } from '../support/tap.ts';

let bot: RunningBot;
let blobs: Tap;
let queue: Tap;
let storage: Stored;
const secrets: SoughtSecret[] = [];
const userCodes = new Set<string>();

beforeAll(async () => {
  bot = await startRunningBot({ environment: { LOG_LEVEL: 'trace' } });
  const { connectionString, blobPort, queuePort } = bot.storage;
  [blobs, queue] = await Promise.all([startTap(blobPort), startTap(queuePort)]);
  const tapped = connectionString
    .replace(`:${blobPort}/`, `:${blobs.port}/`)
    .replace(`:${queuePort}/`, `:${queue.port}/`);
  bot.talkTo(
    await bot.startInstance({ AZURE_STORAGE_CONNECTION_STRING: tapped, STATE_CONTAINER: 'run', JOB_QUEUE: 'run' }),
  );
  storage = stored({ ...bot.environment, STATE_CONTAINER: 'run' });
}, 60_000);
afterAll(async () => {
  await bot.stop();
  await Promise.all([blobs.stop(), queue.stop()]);
});

/** The current secrets in a person's state. */
async function remember({ conversation, person }: Chatter): Promise<void> {
  const { session, signIn } = (await storage.open(conversation.id, person)) ?? {};
  if (signIn?.kind === 'waiting') userCodes.add(signIn.userCode ?? '');
  const { accessToken, refreshToken, identityRefreshToken } = session ?? {};
  for (const [name, value] of Object.entries({ accessToken, refreshToken, identityRefreshToken })) {
    if (value !== undefined) secrets.push(sought(`${person.name}: ${name}`, value));
  }
}

async function signIn(who: Chatter): Promise<string> {
  const code = await who.login();
  await remember(who);
  await who.approve(code);
  await who.becomes(code.id, 'Signed in');
  await remember(who);
  return code.id;
}

async function alexRenewsAndLogsOut(): Promise<void> {
  const alex = chatter(bot, ALEX);
  await signIn(alex);
  await alex.ask('restore renew');
  await remember(alex);
  bot.backupService.faults.next({ path: '/v8/token', grantType: 'refresh_token' }, unavailable());
  await alex.ask('restore renew');
  await remember(alex);
  await alex.ask('restore status');
  await alex.ask('restore logout');
}

async function noorDeclinesAndCancels(): Promise<void> {
  const noor = chatter(bot, NOOR);
  const declined = await noor.login();
  await remember(noor);
  await noor.deny(declined);
  await noor.becomes(declined.id, 'Sign-in declined');
  await noor.press(declined.id, 'Try again');
  const again = readCode(declined.id, await noor.becomes(declined.id, 'Sign in to restore data'));
  await remember(noor);
  if (again !== undefined) await noor.approve(again, ALEX);
  await noor.becomes(declined.id, 'Not signed in');
}

async function petraIsRefused(): Promise<void> {
  const petra = chatter(bot, PETRA, bot.connector.channel);
  const code = await petra.login();
  await remember(petra);
  await petra.approve(code);
  await petra.becomes(code.id, 'Not signed in');
}

async function mikaSignsInAppOnly(): Promise<void> {
  const mika = chatter(bot, MIKA);
  const code = await mika.login('restore login app-only');
  await remember(mika);
  await mika.approve(code);
  await mika.becomes(code.id, 'Signed in');
  await remember(mika);
}

/** With faults of both services, one person at a time: faults hit whoever calls next. */
async function mikaSignsInToTheGroupChat(): Promise<void> {
  const inGroup = chatter(bot, MIKA, bot.connector.groupChat);
  bot.backupService.faults.next({ path: '/v8/token', grantType: 'operator' }, unavailable(0));
  await signIn(inGroup);
  await inGroup.ask('restore logout');
  bot.identityProvider.faults.next('/devicecode', REFUSALS.publicClientOff);
  await inGroup.ask('restore login');
}

test('a whole run writes no token, device code, user code, assertion or password in plain text', async () => {
  await Promise.all([alexRenewsAndLogsOut(), noorDeclinesAndCancels(), petraIsRefused(), mikaSignsInAppOnly()]);
  await mikaSignsInToTheGroupChat();
  await eventually('the audit of all of it', async () => (await storage.audit()).length >= 16);

  for (const [index, answer] of bot.identityProvider.tokenAnswers.entries()) {
    const tokens = JSON.parse(answer) as Readonly<Record<string, unknown>>;
    secrets.push(sought(`token answer ${index}`, answer));
    for (const name of ['access_token', 'refresh_token', 'id_token']) {
      const token = tokens[name];
      if (typeof token === 'string') secrets.push(sought(`${name} ${index}`, token));
    }
  }
  for (const code of pollsAt(bot).keys()) secrets.push(sought('device code', code));
  const {
    MicrosoftAppPassword = '',
    STATE_ENCRYPTION_KEYS = '',
    AZURE_STORAGE_CONNECTION_STRING = '',
  } = bot.environment;
  const [, accountKey = ''] = /AccountKey=([^;]+)/.exec(AZURE_STORAGE_CONNECTION_STRING) ?? [];
  secrets.push(
    sought('app password', MicrosoftAppPassword),
    sought('sealing key', STATE_ENCRYPTION_KEYS.split(':')[1] ?? ''),
    sought('account key', accountKey),
  );
  const codes = [...userCodes].flatMap((code) => [
    sought('user code', code),
    sought('user code', code.replace('-', '')),
  ]);
  // The search has something to find: five sign-ins, each with its own codes and tokens.
  expect(userCodes.size).toBe(6);
  expect(secrets.length).toBeGreaterThan(35);
  expect(secrets.every(({ spellings }) => spellings.every((spelling) => spelling.length >= 16))).toBe(true);
  const everything = [...secrets, ...codes];
  const hidden = Buffer.from(`"token":"${[...pollsAt(bot).keys()][0]}"`).toString('base64url');
  expect(secretsIn(hidden, everything)).toEqual(['device code']);

  expect(secretsIn(bot.lines.join(''), everything)).toEqual([]);
  expect(bot.lines.length).toBeGreaterThan(20);
  expect(queue.sent).toContain('follow');
  expect(secretsIn(queue.sent, everything)).toEqual([]);
  const seal = /"sealed":"[\w.-]+"/g;
  expect(blobs.sent.match(seal)?.length).toBeGreaterThan(10);
  expect(secretsIn(blobs.sent.replaceAll(seal, ''), everything)).toEqual([]);
  expect(
    secretsIn(JSON.stringify(await storage.all('')).replaceAll(/\\"sealed\\":\\"[\w.-]+\\"/g, ''), everything),
  ).toEqual([]);

  const bodies = bot.connector.calls.map(({ body }) => body ?? {});
  expect(secretsIn(JSON.stringify(bodies), secrets)).toEqual([]);
  const withCode = bodies.filter((body) => secretsIn(JSON.stringify(body), codes).length > 0);
  // Codes are sent only on cards of personal chats, in one place.
  expect(withCode).toHaveLength(4);
  for (const body of withCode) {
    const { attachments, ...rest } = body as { readonly attachments: readonly { readonly content: object }[] };
    const card = attachments[0]?.content as Readonly<Record<string, unknown>>;
    const userCode = codeOf(card) ?? '';
    expect(userCodes).toContain(userCode);
    expect(JSON.stringify(card).split(userCode)).toHaveLength(2);
    expect(secretsIn(JSON.stringify(rest), codes)).toEqual([]);
  }
}, 60_000);

test('the audit has a line for each start, success, refusal, renewal and log-out: who, where, how it ended', async () => {
  const lines = await storage.audit();
  const of = (person: { readonly objectId: string }) =>
    lines.filter((line) => line['person'] === person.objectId).map(({ event, outcome }) => [event, outcome ?? '']);
  expect(of(ALEX)).toEqual([
    ['sign-in-started', ''],
    ['signed-in', 'success'],
    ['renewed', 'success'],
    ['renewed', 'success'],
    ['logged-out', 'yes'],
  ]);
  expect(of(NOOR)).toEqual([
    ['sign-in-started', ''],
    ['sign-in-ended', 'declined'],
    ['sign-in-started', ''],
    ['sign-in-refused', 'someone-else'],
  ]);
  expect(of(PETRA)).toEqual([
    ['sign-in-started', ''],
    ['sign-in-ended', 'not-operator'],
  ]);
  for (const line of lines) {
    expect(line).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      conversation: expect.stringMatching(/^(a:1|19:)/),
      organization: 'fernweh.onmicrosoft.com',
      flow: expect.stringMatching(/^(operator|app-only)$/),
      reference: expect.stringMatching(/^\w+$/),
    });
  }
  // Cards and audit log use the same references.
  const references = new Set(lines.map(({ reference }) => String(reference)));
  for (const reference of references) expect(bot.lines.some((line) => line.includes(reference))).toBe(true);
});
