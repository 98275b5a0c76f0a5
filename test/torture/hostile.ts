/** Hostile input, random and handmade, through the real endpoint, parsers and encryption. */
import fc from 'fast-check';
import { VERBS } from '../../src/cards/layout/verbs.ts';
import { parseCommand } from '../../src/chat/commands/parse-command.ts';
import { parseAction } from '../../src/chat/actions/parse-action.ts';
import { SettingsError, UpstreamError } from '../../src/core/errors.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { createSealer } from '../../src/state/blobs/encryption.ts';
import { createStateCodec } from '../../src/state/person-store.ts';
import { readMessage } from '../../src/jobs/job-message.ts';
import { createBackupService } from '../../src/upstream/backup-service.ts';
import type { HttpAnswer } from '../../src/upstream/http/answers.ts';
import type { Http } from '../../src/upstream/http/http.ts';
import { createDirectory, readClaims } from '../../src/upstream/directory.ts';
import { createIdentityProvider } from '../../src/upstream/identity-provider.ts';
import { environment } from '../support/environment.ts';
import { aKey, aSession, aState, aWaitingSignIn } from '../unit/state/states.ts';
import { anyCodePoint } from '../support/code-points.ts';

/** What was tried, by the thing it was tried on. */
export type Tried = Readonly<Record<string, number>>;

const SNIPPETS = [
  '${1+1}',
  '{{DATE(2026-01-01T00:00:00Z)}}',
  '[x](https://evil.example)',
  '<at>all</at>',
  '__proto__',
  'constructor',
  '\u202e\u0000\u001b[31m',
  '"}],"actions":[{',
  'A'.repeat(9_000),
  '👩‍💻',
  '\ud800',
  '../../etc/passwd',
  "' OR 1=1 --",
] as const;

export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...SNIPPETS), fc.string({ unit: anyCodePoint, maxLength: 40 })), { maxLength: 5 })
  .map((parts) => parts.join(' '));
const words = fc.constantFrom('restore', 'login', 'app-only', 'logout', 'status', 'new-code', 'log', 'in', '/', ' ');
const anything = fc.anything({ withNullPrototype: true, withUnicodeString: true, maxDepth: 4 });
const json = fc.jsonValue({ maxDepth: 4 });
const mostly = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> => fc.oneof({ weight: 3, arbitrary: good }, anything);

const commandText = fc.array(fc.oneof(words, hostileText), { maxLength: 8 }).map((parts) => parts.join(' '));
const cardData = fc.record(
  {
    verb: mostly(fc.constantFrom(...VERBS)),
    owner: mostly(hostileText),
    id: mostly(hostileText),
    flow: mostly(fc.constantFrom('operator', 'app-only')),
    organization: mostly(hostileText),
    command: mostly(commandText),
  },
  { requiredKeys: [] },
);
export const cardValue = fc.oneof(
  cardData,
  fc.record({
    action: fc.record({
      type: fc.constant('Action.Execute'),
      verb: mostly(fc.constantFrom(...VERBS)),
      data: mostly(cardData),
    }),
    trigger: mostly(fc.constantFrom('manual', 'automatic')),
  }),
  anything,
);

const MEMBERS = [
  'access_token',
  'refresh_token',
  'expires_in',
  'error',
  'error_description',
  'error_codes',
  'suberror',
  'user_code',
  'device_code',
  'verification_uri',
  'interval',
  'id',
  'value',
  'applicationId',
  'isEnabled',
  'isOperator',
  'message',
  'errorCode',
];
const upstreamText = fc.oneof(
  json.map((value) => JSON.stringify(value)),
  hostileText,
  fc.dictionary(fc.constantFrom(...MEMBERS), fc.oneof(json, hostileText)).map((value) => JSON.stringify(value)),
);
const upstreamStatus = fc.constantFrom(200, 200, 200, 201, 204, 400, 401, 403, 404, 409, 418, 429, 500, 503);

const organization = {
  key: 'contoso.onmicrosoft.com',
  displayName: 'Contoso',
  tenants: [],
  backupServiceUrl: 'https://backup.example',
  authUrl: 'https://login.microsoftonline.com',
  graphUrl: 'https://graph.microsoft.com',
  appOnlyScopes: 'Directory.Read.All User.Read offline_access',
};

