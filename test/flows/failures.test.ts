import type { Message } from '../../local/connector/types.ts';
import { REFUSALS, refusal } from '../../local/identity-provider/entra-errors.ts';
import { ALEX, DANA, MIKA, NOOR, type SamplePerson } from '../../local/people.ts';
import { HTML_PAGE, unavailable, type Fault } from '../../local/stand-in/faults.ts';
import { wordsFor } from '../../src/cards/text/index.ts';
import { factOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, readCode, type Chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { expectRemedy } from '../support/remedies.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { changeNextCode } from '../support/scripted-code.ts';
import { stored } from '../support/stored.ts';

const { whoHelps, failures } = wordsFor(undefined).notSignedIn;

const DEVICE_CODE = { path: '/token', grantType: 'urn:ietf:params:oauth:grant-type:device_code' };
const EXCHANGE = { path: '/v8/token', grantType: 'operator' };

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot();
}, 60_000);
afterEach(async () => {
  expect([bot.identityProvider.faults.pending, bot.backupService.faults.pending]).toEqual([0, 0]);
});
afterAll(() => bot.stop());

/** The assertions that the service received for a person. */
const assertionsFor = ({ objectId }: SamplePerson): readonly (string | null)[] =>
  bot.backupService.received
    .map(({ body }) => new URLSearchParams(body))
    .filter((form) => form.get('client_id')?.startsWith(objectId))
    .map((form) => form.get('assertion'));

/** Presses Try again on a failed card, and approves the code that comes. */
async function signInAfterAll(person: Chatter, id: string): Promise<void> {
  await person.press(id, 'Try again');
  const code = readCode(id, await person.becomes(id, 'Sign in to restore data'));
  if (code !== undefined) await person.approve(code);
  await person.becomes(id, 'Signed in');
}

/** Resolves once the changed code is issued: the next code request is unchanged. */
const codeOfTwoSecondsIsOut = Promise.withResolvers<void>();
/** Resolves once the service's faults are used up. */
const faultsOfTheServiceAreOver = Promise.withResolvers<void>();

test.concurrent('a code that runs out ends on its card, and Try again brings a new one', async () => {
  const alex = chatter(bot, ALEX);
  await changeNextCode(bot, { expires_in: 2 });
  const code = await alex.login();
  codeOfTwoSecondsIsOut.resolve();
  const card = await alex.becomes(code.id, 'The code has expired');
  expectRemedy(bot, card, whoHelps.you);
  await faultsOfTheServiceAreOver.promise;
  await signInAfterAll(alex, code.id);
});

test.concurrent('a service that is unavailable or answers HTML is called again with the stored token answer, and the code is redeemed once', async () => {
  const mika = chatter(bot, MIKA);
  bot.backupService.faults.next(EXCHANGE, unavailable(0));
  bot.backupService.faults.next(EXCHANGE, HTML_PAGE);
  await codeOfTwoSecondsIsOut.promise;
  const code = await mika.login();
  await mika.approve(code);
  const storage = stored(bot.environment);
  await eventually(
    'the stored answer',
    async () => (await storage.open(mika.conversation.id, MIKA))?.signIn?.kind === 'redeemed',
  );
  const status = await mika.ask('restore status');
  expect(textsOf(status.card).join(' ')).toContain("You've approved the sign-in. I'm completing it");
  await mika.becomes(code.id, 'Signed in');
  faultsOfTheServiceAreOver.resolve();
  const assertions = assertionsFor(MIKA);
  expect(assertions.length).toBe(3);
  expect(new Set(assertions).size).toBe(1);
});

test('each refusal of the identity provider ends on a card that says who can help and how', async () => {
  const noor = chatter(bot, NOOR);
  const { id } = await noor.login();
  const cases: readonly (readonly [Fault, string, string])[] = [
    [REFUSALS.publicClientOff, whoHelps.administrator, 'Allow public client flows'],
    [REFUSALS.consentRequired, whoHelps.administrator, 'Grant admin consent'],
  ];
  for (const [fault, who, remedy] of cases) {
    bot.identityProvider.faults.next(DEVICE_CODE, fault);
    const card = await bot.connector.waitFor(() => {
      const seen = noor.card(id);
      return textsOf(seen).join('\n').includes(remedy) && seen;
    }, 10_000);
    expectRemedy(bot, card, who);
    expect(textsOf(card).join('\n')).not.toMatch(/Trace ID/);
    await noor.press(id, 'Try again');
    await noor.becomes(id, 'Sign in to restore data');
  }
  expect(noor.messages).toHaveLength(1);
  await noor.press(id, 'Cancel');
});

