import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SELF_SIGNED, fingerprintOf } from '../../local/certificate.ts';
import { ALEX, DANA, FERNWEH, LINDENHOF, LINDENHOF_ARCHIVE, NOOR } from '../../local/people.ts';
import { actionsIn } from '../../local/connector/card-actions.ts';
import type { Json } from '../../local/connector/types.ts';
import { buttonsOf, codeOf, factOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, readCode } from '../support/chatter.ts';
import type { CodeCard } from '../support/chatter.ts';
import { startRunningBot } from '../support/running-bot.ts';
import type { RunningBot } from '../support/running-bot.ts';

// Other tests run at the same time.
jest.setTimeout(60_000);

let bot: RunningBot;

beforeAll(async () => {
  bot = await startRunningBot({ organizations: 'several' });
});

afterAll(() => bot.stop());

const dana = () => chatter(bot, DANA);
const second = () => bot.secondBackupService;

/** The button that picks. */
function dataAction(card: Json): Json {
  const action = actionsIn(card).find(({ title }) => title === 'Continue');
  if (action === undefined) throw new Error('nothing to press');
  return action;
}

/** Selects an organization on a choice card; resolves with the code that replaces the card. */
async function pick(cardId: string, organization: string, conversation = bot.connector.conversationFor(DANA)) {
  const person = DANA;
  const inputs = { organization };
  const { outcome } = await bot.connector.press({ person, conversation, cardId, title: 'Continue', inputs });
  const code = readCode(cardId, outcome.kind === 'card' ? outcome.card : undefined);
  if (code === undefined) throw new Error(`no code, but ${JSON.stringify(outcome)}`);
  return code;
}

async function finish(code: CodeCard): Promise<void> {
  await dana().approve(code);
  await dana().becomes(code.id, 'Signed in');
}

test('a person whose tenant has one organization is not asked which', async () => {
  const { card } = await chatter(bot, ALEX).signIn();
  expect(factOf(card, 'Organization')).toBe(FERNWEH.displayName);
  expect(second()?.received.filter(({ path }) => path === '/v8/token')).toHaveLength(0);
});

test('a person whose tenant has several organizations chooses from a searchable list', async () => {
  const { card } = await dana().ask('restore login');
  expect(titleOf(card)).toBe('Which organization?');
  const shown = JSON.stringify(card);
  expect(shown).toContain('"style":"filtered"');
  expect(shown).toContain(LINDENHOF_ARCHIVE.displayName);
  expect(shown).not.toContain('Fernweh');
});

test('the sign-in goes to the selected organization, with its pinned certificate and the application it names', async () => {
  const { id } = await dana().ask('restore login');
  await finish(await pick(id, LINDENHOF.organization));

  const paths = second()?.received.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/v8/RestorePortalSettings', '/v8/token']));
  expect(paths?.filter((path) => path === '/v8/RestorePortalSettings')).toHaveLength(1);
  expect(second()?.url).toMatch(/^https:/);
  await dana().ask('restore logout');
});

test('the selection is remembered and can be changed on the card', async () => {
  const code = await dana().login('restore login');
  expect(factOf(code.card, 'Organization')).toBe(LINDENHOF.displayName);
  expect(buttonsOf(code.card)).toContain('Another organization');

  await dana().press(code.id, 'Another organization');
  await dana().becomes(code.id, 'Which organization?');
  // This entry names a certificate file.
  const other = await pick(code.id, LINDENHOF_ARCHIVE.organization);
  expect(other.userCode).not.toBe(code.userCode);
  await finish(other);
  expect(factOf(dana().card(other.id), 'Organization')).toBe(LINDENHOF_ARCHIVE.displayName);
});

test('a person signed in to another organization is offered the one they name', async () => {
  const { id, card } = await dana().ask('restore login lindenhof');
  expect(titleOf(card)).toBe("You're already signed in");
  await dana().press(id, `Sign in to ${LINDENHOF.displayName}`);
  const code = await dana().becomes(id, 'Sign in to restore data');
  expect(factOf(code, 'Organization')).toBe(LINDENHOF.displayName);
  await dana().ask('restore cancel');
  await dana().ask('restore logout');
});

test.each([
  ['of another tenant', FERNWEH.organization],
  ['of another tenant by its display name', FERNWEH.displayName],
  ['that nobody has', 'nowhere.onmicrosoft.com'],
])('naming an organization %s is refused without revealing whether it exists', async (_what, name) => {
  const asked = bot.identityProvider.received.length;
  const { card } = await dana().ask(`restore login ${name}`);
  expect(titleOf(card)).toBe('Organization not available to you');
  const others = textsOf(card).filter((text) => !text.startsWith('You wrote'));
  expect(others.join(' ')).not.toMatch(/fernweh/i);
  expect(others.at(-1)).toContain(LINDENHOF_ARCHIVE.displayName);
  expect(bot.identityProvider.received).toHaveLength(asked);
});

