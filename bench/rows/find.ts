/** Search: time to the first page compared with the service's own response, and a large scope in memory. */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import type { Json } from '../../local/connector/types.ts';
import { ALEX, NOOR } from '../../local/people.ts';
import { clientOf } from '../../test/local/service-client.ts';
import { titleOf } from '../../test/support/cards-seen.ts';
import { chatter } from '../../test/support/chatter.ts';
import { startRunningBot } from '../../test/support/running-bot.ts';
import { oneAfterTheOther } from '../at-once.ts';
import type { ScopeCost } from '../scope-cost.ts';
import { percentile, round, type Row } from '../figures.ts';
import { definePart } from '../part.ts';

const SCOPE = 'a scope of 100,000 people, 50,000 sites and 50,000 teams';
const READING_MILLISECONDS = 1_000;
const DAY = 86_400_000;
/** Searches that are not counted: connections and the compiler are warm then, as on a bot that runs. */
const WARM_UP = 3;
const EXPLORE = { type: 'Vex', showDeleted: false, showAllVersions: false };
/** Each finds something on every day. */
const LINES = ['invoice', 'meeting', 'report', 'hotel', 'flight', 'a', 're'];
const SEARCHES = ['kyoto', 'invoice', 'meeting', 'report', 'hotel', 'flight', 'a', 're', 'final', 'subject:plan'];

