/** A flood of requests with invalid tokens, and hostile activities with valid ones. */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { ALEX } from '../../local/people.ts';
import type { RunningBot } from '../support/running-bot.ts';
import { cardValue, hostileText } from './hostile.ts';

export interface FloodResult {
  readonly requests: number;
  readonly problems: readonly string[];
}

const AT_ONCE = 16;

/** Tokens that name ever new tenants and keys, none of them good. */
export async function floodWithStrangers(
  bot: Pick<RunningBot, 'url' | 'connector'>,
  requests: number,
): Promise<FloodResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const good = await bot.connector.token();
  const [goodHeader = '', goodClaims = ''] = good.split('.');
  const { kid } = JSON.parse(Buffer.from(goodHeader, 'base64url').toString()) as { readonly kid: string };
  const body = JSON.stringify(
    bot.connector.activity(
      { person: ALEX, conversation: bot.connector.conversationFor(ALEX) },
      { type: 'message', text: 'restore help' },
    ),
  );
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signature = randomBytes(256).toString('base64url');
  const claims = JSON.parse(Buffer.from(goodClaims, 'base64url').toString()) as object;

  function token(n: number): string {
    const tenant = {
      ...claims,
      tid: `tenant-${n}`,
      iss: n % 3 === 0 ? `https://sts.windows.net/tenant-${n}/` : undefined,
    };
    // One in eight gets as far as the signature.
    const header = { alg: n % 5 === 0 ? 'none' : 'RS256', typ: 'JWT', kid: n % 8 === 0 ? kid : `kid-${n}` };
    return `${part(header)}.${part(n % 8 === 0 ? { ...claims, jti: n } : tenant)}.${signature}`;
  }

  const post = (n: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${token(n)}`,
        'content-length': Buffer.byteLength(body),
      };
      const outgoing = request(`${bot.url}/api/messages`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });

  const statuses = new Map<number, number>();
  let sent = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (sent < requests) {
        sent += 1;
        const status = await post(sent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  agent.destroy();
  const other = [...statuses.keys()].filter((status) => status !== 401);
  return {
    requests: sent,
    problems: other.length === 0 ? [] : [`strangers were answered ${other.join(', ')}`],
  };
}

const account = fc.record(
  { id: fc.oneof(fc.constant(ALEX.teamsUserId), hostileText), name: hostileText, aadObjectId: fc.option(hostileText) },
  { requiredKeys: ['id'] },
);
const activityChanges = fc.record(
  {
    type: fc.oneof(
      fc.constantFrom(
        'message',
        'invoke',
        'conversationUpdate',
        'installationUpdate',
        'messageReaction',
        'event',
        'endOfConversation',
      ),
      hostileText,
    ),
    text: fc.oneof(hostileText, fc.jsonValue({ maxDepth: 2 })),
    value: cardValue,
    name: fc.oneof(fc.constantFrom('adaptiveCard/action', 'task/fetch', 'signin/verifyState'), hostileText),
    from: fc.oneof(account, fc.jsonValue({ maxDepth: 2 })),
    recipient: fc.oneof(account, fc.jsonValue({ maxDepth: 1 })),
    replyToId: hostileText,
    id: hostileText,
    locale: hostileText,
    timestamp: hostileText,
    entities: fc.oneof(fc.array(fc.jsonValue({ maxDepth: 2 })), fc.jsonValue({ maxDepth: 1 })),
    membersAdded: fc.oneof(fc.array(account), fc.jsonValue({ maxDepth: 1 })),
    membersRemoved: fc.oneof(fc.array(account), fc.jsonValue({ maxDepth: 1 })),
    channelData: fc.jsonValue({ maxDepth: 3 }),
    conversation: fc.record({ id: hostileText, conversationType: hostileText, tenantId: fc.constant(ALEX.tenantId) }),
  },
  { requiredKeys: [] },
);

const BUSY = 503;
const NOT_IMPLEMENTED = 501;

/** An invoke of a name that nobody knows is answered as Microsoft's own libraries answer it. */
const isAnswer = (status: number, type: unknown): boolean =>
  (type === 'invoke' && status === NOT_IMPLEMENTED) || (status > 0 && status < 500);

/** Each is answered, by something else than a failure; afterwards an ordinary one still is. */
export async function sendHostileActivities(
  bot: RunningBot,
  count: number,
  seed = Date.now(),
): Promise<{ readonly sent: number; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  let sent = 0;
  const { connector } = bot;
  const where = { person: ALEX, conversation: connector.conversationFor(ALEX) };
  const samples = fc.sample(fc.tuple(activityChanges, fc.boolean()), { numRuns: count, seed });
  for (let at = 0; at < samples.length; at += 8) {
    await Promise.all(
      samples.slice(at, at + 8).map(async ([changes, whole]) => {
        const activity = whole ? { ...connector.activity(where, { type: 'message' }), ...changes } : changes;
        const text = JSON.stringify(activity);
        let { status } = await connector.post(text);
        // Few large bodies are read at a time; the channel sends those again.
        for (let again = 0; status === BUSY && again < 10; again += 1) {
          await sleep(1_000);
          ({ status } = await connector.post(text));
        }
        sent += 1;
        if (!isAnswer(status, activity.type)) problems.push(`${status} for ${text.slice(0, 300)}`);
      }),
    );
  }
  const { status } = await connector.post(connector.activity(where, { type: 'message', text: 'restore help' }));
  if (status !== 200) problems.push(`afterwards an ordinary activity was answered ${status}`);
  return { sent, problems };
}
