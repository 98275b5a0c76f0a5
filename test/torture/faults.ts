/** Faulty upstreams during a sign-in: what is lost, how often they are called, and whether the bot recovers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault as ConnectorFault } from '../../local/connector/faults.ts';
import type { Fault as DirectoryFault } from '../../local/stand-in/faults.ts';
import { ALEX, FERNWEH } from '../../local/people.ts';
import { createApp, type App } from '../../src/app.ts';
import type { Clock } from '../../src/core/platform.ts';
import { systemClock } from '../../src/core/platform.ts';
import { createLog } from '../../src/log/log.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { titleOf } from '../support/cards-seen.ts';
import { chatter, readCode, type Chatter, type CodeCard } from '../support/chatter.ts';
import { startTestStack } from '../support/running-bot.ts';
import { startFaultyProxy, type FaultKind, type FaultyProxy } from './faulty-proxy.ts';
import type { Stack } from '../../local/stack.ts';

export const UPSTREAMS = ['provider', 'directory', 'service', 'connector', 'blobs', 'queue'] as const;
export type UpstreamName = (typeof UPSTREAMS)[number];

export interface FaultResult {
  readonly upstreams: readonly UpstreamName[];
  readonly kind: FaultKind;
  readonly when: When;
  readonly problems: readonly string[];
  /** Calls per minute to the upstream that was called most. */
  readonly callsPerMinute: number;
  readonly milliseconds: number;
}

/** During the command, or while its code is pending. */
export type When = 'at the command' | 'while waiting';

const DIRECTORY: Readonly<Record<FaultKind, DirectoryFault>> = {
  refusing: { kind: 'reset' },
  resetting: { kind: 'reset' },
  slow: { kind: 'slow', milliseconds: 1_500 },
  silent: { kind: 'hang' },
  garbage: { kind: 'answer', status: 200, body: '<html>' },
  throttling: { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body: '' },
  failing: { kind: 'answer', status: 503, body: '' },
  'cut off': { kind: 'cut' },
};