/** @param scale 1: about ten seconds */
export async function tryHostileInput(scale: number, seed = Date.now()): Promise<Tried> {
  const tried: Record<string, number> = {};
  const runs = (count: number) => ({ numRuns: Math.max(50, Math.round(count * scale)), seed });
  const count = (what: string): void => {
    tried[what] = (tried[what] ?? 0) + 1;
  };

  fc.assert(
    fc.property(commandText, fc.constantFrom('personal', 'group chat', 'channel' as const), (text, place) => {
      count('commands');
      const { kind } = parseCommand(text, place);
      if (typeof kind !== 'string') throw new Error('no command');
    }),
    runs(20_000),
  );

  fc.assert(
    fc.property(cardValue, (value) => {
      count("cards' data");
      const action = parseAction(value);
      if (action !== undefined && !VERBS.includes(action.verb)) throw new Error('a verb of nobody');
    }),
    runs(20_000),
  );

  fc.assert(
    fc.property(fc.oneof(json, anything, hostileText), (value) => {
      count('queue messages');
      const content = readMessage(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
      if (content !== undefined && !Number.isSafeInteger(content.failures)) throw new Error('a count that is none');
    }),
    runs(5_000),
  );

  await fc.assert(
    fc.asyncProperty(upstreamStatus, upstreamText, async (status, text) => {
      count('upstream answers');
      await askEverything(status, text);
    }),
    runs(6_000),
  );

  fc.assert(
    fc.property(fc.oneof(json, anything, organizationsList), (value) => {
      count('organizations files');
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      const changed = environment({
        ORGANIZATIONS_FILE: '/o.json',
        ORGANIZATION: undefined,
        BACKUP_SERVICE_URL: undefined,
      });
      try {
        readSettings(changed, () => text);
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
      }
    }),
    runs(5_000),
  );

  await tamperWithBlobs(runs(4_000), () => count('sealed blobs'));
  return tried;
}

const field = fc.constantFrom(
  'organization',
  'displayName',
  'tenants',
  'backupServiceUrl',
  'backupServiceCa',
  'authUrl',
  'graphUrl',
  'appOnlyScopes',
  'nonsense',
);
const organizationsList = fc.array(
  fc.oneof(
    fc.dictionary(
      field,
      fc.oneof(
        json,
        hostileText,
        fc.constantFrom('contoso.onmicrosoft.com', 'https://x.example', 'http://[', 'common'),
      ),
    ),
    json,
  ),
  { maxLength: 4 },
);

/** Every call, met by the same answer: an error of ours or a value of the right shape, nothing else. */
async function askEverything(status: number, text: string): Promise<void> {
  const http: Http = {
    send: () => Promise.resolve({ status, text, retryAfterSeconds: undefined } as HttpAnswer),
    close: async () => undefined,
  };
  const provider = createIdentityProvider({ http });
  const directory = createDirectory({ http });
  const service = createBackupService({ http });
  const calls: readonly (() => unknown)[] = [
    () => provider.requestDeviceCode(organization, { clientId: 'c', scope: 's' }),
    () => provider.redeemDeviceCode(organization, { clientId: 'c', deviceCode: 'd', userCode: 'u' }),
    () => provider.refresh(organization, { clientId: 'c', scope: 's', refreshToken: 'r' }),
    () => directory.whoIs(organization, 'a'),
    () => service.exchange(organization, { flow: 'operator', clientId: 'c', assertion: 'a' }),
    () => service.renew(organization, { flow: 'app-only', refreshToken: 'r' }),
    () => service.logOut(organization, 'a'),
    () => service.portalSettings(organization),
    () => service.isOperator(organization, 'a'),
    () => readClaims(text),
  ];
  for (const call of calls) {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    }
  }
}

/** A changed byte, a removed part or another name: the blob opens to the same content or not at all. */
async function tamperWithBlobs(
  parameters: { readonly numRuns: number; readonly seed: number },
  count: () => void,
): Promise<void> {
  const codec = createStateCodec(createSealer([{ kid: 'k1', key: new Uint8Array(32).fill(7) }]));
  const state = aState({ signIn: aWaitingSignIn(), session: aSession() });
  const name = 'conversations/a/b.json';
  const blob = await codec.encode(aKey(), state, name);
  const whole = await codec.decode(blob, name);
  if (whole.kind !== 'state') throw new Error('the untouched blob does not open');
  await fc.assert(
    fc.asyncProperty(
      fc.nat(blob.length - 1),
      fc.nat(40),
      fc.string({ unit: anyCodePoint, maxLength: 3 }),
      fc.boolean(),
      async (at, length, put, moved) => {
        count();
        const changed = blob.slice(0, at) + put + blob.slice(at + length);
        const decoded = await codec.decode(changed, moved ? `${name}x` : name);
        if (decoded.kind === 'unreadable') return;
        // The same text, or white space that JSON does not mind.
        if (moved || JSON.stringify(decoded.state) !== JSON.stringify(whole.state))
          throw new Error('it opened to something else');
      },
    ),
    parameters,
  );
}
