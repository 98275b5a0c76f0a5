/** The cost of a turn with many stored conversations. */
import { OURS, startBot, type Child } from '../child.ts';
import { oursEnvironment, type Urls } from '../environments.ts';
import { median, round, type Row } from '../figures.ts';
import { createLoad, person } from '../load.ts';

const CONVERSATIONS = 100_000;
const AT_ONCE = 16;
const PEOPLE = 1_024;

export async function growthRow(outside: Child, urls: Urls, turns: number, rounds: number): Promise<readonly Row[]> {
  const token = await outside.ask<string>('sign');
  const environments = { few: oursEnvironment(urls, 'few'), many: oursEnvironment(urls, 'many') };
  await outside.ask('fill', { count: CONVERSATIONS, prefix: 'c-many/conversations/bench/' });
  const few = await startBot(OURS, environments.few);
  const many = await startBot(OURS, environments.many);
  const loads = {
    few: createLoad(few.port, { channelUrl: urls.channel, token }),
    many: createLoad(many.port, { channelUrl: urls.channel, token }),
  };
  const costs: Record<'few' | 'many', number[]> = { few: [], many: [] };
  try {
    for (let at = 0; at <= rounds; at += 1) {
      for (const [name, bot] of [
        ['few', few],
        ['many', many],
      ] as const) {
        const before = await bot.cpu();
        // A few people against a hundred thousand.
        await loads[name].run(AT_ONCE, turns, (index) => ({
          who: name === 'few' ? person(index % PEOPLE, 'few') : person((at * turns + index) % CONVERSATIONS, 'many'),
          act: { text: 'restore status' },
        }));
        const after = await bot.cpu();
        if (at > 0) costs[name].push((after - before) / turns);
      }
    }
  } finally {
    for (const load of Object.values(loads)) await load.close();
    await few.stop();
    await many.stop();
  }
  const said = (name: 'few' | 'many'): string => `${Math.round(median(costs[name]))} µs CPU a turn`;
  return [
    {
      what: `a turn, each in another of ${CONVERSATIONS.toLocaleString('en')} conversations`,
      against: `itself, in ${PEOPLE.toLocaleString('en')} conversations`,
      ours: said('many'),
      peer: said('few'),
      figure: round(median(costs.many) / median(costs.few)),
      unit: '×',
      bound: { atMost: 1.1 },
    },
  ];
}