const CONNECTOR: Readonly<Record<FaultKind, ConnectorFault>> = {
  refusing: { kind: 'reset' },
  resetting: { kind: 'reset' },
  slow: { kind: 'delay', milliseconds: 1_500 },
  silent: { kind: 'hang' },
  garbage: { kind: 'status', status: 502, body: '<html>' },
  throttling: { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  failing: { kind: 'status', status: 503 },
  'cut off': { kind: 'reset', applied: true },
};

export interface FaultyWorld {
  readonly stack: Stack;
  readonly alex: Chatter;
  readonly lines: readonly string[];
  readonly url: string;
  fault(upstreams: readonly UpstreamName[], kind: FaultKind | undefined): Promise<void>;
  /** When each upstream was called. */
  asked(upstream: UpstreamName): readonly number[];
  start(): Promise<void>;
  stopBot(): Promise<void>;
  stop(): Promise<void>;
}

export interface FaultyWorldOptions {
  readonly clock?: Clock | undefined;
  readonly intervalSeconds?: number | undefined;
  /** Defaults of the product where they are absent. */
  readonly ownership?: { readonly ownershipSeconds: number; readonly extendSeconds: number } | undefined;
  readonly started?: boolean | undefined;
}

export async function startFaultyWorld(options: FaultyWorldOptions = {}): Promise<FaultyWorld> {
  const { clock = systemClock, intervalSeconds = 1, ownership, started = true } = options;
  const address = { port: 0 };
  const stack = await startTestStack({
    intervalSeconds,
    botEndpoint: () => `http://127.0.0.1:${address.port}/api/messages`,
    delivery: { retryDelaysMilliseconds: [] },
  });
  const { blobPort, queuePort, connectionString } = stack.storage;
  const [provider, service, blobs, queue] = await Promise.all([
    startFaultyProxy(stack.identityProvider),
    startFaultyProxy(stack.backupService),
    startFaultyProxy({ url: `http://127.0.0.1:${blobPort}` }),
    startFaultyProxy({ url: `http://127.0.0.1:${queuePort}` }),
  ]);
  const proxies: Readonly<Partial<Record<UpstreamName, FaultyProxy>>> = { provider, service, blobs, queue };
  const settings = readSettings(
    {
      ...stack.environment,
      HOST: '127.0.0.1',
      PORT: '0',
      // Makes a sign-in call the directory too.
      LOOKUP: 'directory',
      AUTH_URL: provider.url,
      // The provider names its own origin, not that of the proxy in front of it.
      ALLOWED_VERIFICATION_HOSTS: [FERNWEH.tenantId, FERNWEH.organization]
        .map((tenant) => `${stack.identityProvider.url}/${tenant}/devicelogin`)
        .join(','),
      BACKUP_SERVICE_URL: service.url,
      AZURE_STORAGE_CONNECTION_STRING: connectionString
        .replace(`:${blobPort}/`, `:${blobs.port}/`)
        .replace(`:${queuePort}/`, `:${queue.port}/`),
    },
    () => '',
  );
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  let app: App | undefined;
  const world: FaultyWorld = {
    stack,
    alex: chatter(stack, ALEX),
    lines,
    get url() {
      return `http://127.0.0.1:${address.port}`;
    },
    async fault(upstreams, kind) {
      for (const upstream of upstreams) {
        await proxies[upstream]?.misbehave(kind);
        if (upstream === 'directory') {
          stack.directory.faults.clear();
          if (kind !== undefined) stack.directory.faults.next('', DIRECTORY[kind], 1_000_000);
        }
        if (upstream === 'connector') {
          stack.connector.faults.clear();
          if (kind !== undefined) stack.connector.faults.next('any', Infinity, CONNECTOR[kind]);
        }
      }
    },
    asked(upstream) {
      if (upstream === 'connector') return stack.connector.calls.map(({ at }) => at);
      if (upstream === 'directory') return stack.directory.received.map(({ receivedAt }) => receivedAt);
      return proxies[upstream]?.askedAt ?? [];
    },
    async start() {
      app = createApp(settings, log, { clock, ownership, limits: { take: () => ({ kind: 'allowed' }) } });
      address.port = (await app.start()).port;
    },
    async stopBot() {
      await app?.stop();
    },
    async stop() {
      await world.fault(UPSTREAMS, undefined);
      await app?.stop();
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
      await stack.stop();
    },
  };
  if (started) await world.start();
  return world;
}

async function eventually<T>(
  milliseconds: number,
  find: () => T | undefined | Promise<T | undefined>,
): Promise<T | undefined> {
  const until = Date.now() + milliseconds;
  for (;;) {
    const found = await find();
    if (found !== undefined || Date.now() > until) return found;
    await sleep(50);
  }
}

const newestCode = (alex: Chatter, before: ReadonlySet<string>): CodeCard | undefined =>
  alex.messages
    .map(({ id, card }) => readCode(id, card))
    .findLast((code) => code !== undefined && !before.has(code.id));

async function readiness(
  world: FaultyWorld,
): Promise<{ readonly status: number; readonly notAnswering: readonly string[] }> {
  const answer = await fetch(`${world.url}/readyz`);
  const body = (await answer.json()) as { readonly notAnswering?: readonly string[] };
  return { status: answer.status, notAnswering: body.notAnswering ?? [] };
}

/** A slow upstream answers. */
const isUnavailable = (kind: FaultKind): boolean => kind !== 'slow';
/** An unanswered call times out after 30 s. */
const PATIENCE_MILLISECONDS = 50_000;
/** All calls of a bot with one pending sign-in. */
export const MOST_CALLS_PER_MINUTE = 300;

function callsPerMinute(world: FaultyWorld, upstreams: readonly UpstreamName[], from: number, until: number): number {
  const counts = upstreams.map((upstream) => world.asked(upstream).filter((at) => at >= from && at < until).length);
  return Math.round((Math.max(...counts) * 60_000) / (until - from));
}

/** One round: the fault lasts for a while; afterwards a sign-in must complete, or have completed. */
export async function faultOnce(
  world: FaultyWorld,
  upstreams: readonly UpstreamName[],
  kind: FaultKind,
  when: When,
  faultMilliseconds: number,
): Promise<FaultResult> {
  const { alex } = world;
  const began = Date.now();
  const problems: string[] = [];
  const before = new Set(alex.messages.map(({ id }) => id));
  const titles = (): readonly string[] =>
    alex.messages.filter(({ id }) => !before.has(id)).map(({ card }) => titleOf(card));
  let code: CodeCard | undefined;
  if (when === 'while waiting') {
    await alex.say('restore login');
    code = await eventually(PATIENCE_MILLISECONDS, () => newestCode(alex, before));
    if (code === undefined) problems.push('no code before the fault');
  }
  await world.fault(upstreams, kind);
  const from = Date.now();
  if (when === 'at the command') {
    const { status } = await alex.say('restore login');
    const answered = Date.now() - from;
    if (answered > 14_000) problems.push(`the turn took ${answered} ms`);
    if (status >= 500 && !upstreams.includes('connector')) problems.push(`the turn answered ${status}`);
  } else if (code !== undefined) await alex.approve(code);
  const silent = (['blobs', 'queue'] as const).filter((name) => upstreams.includes(name));
  if (silent.length > 0 && isUnavailable(kind) && kind !== 'garbage' && kind !== 'cut off') {
    // Its answer may be a second old.
    const isSaid = async (): Promise<true | undefined> => {
      const { status, notAnswering } = await readiness(world);
      return status === 503 && silent.every((name) => notAnswering.includes(name)) ? true : undefined;
    };
    if ((await eventually(2_500, isSaid)) === undefined) problems.push(`readiness does not name ${silent.join()}`);
  }
  if ((await fetch(`${world.url}/healthz`)).status !== 200) problems.push('not alive');
  await sleep(Math.max(0, faultMilliseconds - (Date.now() - from)));
  let perMinute = callsPerMinute(world, upstreams, from, Date.now());
  // A dozen calls may fall into so short a time: whether they go on like that shows in twice the time.
  if (perMinute > MOST_CALLS_PER_MINUTE) {
    await sleep(faultMilliseconds);
    perMinute = callsPerMinute(world, upstreams, from, Date.now());
  }
  if (perMinute > MOST_CALLS_PER_MINUTE) problems.push(`${perMinute} calls a minute`);
  await world.fault(upstreams, undefined);
  if (
    (await eventually(8_000, async () => ((await readiness(world)).status === 200 ? true : undefined))) === undefined
  ) {
    problems.push('not ready again');
  }
  if (when === 'at the command') {
    // The person tries again, as the card says; what started meanwhile may have completed.
    await sleep(300);
    await alex.say('restore login');
    code = await eventually(PATIENCE_MILLISECONDS, () => newestCode(alex, before));
    if (code === undefined) problems.push(`no code after the fault: ${titles().join()}`);
    else await alex.approve(code).catch((error: unknown) => problems.push(`not approved: ${String(error)}`));
  }
  const done = await eventually(PATIENCE_MILLISECONDS, () => (titles().includes('Signed in') ? true : undefined));
  if (done === undefined) problems.push(`not signed in: ${titles().join()}`);
  await alex.say('restore logout');
  await eventually(5_000, () => (titles().some((title) => title.startsWith('Logged out')) ? true : undefined));
  return { upstreams, kind, when, problems, callsPerMinute: perMinute, milliseconds: Date.now() - began };
}