test('a code request that is refused, fails or points to another page starts nothing and says why', async () => {
  const dana = chatter(bot, DANA);
  const sentence = { error: 'unauthorized_client', number: 700016, sentence: 'No such application here.' };
  bot.identityProvider.faults.next('/devicecode', refusal(sentence));
  const refused = (await dana.ask('restore login')).card;
  expectRemedy(bot, refused, whoHelps.administrator);
  expect(textsOf(refused).join('\n')).toContain('No such application here.');

  bot.identityProvider.faults.next('/devicecode', HTML_PAGE);
  const html = (await dana.ask('restore login')).card;
  expectRemedy(bot, html, whoHelps.us);

  const pages = ['https://login.microsoft.com.example.org/device', 'https://microsoft.com/link'];
  for (const verification_uri of pages) {
    await changeNextCode(bot, { verification_uri });
    const elsewhere = (await dana.ask('restore login')).card;
    expectRemedy(bot, elsewhere, whoHelps.us);
    expect(JSON.stringify(elsewhere)).not.toMatch(/example\.org|\/link|OpenUrl/);
  }
  expect(await stored(bot.environment).open(dana.conversation.id, DANA)).toBeUndefined();
});

test('an identity provider that is unavailable, drops the connection or answers HTML is polled again, and the sign-in completes', async () => {
  const { groupChat, channel } = bot.connector;
  const people = [chatter(bot, NOOR), chatter(bot, ALEX, groupChat), chatter(bot, MIKA, channel)];
  for (const fault of [unavailable(1), { kind: 'reset' } as const, HTML_PAGE]) {
    bot.identityProvider.faults.next(DEVICE_CODE, fault);
  }
  await Promise.all(people.map((person) => person.signIn()));
  expect(bot.lines.filter((line) => line.includes('did not answer a poll')).length).toBeGreaterThanOrEqual(3);
});

test('an outcome whose card was deleted is posted as a new card', async () => {
  const alex = chatter(bot, ALEX, bot.connector.channel);
  const code = await alex.login();
  bot.connector.faults.next('update', 1, {
    kind: 'status',
    status: 404,
    body: { error: { code: 'ActivityNotFoundInConversation', message: 'gone' } },
  });
  await alex.approve(code);
  const thread = alex.messages.find(({ id }) => id === code.id)?.threadId;
  const isNew = ({ id, threadId, card }: Message): boolean =>
    id !== code.id && threadId === thread && titleOf(card) === 'Signed in';
  const posted = await bot.connector.waitFor(() => alex.messages.find(isNew), 10_000);
  // From now on it is the session's card.
  await eventually('its id', async () => {
    const { session } = (await stored(bot.environment).open(alex.conversation.id, ALEX)) ?? {};
    return session?.cardId === posted.id;
  });
  await alex.ask('restore logout');
  await alex.becomes(posted.id, 'Logged out');
});

test('IDENTITY_BINDING can accept any account of the tenant, or any account', async () => {
  const main = { port: Number(new URL(bot.url).port) };
  const start = async (binding: string) =>
    bot.startInstance({
      IDENTITY_BINDING: binding,
      STATE_CONTAINER: `binding-${binding}`,
      JOB_QUEUE: `binding-${binding}`,
    });
  const [tenant, off] = await Promise.all([start('same-tenant'), start('off')]);
  const signIns = [];
  for (const [instance, asker, title] of [
    [tenant, ALEX, 'Signed in'],
    [tenant, DANA, 'Not signed in'],
    [off, DANA, 'Signed in'],
  ] as const) {
    bot.talkTo(instance);
    const person = chatter(bot, asker);
    signIns.push({ person, title, code: await person.login() });
  }
  bot.talkTo(main);
  const cards = await Promise.all(
    signIns.map(async ({ person, title, code }) => {
      await person.approve(code, NOOR);
      return person.becomes(code.id, title);
    }),
  );
  expect(cards.map((card) => factOf(card, 'Account'))).toEqual([NOOR.signInName, undefined, NOOR.signInName]);
  expect(textsOf(cards[1])).toContain(failures['other-tenant'].text);
  await Promise.all([tenant.stop(), off.stop()]);
});
