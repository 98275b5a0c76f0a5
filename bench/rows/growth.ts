/** What must not grow: the cost of a turn with the conversations stored, that of a refusal with the tokens refused. */
import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import { atOnce } from '../at-once.ts';
import { OURS, startBot, type Bot, type Child } from '../child.ts';
import { oursEnvironment, type Urls } from '../environments.ts';
import { compared, median, ratiosOf, round, type Row } from '../figures.ts';
import { createLoad, person, type Load } from '../load.ts';
import { definePart, withOutside } from '../part.ts';

const CONVERSATIONS = 100_000;
const AT_ONCE = 16;
const PEOPLE = 1_024;

interface GrowthSize {
  /** How often both processes are started anew. */
  readonly pairs: number;
  readonly turns: number;
  readonly rounds: number;
  /** Of requests with invalid tokens, before and after; the cheapest counts. */
  readonly batches: number;
  /** Requests with invalid tokens between the first and the last ones. */
  readonly refused: number;
}

type Bots<T> = Readonly<Record<'few' | 'many', T>>;

/**
 * Two processes answer the same few people, then one of them a hundred thousand: processes of the same build differ, and become
 * faster for thousands of turns.
 */
async function growthRow(outside: Child, urls: Urls, size: GrowthSize): Promise<readonly Row[]> {
  const token = await outside.ask<string>('sign');
  await outside.ask('fill', { count: CONVERSATIONS, prefix: 'c-many/conversations/bench/' });
  const pairs: Growth[] = [];
  for (let pair = 0; pair < size.pairs; pair += 1) pairs.push(await measurePair(urls, token, size));
  const describe = (name: 'few' | 'many'): string =>
    `${Math.round(median(pairs.map(({ after }) => after[name])))} µs CPU a turn, ${Math.round(median(pairs.map(({ before }) => before[name])))} while both answered ${PEOPLE.toLocaleString('en')}`;
  return [
    {
      what: `a turn, each in another of ${CONVERSATIONS.toLocaleString('en')} conversations`,
      against: `itself, in ${PEOPLE.toLocaleString('en')} conversations`,
      ours: describe('many'),
      peer: describe('few'),
      ...compared(pairs.map(({ before, after }) => after.ratio / before.ratio)),
      bound: { atMost: 1.1 },
    },
  ];
}

/** Microseconds of CPU a turn, medians, and the median of the rounds' ratios. */
type Costs = Bots<number> & { readonly ratio: number };
type Growth = Readonly<Record<'before' | 'after', Costs>>;

async function measurePair(urls: Urls, token: string, { turns, rounds }: GrowthSize): Promise<Growth> {
  const bots: Bots<Bot> = {
    few: await startBot(OURS, oursEnvironment(urls, 'few')),
    many: await startBot(OURS, oursEnvironment(urls, 'many')),
  };
  const loadFor = ({ port }: Bot): Load => createLoad(port, { channelUrl: urls.channel, token });
  const loads: Bots<Load> = { few: loadFor(bots.few), many: loadFor(bots.many) };

  /** Short pieces by turns: within a round the machine is about equally fast for both. */
  async function measure(groups: Bots<string>): Promise<Costs> {
    const costs: Bots<number[]> = { few: [], many: [] };
    for (let at = 0; at < rounds; at += 1) {
      for (const name of ['few', 'many'] as const) {
        const people = groups[name] === 'many' ? CONVERSATIONS : PEOPLE;
        const before = await bots[name].cpu();
        await loads[name].run(AT_ONCE, turns, (index) => ({
          who: person((at * turns + index) % people, groups[name]),
          act: { text: 'restore status' },
        }));
        costs[name].push(((await bots[name].cpu()) - before) / turns);
      }
    }
    return { few: median(costs.few), many: median(costs.many), ratio: median(ratiosOf(costs.many, costs.few)) };
  }

  try {
    await measure({ few: 'few', many: 'few' });
    const before = await measure({ few: 'few', many: 'few' });
    return { before, after: await measure({ few: 'few', many: 'many' }) };
  } finally {
    for (const name of ['few', 'many'] as const) {
      await loads[name].close();
      await bots[name].stop();
    }
  }
}

/** Requests with invalid tokens, each of another tenant and key: the cost of the last against that of the first. */
async function floodRow(
  outside: Child,
  urls: Urls,
  { batches: count, refused }: Pick<GrowthSize, 'batches' | 'refused'>,
): Promise<readonly Row[]> {
  const nextToken = invalidTokens(await outside.ask<string>('sign'));
  const bot = await startBot(OURS, oursEnvironment(urls, 'flood'));
  const pool = new Pool(`http://127.0.0.1:${bot.port}`, { connections: AT_ONCE });

  async function refuse(): Promise<void> {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/api/messages',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${nextToken()}` },
      body: JSON.stringify({ type: 'message', text: 'restore help', serviceUrl: `${urls.channel}/` }),
    });
    await body.dump();
    if (statusCode !== 401) throw new Error(`An invalid token is answered ${statusCode}.`);
  }
  /** @returns microseconds of the bot's CPU a request */
  async function batch(count: number): Promise<number> {
    const before = await bot.cpu();
    await atOnce(AT_ONCE, count, refuse);
    return ((await bot.cpu()) - before) / count;
  }

  const tenth = refused / 10;
  const batches = async (): Promise<number> => {
    const costs: number[] = [];
    for (let at = 0; at <= count; at += 1) costs.push(await batch(tenth));
    return Math.min(...costs);
  };
  try {
    await batch(tenth);
    const early = await batches();
    await batch(refused);
    const late = await batches();
    return [
      {
        what: `a request with an invalid token, after ${refused.toLocaleString('en')} of other tenants and keys`,
        against: 'itself, before them',
        ours: `${Math.round(late)} µs CPU a request`,
        peer: `${Math.round(early)} µs CPU a request`,
        figure: round(late / early),
        unit: '×',
        bound: { atMost: 2 },
      },
    ];
  } finally {
    await pool.close();
    await bot.stop();
  }
}

/** @param good a valid token, whose claims and key the invalid ones imitate */
function invalidTokens(good: string): () => string {
  const read = (part: string | undefined): object =>
    JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as object;
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [header, claims] = good.split('.').map((each, index) => (index < 2 ? read(each) : {}));
  const signature = randomBytes(256).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    // One in eight gets as far as the signature.
    const isKnownKey = count % 8 === 0;
    const algorithm = count % 5 === 0 ? 'none' : 'RS256';
    const named = { ...header, alg: algorithm, ...(isKnownKey ? {} : { kid: `kid-${count}` }) };
    const issuer = count % 3 === 0 ? { iss: `https://sts.windows.net/tenant-${count}/` } : {};
    const changes = isKnownKey ? { jti: count } : { tid: `tenant-${count}`, ...issuer };
    return `${part(named)}.${part({ ...claims, ...changes })}.${signature}`;
  };
}

export const growthPart = definePart<GrowthSize>({
  name: 'growth',
  title: 'What must not grow',
  quick: { pairs: 1, turns: 64, rounds: 1, batches: 1, refused: 500 },
  full: { pairs: 3, turns: 128, rounds: 12, batches: 3, refused: 20_000 },
  measure: (size) =>
    withOutside(async (outside, urls) => [
      ...(await growthRow(outside, urls, size)),
      ...(await floodRow(outside, urls, size)),
    ]),
});