test('a misspelt name is answered with buttons for similar names', async () => {
  const { id, card } = await dana().ask('restore login lindenhoff');
  expect(textsOf(card).join(' ')).toContain(`Did you mean: ${LINDENHOF.displayName}`);
  await dana().press(id, `Sign in to ${LINDENHOF.displayName}`);
  await dana().becomes(id, 'Sign in to restore data');
  await dana().ask('restore cancel');
});

test('a name similar to an organization of another tenant gets no suggestion', async () => {
  const { card } = await chatter(bot, ALEX).ask('restore login lindenhof');
  expect(titleOf(card)).toBe('Organization not available to you');
  expect(
    textsOf(card)
      .filter((text) => !text.startsWith('You wrote'))
      .join(' '),
  ).not.toMatch(/lindenhof/i);
});

test('in a group chat only the person who chooses sees the choices and the code', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restore-bot-'));
  const file = join(folder, 'two.json');
  const entry = {
    tenants: [FERNWEH.tenantId],
    backupServiceUrl: bot.backupService.url,
    authUrl: bot.identityProvider.url,
    graphUrl: bot.directory.url,
  };
  const list = [
    { ...entry, organization: FERNWEH.organization, displayName: 'Fernweh, one' },
    { ...entry, organization: FERNWEH.tenantId, displayName: 'Fernweh, two' },
  ];
  await writeFile(file, JSON.stringify(list));
  const other = await bot.startInstance({ ORGANIZATIONS_FILE: file });
  await rm(folder, { recursive: true });
  bot.talkTo(other);

  const { connector } = bot;
  const conversation = connector.groupChat;
  const group = chatter(bot, NOOR, conversation);
  const posted = () => connector.messages(conversation).find((message) => message.id === id)?.card;
  const { id, card } = await group.ask('restore login');
  expect(JSON.stringify(card)).not.toMatch(/Fernweh/);
  const byAlex = await connector.press({ person: ALEX, conversation, cardId: id, title: 'Choose' });
  expect(JSON.stringify(byAlex.outcome)).not.toMatch(/Fernweh/);

  const { outcome } = await group.press(id, 'Choose');
  const choice = outcome.kind === 'card' ? outcome.card : {};
  expect(titleOf(choice)).toBe('Which organization?');
  expect(JSON.stringify(choice)).toContain('Fernweh, two');
  expect(JSON.stringify(posted())).not.toMatch(/Fernweh/);
  const inputs = { organization: FERNWEH.tenantId };
  const picked = await connector.press({
    person: NOOR,
    conversation,
    cardId: id,
    action: dataAction(choice),
    inputs,
  });
  expect(readCode(id, picked.outcome.kind === 'card' ? picked.outcome.card : undefined)).toBeDefined();
  // Others see a card of the sign-in below, without organization and code.
  const cards = () => connector.messages(conversation).map((message) => message.card);
  await connector.waitFor(() => cards().some((shown) => titleOf(shown) === `${NOOR.name} is signing in`));
  expect(JSON.stringify(cards())).not.toMatch(/Fernweh/);
  expect(cards().map(codeOf)).not.toContainEqual(expect.any(String));
});

test('a service with another certificate than the pinned one receives no request, and the card says who can help', async () => {
  const second = bot.secondBackupService?.url ?? '';
  const other = await bot.startInstance({
    ORGANIZATIONS_FILE: '',
    ORGANIZATION: LINDENHOF.organization,
    AUTH_URL: bot.identityProvider.url,
    GRAPH_URL: bot.directory.url,
    BACKUP_SERVICE_URL: second,
    BACKUP_SERVICE_FINGERPRINT256: 'AB'.repeat(32),
  });
  const before = bot.secondBackupService?.received.length;
  bot.talkTo(other);
  const { card } = await dana().ask('restore login');
  expect(titleOf(card)).toBe('Not signed in');
  expect(textsOf(card).join(' ')).toMatch(/certificate that this bot doesn't trust.*BACKUP_SERVICE_FINGERPRINT256/);
  expect(bot.secondBackupService?.received).toHaveLength(before ?? 0);
});

test('the card says that the restore portal is switched off', async () => {
  bot.secondBackupService?.switchPortal(false);
  const off = await bot.startInstance({
    ORGANIZATIONS_FILE: '',
    ORGANIZATION: LINDENHOF.organization,
    AUTH_URL: bot.identityProvider.url,
    GRAPH_URL: bot.directory.url,
    BACKUP_SERVICE_URL: bot.secondBackupService?.url ?? '',
    BACKUP_SERVICE_FINGERPRINT256: fingerprintOf(SELF_SIGNED),
  });
  bot.talkTo(off);
  const { card } = await dana().ask('restore login');
  expect(textsOf(card).join(' ')).toContain('The restore portal is turned off at the backup service');
  bot.secondBackupService?.switchPortal(true);
});
