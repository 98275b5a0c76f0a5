/** The audit log's chain over restarts, a killed process, several instances and an outage of storage. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ALEX, DANA, NOOR } from '../../local/people.ts';
import type { StoredLine } from '../../src/state/audit/reader.ts';
import { createAuditReader } from '../../src/state/audit/reader.ts';
import { createContainer } from '../../src/state/azure/storage.ts';
import { chatter, type Chatter } from '../support/chatter.ts';
import { eventually } from '../support/eventually.ts';
import { startRealBots, type RealBots } from '../support/real-bots.ts';
import { stored } from '../support/stored.ts';
import { startStorageProxy, type StorageProxy } from '../unit/state/azure/storage-proxy.ts';

const NAMES = { STATE_CONTAINER: 'chained', JOB_QUEUE: 'chained' };

let bots: RealBots;
let proxy: StorageProxy;
beforeAll(async () => {
  bots = await startRealBots();
  proxy = await startStorageProxy(bots.storage.blobPort);
}, 60_000);
afterAll(async () => {
  await bots.stop();
  await proxy.close();
});

const run = promisify(execFile);

/** `npm run audit`, on a container. */
async function audit(container: string, ...args: readonly string[]) {
  const { PATH = '' } = process.env;
  const { AZURE_STORAGE_CONNECTION_STRING = '' } = bots.environment;
  const env = { PATH, AZURE_STORAGE_CONNECTION_STRING, STATE_CONTAINER: 'chained', AUDIT_CONTAINER: container };
  return run(process.execPath, ['src/audit.ts', ...args], { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { readonly code: number; readonly stdout: string }) => ({ code, stdout }),
  );
}

const containerOf = (name: string) =>
  createContainer({ kind: 'connection-string', connectionString: bots.storage.connectionString }, name);

/** A container with these lines, as somebody leaves it who changed it. */
async function copyOf(lines: readonly StoredLine[], name: string): Promise<string> {
  const container = containerOf(name);
  await container.create();
  for (const [blob, ofBlob] of Map.groupBy(lines, (line) => line.blob)) {
    const body = ofBlob.map(({ bytes }) => `${bytes.toString()}\n`).join('');
    const copy = container.getAppendBlobClient(blob);
    await copy.create();
    await copy.appendBlock(body, Buffer.byteLength(body));
  }
  return name;
}

test('is intact after all of it, and shows what is removed, changed or moved afterwards', async () => {
  const [alex, noor, dana] = [ALEX, NOOR, DANA].map((person) => chatter(bots, person)) as [Chatter, Chatter, Chatter];
  const { connectionString, blobPort } = bots.storage;
  const proxied = connectionString.replace(`:${blobPort}/`, `:${proxy.port}/`);
  const lines = () => stored({ ...bots.environment, ...NAMES }).audit();
  const hasLines = (count: number) => eventually(`${count} lines`, async () => (await lines()).length >= count);

  const first = await bots.start(NAMES);
  const second = await bots.start({ ...NAMES, AZURE_STORAGE_CONNECTION_STRING: proxied });
  bots.talkTo(first);
  await alex.signIn();
  await hasLines(2);
  bots.talkTo(second);
  await noor.signIn();
  await hasLines(4);

  // What is asked meanwhile fails, but for what only the audit log needs; blocks are stored whose response is lost.
  let requests = 0;
  proxy.trouble((request) => {
    if (!/comp=appendblock/.test(request)) return undefined;
    requests += 1;
    return requests % 2 === 0 ? { kind: 'lost answer' } : { kind: 'answer', status: 500, code: 'InternalError' };
  });
  await noor.ask('restore logout');
  await eventually('two attempts', () => requests > 1);
  proxy.trouble(() => undefined);
  await hasLines(5);

  await first.stop('SIGKILL');
  await second.stop();
  const third = await bots.start(NAMES);
  bots.talkTo(third);
  await dana.ask('restore login');
  await hasLines(6);
  await third.stop();

  const whole = await audit('chained-audit', '--verify');
  expect(whole).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Intact: \d+ line\(s\) of 3 instance\(s\)/) });
  // The killed one alone has no last line.
  expect(whole.stdout.match(/^ {2}\w{12}: line 3, /gm)).toHaveLength(1);
  const [, end = ''] = /"event":"audit-chain","end":"([^"]+)"/.exec(third.lines.join('\n')) ?? [];
  expect((await audit('chained-audit', '--verify', '--end', end)).code).toBe(0);

  const reader = createAuditReader({ container: containerOf('chained-audit'), older: containerOf('chained') });
  const all: StoredLine[] = [];
  for await (const line of reader.stored('')) all.push(line);
  const at = all.findIndex(({ bytes }) => bytes.includes(`"person":"${ALEX.objectId}"`));
  const signedIn = all[at] as StoredLine;
  const forged = Buffer.from(signedIn.bytes.toString().replace(ALEX.objectId, NOOR.objectId));
  const other = all.findIndex(({ bytes }, index) => index > at && bytes.includes(`"person":"${ALEX.objectId}"`));
  const wrong: Readonly<Record<string, readonly StoredLine[]>> = {
    removed: all.toSpliced(at, 1),
    changed: all.with(at, { ...signedIn, bytes: forged }),
    moved: all.with(at, all[other] as StoredLine).with(other, signedIn),
  };
  for (const [name, tampered] of Object.entries(wrong)) {
    const { code, stdout } = await audit(await copyOf(tampered, name), '--verify');
    expect({ name, code, stdout }).toMatchObject({ name, code: 3, stdout: expect.stringContaining('NOT INTACT') });
    expect(stdout).toMatch(/^audit\/20\d\d-\d\d-\d\d\.jsonl, line \d+: instance \w{12}: /);
  }
  const shorter = await copyOf(all.slice(0, -1), 'shorter');
  expect((await audit(shorter, '--verify', '--end', end)).code).toBe(3);
}, 120_000);
