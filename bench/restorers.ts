/** People who are signed in at a backup service, and a bot with which they find and restore. */
import { Pool } from 'undici';
import type { Json } from '../local/connector/types.ts';
import { FERNWEH } from '../local/people.ts';
import { picksOn } from '../test/support/steps.ts';
import { OURS, startBot, type Bot, type Child } from './child.ts';
import { oursEnvironment, type Urls } from './environments.ts';
import type { Operators, OperatorsWanted } from './outside/operators.ts';
import { Restorer } from './restorer.ts';
import { seedSessions } from './seed.ts';

export interface RestorersBench {
  readonly outside: Child;
  readonly bot: Bot;
  readonly restorers: readonly [Restorer, ...Restorer[]];
}

/** @param name for a queue and a container of the bot's own */
export async function withRestorers<T>(
  outside: Child,
  urls: Urls,
  { name, ...wanted }: OperatorsWanted & { readonly name: string },
  work: (bench: RestorersBench) => Promise<T>,
): Promise<T> {
  const token = await outside.ask<string>('sign');
  const { serviceUrl, operators } = await outside.ask<Operators>('operators', wanted);
  const environment = oursEnvironment({ ...urls, service: serviceUrl }, name, {
    ORGANIZATION: FERNWEH.organization,
    OPERATOR_APPLICATION_ID: FERNWEH.operatorApplicationId,
    ALLOWED_TENANTS: FERNWEH.tenantId,
  });
  const bot = await startBot(OURS, environment);
  const pool = new Pool(`http://127.0.0.1:${bot.port}`, { connections: wanted.count });
  try {
    await seedSessions(environment, operators, urls.channel);
    const chat = { pool, outside, channelUrl: urls.channel, token };
    const [first, ...others] = operators.map((operator) => new Restorer(chat, operator));
    if (first === undefined) throw new Error('Nobody is there to restore.');
    return await work({ outside, bot, restorers: [first, ...others] });
  } finally {
    await pool.close();
    await bot.stop();
  }
}

/** 120 results. */
const LINE = 'restore find report of noor in mail';
const RESULTS = 'What I found';
const TICKS = 3;

const ticked = ({ card }: Restorer): Json =>
  Object.fromEntries(
    picksOn(card)
      .slice(0, TICKS)
      .map((pick) => [pick, 'true']),
  );

/** The way to a restore, step by step. @returns milliseconds until the answer */
export const WAY = {
  find: (one) => one.type(LINE, RESULTS),
  page: (one) => one.press('Next', RESULTS),
  confirm: (one) => one.press('Restore…', 'Ready to restore?', ticked(one)),
  restore: (one) => one.press('Restore', 'Restoring', { deletedItems: 'true' }),
} as const satisfies Readonly<Record<string, (one: Restorer) => Promise<number>>>;
