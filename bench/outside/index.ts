/** All stand-ins in one separate process, controlled and queried over IPC. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBenchChannel } from './channel.ts';
import { createBenchProvider, type WarmUp } from './provider.ts';
import type { OperatorsWanted } from './operators.ts';
import { createBenchStorage } from './storage.ts';
import { BENCH } from '../names.ts';

const intervalSeconds = Number(process.argv[2] ?? 5);

type Handle = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

async function listen(handle: Handle, connected?: () => void): Promise<string> {
  const server = createServer((request, response) => void handle(request, response));
  server.keepAliveTimeout = 120_000;
  if (connected !== undefined) server.on('connection', connected);
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 16_384 }, resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const storage = createBenchStorage();
const urls = { storage: '', provider: '', channel: '', service: '' };
const provider = createBenchProvider(() => urls.provider, intervalSeconds, { oid: BENCH.oid, tid: BENCH.tenantId });
const channel = await createBenchChannel(() => urls.channel, BENCH.appId);

/** Lifetime of the backup service's sessions. */
const session = { seconds: 3_600 };

/** Stand-in for the backup service, as far as a sign-in needs it. */
const service: Handle = (_request, response) => {
  const body = JSON.stringify({
    access_token: 'a'.repeat(64),
    refresh_token: 'b'.repeat(64),
    token_type: 'bearer',
    expires_in: session.seconds,
  });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
};

urls.storage = await listen((request, response) => storage.handle(request, response));
urls.provider = await listen(
  (request, response) => provider.handle(request, response),
  () => provider.connected(),
);
urls.channel = await listen((request, response) => channel.handle(request, response));
urls.service = await listen(service);

const acts: Readonly<Record<string, (argument: never) => unknown>> = {
  urls: () => urls,
  sign: () => channel.sign(),
  storageOperations: () => storage.takeOperations(),
  folderOperations: () => storage.takeFolderOperations(),
  holdAfterWrite: (folder: string) => storage.holdAfterWrite(folder),
  release: () => storage.release(),
  sessionSeconds: (seconds: number) => Object.assign(session, { seconds }),
  fill: ({ count, prefix }: { readonly count: number; readonly prefix: string }) => storage.fill(count, prefix),
  queued: () => storage.messages,
  polls: () => provider.takeFigures(),
  codes: () => provider.codes,
  declineFrom: (number: number) => provider.declineFrom(number),
  warmUp: (codes: WarmUp) => provider.warmUp(codes),
  warmedUp: () => provider.warmedUp,
  approve: (deviceCode: string) => provider.approve(deviceCode),
  deviceCodes: () => provider.deviceCodes,
  granted: (deviceCode: string) => provider.grantedAt(deviceCode) ?? null,
  answeredConversations: () => channel.posted.size,
  edited: (conversation: string) => channel.edits.get(conversation) ?? null,
  posted: (conversation: string) => channel.posted.get(conversation) ?? null,
  sends: () => channel.takeSends(),
  operators: async (wanted: OperatorsWanted) => (await import('./operators.ts')).startOperators(wanted),
};

process.on('message', ({ id, act, argument }: { id: number; act: string; argument: unknown }) => {
  void (async () => {
    const result: unknown = await acts[act]?.(argument as never);
    process.send?.({ id, result: result ?? null });
  })();
});
process.send?.({ id: 0, result: null });
