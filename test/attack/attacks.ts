/** The attacks: what each sends and for how long. Runs in the attackers' process. */
import { flood, openAndWait, trickle, type RunningAttack } from './connections.ts';

/** Whom the attackers attack, and what they have. */
export interface Target {
  readonly port: number;
  /** A token as the channel sends it: of an attacker who got hold of one, or of a hostile channel. */
  readonly token: string;
  /** The same claims and key id, signed by another key. */
  readonly forgedToken: string;
  /** A message of an ordinary person, who is none of those measured. */
  readonly activity: Readonly<Record<string, unknown>>;
}

export interface Attack {
  readonly name: string;
  readonly seconds: number;
  /** With `--quick`; absent: left out there. */
  readonly quickSeconds?: number;
  /** The worst of its kind, which the benchmark measures too. */
  readonly isWorst?: true;
  /** Absent: nobody attacks, or what people do is too much. */
  begin?(target: Target): RunningAttack;
  readonly tooMuch?: 'searches' | 'downloads';
  /** On a bot with which people may sign in in the browser. */
  readonly inBrowser?: true;
}

const STALLED = 500;
/** Just under what the bot accepts. */
const BODY_BYTES = 1_000_000;
const ANNOUNCED_BYTES = 1_048_576;
const TRICKLED = Buffer.from(' ');
const REPLACED_AFTER_MILLISECONDS = 1_000;
/** Many connections, each so slow that its body takes most of a minute. */
const SLOW_CONNECTIONS = 600;
const SLOW_BYTES_PER_SECOND = 12_000_000 / SLOW_CONNECTIONS;
const HOSTILE_BODIES_PER_SECOND = 100;

function head(token: string | undefined): string {
  return [
    'POST /api/messages HTTP/1.1',
    'host: bot.example',
    'content-type: application/json',
    `content-length: ${ANNOUNCED_BYTES}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    '\r\n',
  ].join('\r\n');
}

const whiteSpace = (bytes: number): Buffer => Buffer.alloc(bytes, ' ');

const unfinishedHeaders = ({ port }: Target): RunningAttack =>
  trickle({
    port,
    connections: STALLED,
    first: Buffer.from('POST /api/messages HTTP/1.1\r\nhost: bot.example\r\nx-name: '),
    next: Buffer.from('x'),
    replacedAfterMilliseconds: REPLACED_AFTER_MILLISECONDS,
  });

const unfinishedBodies = ({ port }: Target, token: string | undefined): RunningAttack =>
  trickle({
    port,
    connections: STALLED,
    first: Buffer.concat([Buffer.from(head(token)), whiteSpace(BODY_BYTES)]),
    next: TRICKLED,
    // A megabyte each, so not all of them each second.
    replacedAfterMilliseconds: 6_000,
  });

const slowBodies = ({ port }: Target, token: string | undefined): RunningAttack =>
  trickle({
    port,
    connections: SLOW_CONNECTIONS,
    first: Buffer.concat([Buffer.from(head(token)), whiteSpace(SLOW_BYTES_PER_SECOND)]),
    next: whiteSpace(SLOW_BYTES_PER_SECOND),
    replacedAfterMilliseconds: REPLACED_AFTER_MILLISECONDS,
  });

type Activity = Target['activity'];
/** Makes a hostile activity of an ordinary one; about as many bytes of JSON as given. */
type Hostility = (activity: Activity, bytes: number) => string;

function hostileBodies(target: Target, bytes: number, ...kinds: readonly Hostility[]): RunningAttack {
  const { id: _, ...activity } = target.activity;
  const bodies = kinds.map((make) => Buffer.from(`,${make(activity, bytes - 1_000).slice(1)}`));
  return flood({
    port: target.port,
    method: 'POST',
    path: '/api/messages',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${target.token}` },
    // No two alike, or the second one would be taken for the first one sent again.
    body: (n) =>
      Buffer.concat([Buffer.from(`{"id":"hostile-${Date.now()}-${n}"`), bodies[n % bodies.length] ?? whiteSpace(1)]),
    perSecond: HOSTILE_BODIES_PER_SECOND,
  });
}

