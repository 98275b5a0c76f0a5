/** What must not grow: the cost of a turn with the conversations stored, that of a refusal with the tokens refused. */
import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import { atOnce } from '../at-once.ts';
import { OURS, startBot, type Child } from '../child.ts';
import { oursEnvironment, type Urls } from '../environments.ts';
import { median, round, type Row } from '../figures.ts';
import { createLoad, person } from '../load.ts';
import { definePart, withOutside } from '../part.ts';

const CONVERSATIONS = 100_000;
const AT_ONCE = 16;
const PEOPLE = 1_024;

interface GrowthSize {
  readonly turns: number;
  readonly rounds: number;
  /** Requests with invalid tokens between the first and the last ones. */
  readonly refused: number;
}

async function growthRow(outside: Child, urls: Urls, { turns, rounds }: GrowthSize): Promise<readonly Row[]> {
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
  const describe = (name: 'few' | 'many'): string => `${Math.round(median(costs[name]))} µs CPU a turn`;
  return [
    {
      what: `a turn, each in another of ${CONVERSATIONS.toLocaleString('en')} conversations`,
      against: `itself, in ${PEOPLE.toLocaleString('en')} conversations`,
      ours: describe('many'),
      peer: describe('few'),
      figure: round(median(costs.many) / median(costs.few)),
      unit: '×',
      bound: { atMost: 1.1 },
    },
  ];
}

/** Requests with invalid tokens, each of another tenant and key: the cost of the last against that of the first. */
async function floodRow(
  outside: Child,
  urls: Urls,
  { rounds, refused }: Omit<GrowthSize, 'turns'>,
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
    for (let at = 0; at <= rounds; at += 1) costs.push(await batch(tenth));
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
  quick: { turns: 64, rounds: 1, refused: 500 },
  full: { turns: 1_024, rounds: 3, refused: 20_000 },
  measure: (size) =>
    withOutside(async (outside, urls) => [
      ...(await growthRow(outside, urls, size)),
      ...(await floodRow(outside, urls, size)),
    ]),
});
