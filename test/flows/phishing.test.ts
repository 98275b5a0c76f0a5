/** Remote phishing (RFC 8628, section 5.4): somebody else approves the code that an attacker requested. */
import { FERNWEH, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import type { PersonState } from '../../src/sign-in/state/model.ts';
import { stateName } from '../../src/state/blobs/names.ts';
import { createSealer } from '../../src/state/blobs/encryption.ts';
import { createStateCodec } from '../../src/state/person-store.ts';
import { factOf, referenceOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { secretsIn, sought } from '../support/secrets-sought.ts';
import { stored } from '../support/stored.ts';
import { startTap, type Tap } from '../support/tap.ts';

let bot: RunningBot;
let blobs: Tap;
beforeAll(async () => {
  bot = await startRunningBot({ environment: { ADMIN_USER_IDS: MIKA.objectId } });
  const { connectionString, blobPort } = bot.storage;
  blobs = await startTap(blobPort);
  const tapped = connectionString.replace(`:${blobPort}/`, `:${blobs.port}/`);
  bot.talkTo(await bot.startInstance({ AZURE_STORAGE_CONNECTION_STRING: tapped }));
}, 60_000);
afterAll(async () => {
  await bot.stop();
  await blobs.stop();
});

/** Every state of a person that was sent to storage, opened with the bot's own keys. */
async function statesSent(personId: string): Promise<readonly PersonState[]> {
  const { stateEncryptionKeys } = readSettings(bot.environment, () => '');
  const codec = createStateCodec(createSealer(stateEncryptionKeys));
  const bodies = blobs.sent.match(/\{"version":\d+,"key":.*?"sealed":"[^"]+"\}/g) ?? [];
  const states: PersonState[] = [];
  for (const body of bodies.map((latin1) => Buffer.from(latin1, 'latin1').toString())) {
    const { key } = JSON.parse(body) as { readonly key: { conversationId: string; personId: string } };
    const opened = await codec.decode(body, stateName(key));
    if (key.personId === personId && opened.kind === 'state') states.push(opened.state);
  }
  return states;
}

/** The tokens that the identity provider has issued so far. */
const tokensIssued = () =>
  bot.identityProvider.tokenAnswers.flatMap((answer) => {
    const { access_token: access, refresh_token: refresh } = JSON.parse(answer) as Readonly<Record<string, string>>;
    return [sought('access token', access ?? ''), sought('refresh token', refresh ?? '')];
  });

test('the victim is named to the administrators and in the audit log, not on the card, and no blob ever held their tokens', async () => {
  const [mika, noor] = [chatter(bot, MIKA), chatter(bot, NOOR)];
  await mika.ask('help');

  const code = await noor.login();
  await noor.approve(code, PETRA);
  const card = await noor.becomes(code.id, 'Not signed in');

  const title = 'Sign-in approved by someone else';
  const toMika = () => mika.messages.find((message) => titleOf(message.card) === title);
  const report = await bot.connector.waitFor(toMika, 15_000);
  expect(report.summary).toBe(`Someone else approved a sign-in that ${NOOR.name} requested`);
  expect(factOf(report.card, 'Requested by')).toBe(NOOR.name);
  expect(factOf(report.card, 'User ID')).toBe(NOOR.objectId);
  expect(factOf(report.card, 'Tenant ID')).toBe(FERNWEH.tenantId);
  expect(factOf(report.card, 'Approved by (user ID)')).toBe(PETRA.objectId);
  expect(factOf(report.card, 'Approved by (tenant ID)')).toBe(FERNWEH.tenantId);
  expect(referenceOf(report.card)).toBe(referenceOf(card));

  expect(textsOf(card).join(' ')).toMatch(/An account other than yours signed in, so nothing was saved/);
  const shown = JSON.stringify(bot.connector.messages(noor.conversation));
  for (const part of [PETRA.objectId, PETRA.signInName, PETRA.name]) expect(shown).not.toContain(part);

  const audited = async () =>
    (await stored(bot.environment).audit()).filter((line) => line['event'] === 'sign-in-refused');
  await eventually('the audit line', async () => (await audited()).length > 0);
  expect(await audited()).toMatchObject([
    {
      person: NOOR.objectId,
      tenant: FERNWEH.tenantId,
      outcome: 'someone-else',
      approvedBy: { person: PETRA.objectId, tenant: FERNWEH.tenantId },
    },
  ]);
  const logged = bot.lines.filter((line) => line.includes('sign-in-by-somebody-else'));
  expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'warn', asker: { userId: NOOR.objectId }, approver: { userId: PETRA.objectId } },
  ]);

  const issued = tokensIssued();
  expect(issued.length).toBeGreaterThan(0);
  const states = await statesSent(NOOR.objectId);
  expect(states.map(({ signIn }) => signIn?.kind)).toEqual(expect.arrayContaining(['waiting', 'ended']));
  expect(secretsIn(JSON.stringify(states), issued)).toEqual([]);
  expect(bot.backupService.received.filter(({ body }) => body.includes(PETRA.objectId))).toEqual([]);

  // The search finds tokens that are stored: those of Noor's own sign-in.
  await noor.signIn();
  expect(secretsIn(JSON.stringify(await statesSent(NOOR.objectId)), tokensIssued())).not.toEqual([]);
  expect(mika.messages.filter((message) => titleOf(message.card) === title)).toHaveLength(1);
}, 60_000);