const manyKeys: Hostility = (activity, bytes) => {
  const keys = Array.from({ length: Math.floor(bytes / 14) }, (_, n) => [`key${n}`, 0] as const);
  return JSON.stringify({ ...activity, ...Object.fromEntries(keys) });
};
/** JSON.stringify would not nest so deeply. */
const nested: Hostility = (activity, bytes) => {
  const depth = Math.floor(bytes / 2);
  return JSON.stringify({ ...activity, value: 0 }).replace(
    '"value":0',
    `"value":${'['.repeat(depth)}${']'.repeat(depth)}`,
  );
};
const hugeText: Hostility = (activity, bytes) =>
  JSON.stringify({ ...activity, text: 'lorem '.repeat(Math.floor(bytes / 6)) });
const manySlashes: Hostility = (activity, bytes) =>
  JSON.stringify({
    ...activity,
    serviceUrl: `${String(activity['serviceUrl'])}${'/'.repeat(Math.min(bytes, 100_000))}x`,
  });

/** As long as one of the bot's own, which another bot could have written. */
const FORGED_TICKET = `${Buffer.from('{"alg":"dir","enc":"A256GCM","kid":"local"}').toString('base64url')}..${'A'.repeat(16)}.${'A'.repeat(300)}.${'A'.repeat(22)}`;
const FORM = Buffer.from(`code=${'A'.repeat(1_000)}&state=${FORGED_TICKET}`);

/** What the others are compared with. */
export const NOBODY_ATTACKS: Attack = { name: 'nobody attacks', seconds: 12 };

export const ATTACKS: readonly Attack[] = [
  NOBODY_ATTACKS,
  { name: '500 connections, headers never finished', seconds: 16, quickSeconds: 10, begin: unfinishedHeaders },
  {
    name: '500 connections, bodies never finished, no token',
    seconds: 16,
    begin: (target) => unfinishedBodies(target, undefined),
  },
  {
    name: '500 connections, bodies never finished, a good token',
    seconds: 16,
    quickSeconds: 3,
    isWorst: true,
    begin: (target) => unfinishedBodies(target, target.token),
  },
  { name: '12 MB/s of slow bodies, no token', seconds: 50, begin: (target) => slowBodies(target, undefined) },
  {
    name: '12 MB/s of slow bodies, a forged token',
    seconds: 50,
    isWorst: true,
    begin: (target) => slowBodies(target, target.forgedToken),
  },
  {
    name: '100 bodies a second with many keys, a good token',
    seconds: 12,
    quickSeconds: 3,
    begin: (target) => hostileBodies(target, BODY_BYTES, manyKeys),
  },
  {
    name: '100 bodies a second nested deeply, a good token',
    seconds: 12,
    begin: (target) => hostileBodies(target, BODY_BYTES, nested),
  },
  {
    name: '100 bodies a second with a huge text, a good token',
    seconds: 12,
    begin: (target) => hostileBodies(target, BODY_BYTES, hugeText),
  },
  {
    name: '100 bodies a second with a service URL of 100,000 slashes, a good token',
    seconds: 12,
    quickSeconds: 3,
    begin: (target) => hostileBodies(target, BODY_BYTES, manySlashes),
  },
  {
    name: '100 bodies of 64 KB a second, each kind in turn, a good token',
    seconds: 12,
    quickSeconds: 3,
    isWorst: true,
    begin: (target) => hostileBodies(target, 64_000, manyKeys, nested, hugeText, manySlashes),
  },
  {
    name: '1,000 new connections a second that send nothing',
    seconds: 12,
    begin: ({ port }) => openAndWait(port, 1_000),
  },
  {
    name: '500 requests a second to /readyz',
    seconds: 12,
    begin: ({ port }) => flood({ port, method: 'GET', path: '/readyz', perSecond: 500 }),
  },
  {
    name: '500 links a second that the bot has not made',
    seconds: 12,
    inBrowser: true,
    begin: ({ port }) => flood({ port, method: 'GET', path: `/sign-in/${FORGED_TICKET}`, perSecond: 500 }),
  },
  {
    name: '500 answers a second to sign-ins that nobody began',
    seconds: 12,
    quickSeconds: 3,
    inBrowser: true,
    begin: ({ port }) => flood({ port, method: 'POST', path: '/signed-in', body: () => FORM, perSecond: 500 }),
  },
  {
    name: '40 searches of one person, 58 MB found by each',
    seconds: 16,
    quickSeconds: 5,
    isWorst: true,
    tooMuch: 'searches',
  },
  { name: '5 people download slow files while others search', seconds: 30, tooMuch: 'downloads' },
];
