/** What really leaves for Application Insights: the bot's own exporters against an ingestion endpoint on loopback. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { ALEX, FERNWEH } from '../../../local/people.ts';
import { createAzureMonitor } from '../../../src/telemetry/azure-monitor.ts';
import { createLateTelemetry } from '../../../src/telemetry/telemetry.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import { AUTHORITY_CERT, ISSUED_BY_AUTHORITY } from '../../support/certificates.ts';
import { chatter } from '../../support/chatter.ts';
import { startRunningBot } from '../../support/running-bot.ts';

let server: Server;
let received: string[];
let connectionString: string;

/** The exporter takes no address but https. */
const trusted = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...trusted, AUTHORITY_CERT]));
afterAll(() => setDefaultCACertificates(trusted));

beforeEach(async () => {
  received = [];
  server = createServer(ISSUED_BY_AUTHORITY, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
      received.push(text);
      const items = (text.match(/"iKey"/g) ?? []).length;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ itemsReceived: items, itemsAccepted: items, errors: [] }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  connectionString = `InstrumentationKey=11111111-2222-4333-8444-555555555555;IngestionEndpoint=https://127.0.0.1:${port}/`;
  // The exporter's own figures about itself would go to the internet.
  process.env['APPLICATION_INSIGHTS_NO_STATSBEAT'] = 'true';
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

test('metrics are exported by name, and calls within a turn belong to its trace', async () => {
  const telemetry = createAzureMonitor(connectionString, 'instance-1');
  telemetry.record('restore.polls', 1, { outcome: 'authorization_pending' });
  telemetry.record('restore.queue.age', 3, {});
  telemetry.record('restore.turn.duration', 0.2, { activity: 'message', status: 200 });
  await telemetry.section('entrance', 'turn message', { activity: 'message' }, async () => {
    await telemetry.section('call', 'backup service token', {}, async (section) => section.fail('TIMED_OUT'));
  });
  await telemetry.stop();
  const items = received.flatMap((body) => readItems(body));
  const metrics = items.flatMap(({ data }) => data.baseData.metrics?.map(({ name }) => name) ?? []);
  expect(metrics.filter((name) => name.startsWith('restore.')).toSorted()).toEqual([
    'restore.polls',
    'restore.queue.age',
    'restore.turn.duration',
  ]);
  const [turn] = items.filter(({ data }) => data.baseType === 'RequestData');
  const [call] = items.filter(({ data }) => data.baseType === 'RemoteDependencyData');
  expect([turn?.data.baseData.name, call?.data.baseData.name]).toEqual(['turn message', 'backup service token']);
  expect(call?.data.baseData.success).toBe(false);
  expect(call?.tags['ai.operation.id']).toBe(turn?.tags['ai.operation.id']);
});

test('a whole sign-in is measured, and no exported data contains a person, a place or a secret', async () => {
  const bot = await startRunningBot({ environment: { APPLICATIONINSIGHTS_CONNECTION_STRING: connectionString } });
  const alex = chatter(bot, ALEX);
  const { code } = await alex.signIn();
  await alex.ask('restore status');
  await bot.stop();
  const all = received.join('\n');
  for (const name of [
    'restore.turn.duration',
    'restore.sign_in.events',
    'restore.sign_in.duration',
    'restore.polls',
    'restore.job.duration',
    'restore.upstream.duration',
    'restore.queue.age',
  ]) {
    expect(all).toContain(name);
  }
  const secrets = [
    code.userCode,
    bot.environment['MicrosoftAppPassword'] ?? '',
    bot.environment['STATE_ENCRYPTION_KEYS'] ?? '',
    'eyJ',
  ];
  const people = [ALEX.name, ALEX.signInName, ALEX.objectId, ALEX.teamsUserId, FERNWEH.organization, FERNWEH.tenantId];
  for (const hidden of [...secrets, ...people, alex.conversation.id]) expect(all).not.toContain(hidden);
  expect(bot.lines.join('\n')).not.toContain(connectionString);
}, 60_000);

test('telemetry that cannot be loaded is logged once, and the bot continues', async () => {
  const log = createRecordingLog();
  const telemetry = createLateTelemetry(() => Promise.reject(new Error('no such module')), log);
  expect(await telemetry.section('entrance', 'turn', {}, () => Promise.resolve('answer'))).toBe('answer');
  telemetry.record('restore.polls', 1, {});
  await telemetry.stop();
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
});

interface Item {
  readonly tags: Readonly<Record<string, string>>;
  readonly data: {
    readonly baseType: string;
    readonly baseData: {
      readonly name?: string;
      readonly success?: boolean;
      readonly metrics?: readonly { readonly name: string }[];
    };
  };
}

/** A JSON list, or one JSON object a line. */
function readItems(body: string): readonly Item[] {
  if (body.startsWith('[')) return JSON.parse(body) as readonly Item[];
  return body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Item);
}