async function scopeRows(): Promise<readonly Row[]> {
  const script = fileURLToPath(new URL('../scope-cost.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script]);
  const cost = JSON.parse(stdout) as ScopeCost;
  const both = { against: '–', peer: '–' };
  return [
    {
      what: `${SCOPE}: memory held`,
      ...both,
      ours: `${round(cost.bytes / 1e6, 1)} MB`,
      figure: round(cost.bytes / 1e6, 1),
      unit: 'MB',
      bound: { atMost: 100 },
    },
    {
      what: `${SCOPE}: slowest filter`,
      ...both,
      ours: `${round(cost.slowest.milliseconds, 1)} ms`,
      figure: round(cost.slowest.milliseconds, 1),
      unit: 'ms',
      bound: { atMost: 200 },
    },
  ];
}

/** From pressing **Search** to the card, minus the time the same search takes at the service. */
async function firstPageRow(searches: number, alone: Alone): Promise<readonly Row[]> {
  const bot = await startRunningBot({ environment: { LOG_LEVEL: 'warn' } });
  try {
    const alex = chatter(bot, ALEX);
    const { id: signedIn } = await alex.signIn();
    const before = new Set(alex.messages.map(({ id }) => id));
    await alex.press(signedIn, 'Find items to restore');
    const { id } = await bot.connector.waitFor(() => alex.messages.find((message) => !before.has(message.id)));
    /** Waits as a person would; a pending edit would show the previous step. */
    const press = async (title: string, inputs: Json = {}): Promise<number> => {
      await sleep(READING_MILLISECONDS);
      return alone(async () => {
        const pressedAt = performance.now();
        await alex.press(id, title, { inputs });
        return performance.now() - pressedAt;
      });
    };
    const client = await clientOf(bot.identityProvider, bot.backupService, ALEX);
    const scope = bot.backupService.restore.scopeIdOf(NOOR.signInName);
    const direct = await directSearch(client, bot.backupService.url, scope);
    const beyond: number[] = [];
    const own: number[] = [];
    const form = { scope, workload: 'exchange', asOf: '' };
    await press('Search', { ...form, words: 'kyoto' });
    for (let at = -WARM_UP; at < searches; at += 1) {
      const words = SEARCHES[(at + WARM_UP) % SEARCHES.length] ?? '';
      const answer = await alone(async () => {
        const asked = performance.now();
        await direct(words);
        return performance.now() - asked;
      });
      // If nothing was found, the form is already on the card.
      if (titleOf(alex.card(id)) === 'What I found') await press('Change');
      const shownAfter = await press('Search', { ...form, words });
      if (at < 0) continue;
      own.push(answer);
      beyond.push(shownAfter - answer);
    }
    return [
      {
        what: 'first page of results, beyond the service’s own answer: p95',
        against: 'the service asked directly',
        ours: `p50 ${Math.round(percentile(beyond, 50))} ms, p95 ${Math.round(percentile(beyond, 95))} ms of ${searches}`,
        peer: `p50 ${Math.round(percentile(own, 50))} ms, p95 ${Math.round(percentile(own, 95))} ms`,
        figure: round(percentile(beyond, 95), 0),
        unit: 'ms',
        bound: { atMost: 300 },
      },
    ];
  } finally {
    await bot.stop();
  }
}

/**
 * From a line such as `restore find kyoto of noor as of 3 days ago` to the card with what was found, minus the time of the same
 * calls at the service: opening the backup of that day, and the search. Each line is of another day than the one before, so that
 * each opens a backup. Its own calls are made right before it, so that both meet the same moment of a busy machine.
 */
async function expressLineRow(lines: number, alone: Alone): Promise<readonly Row[]> {
  const bot = await startRunningBot({ environment: { LOG_LEVEL: 'warn' } });
  try {
    const alex = chatter(bot, ALEX);
    await alex.signIn();
    const client = await clientOf(bot.identityProvider, bot.backupService, ALEX);
    const scope = await scopeOf(client, bot.backupService.restore.scopeIdOf(NOOR.signInName));
    const pool = new Pool(bot.backupService.url);
    const beyond: number[] = [];
    const own: number[] = [];
    for (let at = -WARM_UP; at < lines; at += 1) {
      const days = 2 + (((at + WARM_UP) * 7) % 25);
      const words = LINES[(at + WARM_UP) % LINES.length] ?? '';
      const dateTime = new Date(Date.now() - days * DAY).toISOString();
      const answer = await alone(async () => {
        const asked = performance.now();
        const session = await client.explore({ ...EXPLORE, dateTime, scope });
        await searchIn(pool, client, session)(words);
        const answered = performance.now();
        await client.post(`${session}/Stop`);
        return answered - asked;
      });
      await sleep(READING_MILLISECONDS);
      const { card, shownAfter } = await alone(async () => {
        const typed = performance.now();
        const reply = await alex.ask(`restore find ${words} of noor in mail as of ${days} days ago`);
        return { card: reply.card, shownAfter: performance.now() - typed };
      });
      if (titleOf(card) !== 'What I found') throw new Error(`"${words}", ${days} days ago: ${titleOf(card)}`);
      if (at < 0) continue;
      own.push(answer);
      beyond.push(shownAfter - answer);
    }
    await pool.close();
    return [
      {
        what: 'first results of an express line, beyond the service’s own answers: p95',
        against: 'the service asked directly',
        ours: `p50 ${Math.round(percentile(beyond, 50))} ms, p95 ${Math.round(percentile(beyond, 95))} ms of ${lines}`,
        peer: `p50 ${Math.round(percentile(own, 50))} ms, p95 ${Math.round(percentile(own, 95))} ms`,
        figure: round(percentile(beyond, 95), 0),
        unit: 'ms',
        bound: { atMost: 300 },
      },
    ];
  } finally {
    await bot.stop();
  }
}

type Alone = ReturnType<typeof oneAfterTheOther>;
type Client = Awaited<ReturnType<typeof clientOf>>;

async function directSearch(
  client: Client,
  serviceUrl: string,
  scopeId: string | undefined,
): Promise<(query: string) => Promise<unknown>> {
  const session = await client.explore({ ...EXPLORE, scope: await scopeOf(client, scopeId) });
  return searchIn(new Pool(serviceUrl), client, session);
}

async function scopeOf(client: Client, scopeId: string | undefined): Promise<object | undefined> {
  const { json } = await client.get('/v8/Organization/LoggedInUser/EffectiveScope');
  return (json['users'] as readonly { readonly id: string }[]).find(({ id }) => id === scopeId);
}

function searchIn(pool: Pool, client: Client, session: string): (query: string) => Promise<unknown> {
  const headers = { authorization: `Bearer ${client.accessToken}`, 'content-type': 'application/json' };
  const path = `${session}/organization/mailboxes/search?limit=2000&offset=0`;
  return async (query) => {
    const { statusCode, body } = await pool.request({ method: 'POST', path, headers, body: JSON.stringify({ query }) });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`The service answered ${statusCode}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
}

export const findPart = definePart<{ readonly searches: number; readonly lines: number }>({
  name: 'find',
  title: 'Search',
  quick: { searches: 3, lines: 3 },
  full: { searches: 30, lines: 40 },
  async measure({ searches, lines }) {
    const scope = await scopeRows();
    // Each spends most of its time reading, in which the other is measured.
    const alone = oneAfterTheOther();
    const [firstPage, expressLine] = await Promise.all([firstPageRow(searches, alone), expressLineRow(lines, alone)]);
    return [...scope, ...firstPage, ...expressLine];
  },
});
