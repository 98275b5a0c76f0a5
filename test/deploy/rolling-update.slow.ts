/** A rolling update as Container Apps does it: the new instance comes up, then the old one gets SIGTERM. Real processes. */
import type { BotProcess } from '../../local/bot-process.ts';
import { ALEX, MIKA, NOOR } from '../../local/people.ts';
import { chatter, type CodeCard } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { startRealBots, terminate, type RealBots } from '../support/real-bots.ts';

let bots: RealBots;
beforeAll(async () => {
  bots = await startRealBots();
}, 60_000);
afterAll(() => bots.stop());

async function end(bot: BotProcess): Promise<void> {
  expect(await terminate(bot)).toBe(0);
}

test('a rolling update of two instances with sign-ins pending loses none of them', async () => {
  const [first, second] = await Promise.all([bots.start(), bots.start()]);
  const people = [ALEX, NOOR, MIKA].map((person) => chatter(bots, person));
  const inGroup = chatter(bots, NOOR, bots.connector.groupChat);
  const everybody = [...people, inGroup];

  const codes: CodeCard[] = [];
  for (const [index, person] of everybody.entries()) {
    bots.talkTo(index % 2 === 0 ? first : second);
    codes.push(await person.login());
  }
  const [forAlex, forNoor, forMika, forGroup] = codes;
  if (forAlex === undefined || forNoor === undefined || forMika === undefined || forGroup === undefined) {
    throw new Error('somebody got no code');
  }
  const [alex, noor, mika] = people;

  // Approved while nobody or somebody else is about to own it.
  const third = await bots.start();
  await Promise.all([end(first), alex?.approve(forAlex)]);
  bots.talkTo(third);
  const fourth = await bots.start();
  await Promise.all([end(second), noor?.approve(forNoor)]);
  bots.talkTo(fourth);
  await Promise.all([mika?.approve(forMika), inGroup.approve(forGroup)]);

  await Promise.all(everybody.map((person, index) => person.becomes(codes[index]?.id ?? '', 'Signed in')));
  // One card each from beginning to end: nobody had to do anything again.
  for (const person of everybody) expect(person.messages).toHaveLength(1);
  const told = (): readonly string[] =>
    [first, second, third, fourth].flatMap(({ lines }) => lines.filter((line) => line.includes('"msg":"signed in"')));
  await eventually('a line for each', () => told().length >= everybody.length);
  await Promise.all([end(third), end(fourth)]);
  expect(told()).toHaveLength(everybody.length);
}, 120_000);
