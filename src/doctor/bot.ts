/** The bot's own settings, its registration with the connector, and its storage. */
import { SigningKeys } from '../chat/inbound/signing-keys.ts';
import { ConnectorToken } from '../chat/outbound/connector-token.ts';
import { createChannelHttp, type ChannelHttp } from '../chat/outbound/http.ts';
import { UpstreamError } from '../core/errors.ts';
import { withTimeout } from '../core/time-limit.ts';
import { callLimit, storageCode } from '../state/azure/calls.ts';
import { STORAGE_SCOPE } from '../state/azure/fast-path.ts';
import { createAzureCredential, createStorage, type Storage } from '../state/azure/storage.ts';
import { MUTE, STEP_LIMIT_MILLISECONDS, ok, outcomeOf, problem, report, skipped, warning } from './check.ts';
import type { Context, Finding, Verdict } from './check.ts';

/** Settings that are valid one by one and do not fit together. */
export function checkSettings({ settings }: Context): readonly Finding[] {
  const {
    organizations,
    adminUserIds,
    allowedTenants,
    identityBinding,
    stateEncryptionKeys,
    restoreChannel,
    logLevel,
  } = settings;
  const count = organizations.length;
  const appOnly = organizations.filter(({ appOnlyApplicationId }) => appOnlyApplicationId !== undefined).length;
  const verdicts: Verdict[] = [
    ok(
      `read without a mistake: ${count} organization${count === 1 ? '' : 's'}, app-only sign-in ` +
        `${appOnly === 0 ? 'off' : `on for ${appOnly}, open to ${adminUserIds.length}`}, ` +
        `sealed with key ${stateEncryptionKeys[0]?.kid ?? ''}`,
    ),
  ];
  const warn = (...about: Parameters<typeof warning>): void => void verdicts.push(warning(...about));
  if (appOnly > 0 && adminUserIds.length === 0) {
    const found = 'app-only sign-in has an application, and nobody may use it';
    warn(found, 'List object ids in ADMIN_USER_IDS, or leave the application out.');
  }
  const served = new Set(organizations.flatMap(({ tenants }) => tenants));
  const refused = [...served].filter((id) => !allowedTenants.includes(id));
  if (refused.length > 0 && allowedTenants.length > 0) {
    const found = `organizations serve tenant ${firstOf(refused)}, whose people may not talk to the bot`;
    warn(found, 'Add every tenant to ALLOWED_TENANTS.');
  }
  const unserved = allowedTenants.filter((id) => !served.has(id));
  if (unserved.length > 0 && organizations.every(({ tenants }) => tenants.length > 0)) {
    const found = `people of tenant ${firstOf(unserved)} may talk to the bot, and no organization serves them`;
    warn(found, 'Add the tenant to an organization’s "tenants", or take it out of ALLOWED_TENANTS.');
  }
  if (identityBinding === 'off') {
    const found = 'IDENTITY_BINDING is off: a code that somebody is lured into entering signs in whoever asked for it';
    warn(found, 'Leave it out, or use same-tenant.');
  }
  if (['warn', 'error', 'fatal', 'silent'].includes(logLevel)) {
    const found = `LOG_LEVEL is ${logLevel}: the log lacks the ends of the audit log, and what alerts look for`;
    warn(found, 'Leave it out, or use info.');
  }
  if (restoreChannel !== undefined) {
    // Only posting shows whether the app is in its team, and the doctor posts nothing.
    const found = `each restore gets a line in ${restoreChannel}; restore-channel-unreachable in the log if it cannot`;
    verdicts.push(ok(found));
  }
  return report('settings', '', ...verdicts);
}

const firstOf = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${others.length} more`;

/** Whether the bot gets a token for the connector, and whether the channel's keys can be read. */
export async function checkRegistration(context: Context): Promise<readonly Finding[]> {
  const { bot, authentication, proxy } = context.settings;
  if (authentication === 'off') {
    const found = 'BOT_AUTHENTICATION is off: anybody on this machine can be anybody to the bot';
    const verdict = warning(found, 'Leave it out wherever it is more than a trial.');
    return report('bot', bot.appId || 'no registration', verdict);
  }
  const http = createChannelHttp({ clock: context.clock, proxy });
  try {
    const [token, keys] = await Promise.all([checkToken(context, http), checkKeys(context, http)]);
    const { host } = new URL(bot.toBotFromChannelOpenIdMetadataUrl);
    return [...report('bot', bot.appId, token), ...report('channel', host, keys)];
  } finally {
    await http.close();
  }
}

async function checkToken({ settings, clock }: Context, http: ChannelHttp): Promise<Verdict> {
  const { appType, toChannelFromBotLoginUrl } = settings.bot;
  const error = await outcomeOf(new ConnectorToken({ settings, http, clock }).get());
  if (!(error instanceof UpstreamError)) return ok(`gets its token for the connector (${appType})`);
  const { code, status, reason, transient } = error;
  const facts = [code, status && `HTTP ${status}`, reason].filter((fact) => fact !== undefined);
  const [unreachable, refused] =
    appType === 'UserAssignedMSI'
      ? [
          'A managed identity exists only on Azure: run the doctor where the bot runs.',
          'Check that the identity of MicrosoftAppId is assigned to this machine.',
        ]
      : [
          `Check the way to ${new URL(toChannelFromBotLoginUrl).host}.`,
          'Check MicrosoftAppId, MicrosoftAppTenantId and MicrosoftAppType; the secret in MicrosoftAppPassword may have ended.',
        ];
  return problem(`gets no token for the connector (${facts.join(', ')})`, transient ? unreachable : refused);
}

async function checkKeys({ settings, clock }: Context, http: ChannelHttp): Promise<Verdict> {
  const metadataUrl = settings.bot.toBotFromChannelOpenIdMetadataUrl;
  let reason = '';
  const error = (fields: object): void => {
    reason = 'reason' in fields ? String(fields.reason).replace(/^Error: /, '') : '';
  };
  const keys = new SigningKeys({ metadataUrl, http, clock, log: { ...MUTE, error } });
  // Any id, so that they are fetched.
  const { kind } = await keys.find('doctor');
  if (kind === 'unavailable') {
    return problem(
      `the keys that its messages are signed with cannot be read (${reason})`,
      `Check ToBotFromChannelOpenIdMetadataUrl and ChannelService, and the way to ${new URL(metadataUrl).host}.`,
    );
  }
  if (keys.endorse('msteams')) return ok('the keys that its messages are signed with can be read');
  return problem(
    'none of the keys that its messages are signed with is endorsed for Teams, so every message is refused',
    'Set ToBotFromChannelOpenIdMetadataUrl to the metadata of your cloud’s Bot Framework channel.',
  );
}

/** As deploy/modules/storage.bicep gives them: what the bot can write in AUDIT_CONTAINER, it could change there. */
export const RIGHTS = {
  blobs: 'the role Storage Blob Data Contributor on STATE_CONTAINER only',
  audit:
    'a role on AUDIT_CONTAINER that reads and adds blobs and neither writes nor deletes any, with the action …/containers/read (docs/own-server.md, “An identity instead of the storage key”)',
  queue: 'the role Storage Queue Data Contributor on the storage account',
} as const;

const limit = (): ReturnType<typeof callLimit> => callLimit(STEP_LIMIT_MILLISECONDS);

/** If the test message is not deleted, it expires a second after it becomes visible. */
const HIDDEN = { visibilityTimeout: 60, messageTimeToLive: 61 };

/** Permissions on blobs and queue, by doing what the bot does and undoing it. */
export async function checkStorage({ settings, compareClock, clock }: Context): Promise<readonly Finding[]> {
  const { stateContainer: container, auditContainer, jobQueue: queue, storage: account } = settings;
  const { proxy, identityClientId } = settings;
  const told = (blobs: Verdict, audit: Verdict, messages: Verdict): readonly Finding[] => [
    ...report('blobs', container, blobs),
    ...report('audit log', auditContainer, audit),
    ...report('queue', queue, messages),
  ];
  if (account.kind === 'account') {
    const identity = await judgeIdentity(identityClientId);
    const untried = skipped('cannot be tried without a token');
    if (identity !== undefined)
      return [...report('identity', account.account, identity), ...told(untried, untried, untried)];
  }
  const storage = createStorage(account, { container, auditContainer, queue }, { proxy, identityClientId });
  const judge = (attempt: Promise<Verdict>, right: string): Promise<Verdict> =>
    attempt.catch((error: unknown) => judgeStorageError(error, account.kind, right));
  const verdicts = await Promise.all([
    judge(tryBlobs(storage), RIGHTS.blobs),
    judge(tryAudit(storage), RIGHTS.audit),
    judge(tryQueue(storage, { compareClock, clock }), RIGHTS.queue),
  ]);
  return told(...verdicts);
}

/** Apart from storage itself: without a token its calls end in a time limit as if it did not answer. @returns undefined if it gives one */
async function judgeIdentity(clientId: string | undefined): Promise<Verdict | undefined> {
  const credential = createAzureCredential(clientId);
  try {
    await withTimeout(STEP_LIMIT_MILLISECONDS, (abortSignal) => credential.getToken(STORAGE_SCOPE, { abortSignal }));
    return undefined;
  } catch (error) {
    return problem(
      `the bot's Azure identity gives no token for storage (${storageCode(error)})`,
      'With UserAssignedMSI, check that the identity of MicrosoftAppId is assigned to this machine; otherwise AZURE_CLIENT_ID, or ' +
        'AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET (docs/own-server.md, “An identity instead of the storage key”).',
    );
  }
}

async function judgePublicAccess(container: Storage['container']): Promise<Verdict | undefined> {
  const { blobPublicAccess } = await container.getProperties(limit());
  if (blobPublicAccess === undefined) return undefined;
  return problem('anybody can read the container', 'Set its public access level to private.');
}

async function tryBlobs({ container }: Storage): Promise<Verdict> {
  const publicAccess = await judgePublicAccess(container);
  if (publicAccess !== undefined) return publicAccess;
  const blob = container.getAppendBlobClient(`doctor/${crypto.randomUUID()}`);
  await blob.create({ ...limit(), conditions: { ifNoneMatch: '*' } });
  try {
    await blob.appendBlock('x', 1, limit());
    await blob.downloadToBuffer(0, 1, limit());
    await container.listBlobsFlat({ ...limit(), prefix: 'doctor/' }).next();
  } finally {
    await blob.delete(limit());
  }
  return ok('can be listed, read, written and deleted');
}

/** Reads only: what is written there may stay for years. */
async function tryAudit({ auditContainer }: Storage): Promise<Verdict> {
  const publicAccess = await judgePublicAccess(auditContainer);
  if (publicAccess !== undefined) return publicAccess;
  await auditContainer.listBlobsFlat(limit()).next();
  return ok('can be listed; the bot logs audit-log-waiting where it cannot append');
}

async function tryQueue(
  { queue }: Storage,
  { compareClock, clock }: Pick<Context, 'compareClock' | 'clock'>,
): Promise<Verdict> {
  const sentAt = clock.now();
  const { date } = await queue.getProperties(limit());
  compareClock('storage', date?.getTime(), sentAt);
  const { messageId, popReceipt } = await queue.sendMessage('doctor', { ...limit(), ...HIDDEN });
  await queue.deleteMessage(messageId, popReceipt, limit());
  await queue.peekMessages(limit());
  return ok('can be read, sent to and deleted from');
}

export function judgeStorageError(error: unknown, account: 'connection-string' | 'account', right: string): Verdict {
  const code = storageCode(error);
  const { statusCode: status } = error as { readonly statusCode?: unknown };
  if (code === 'ContainerNotFound' || code === 'QueueNotFound') {
    const found = 'is not there yet; the bot makes it at its first start';
    return account === 'connection-string'
      ? ok(found)
      : warning(
          `${found}, so the rights could not be tried`,
          `Start the bot once, or make it. Its identity needs ${right}.`,
        );
  }
  if (status === 403 || status === 401) {
    return problem(
      `access is denied (${code})`,
      account === 'account'
        ? `Give the bot's identity ${right}.`
        : 'Copy the connection string anew; the key may have been replaced, or the access signature lacks rights.',
    );
  }
  return problem(
    `does not answer (${code}${typeof status === 'number' ? `, HTTP ${status}` : ''})`,
    'Check AZURE_STORAGE_CONNECTION_STRING or AZURE_STORAGE_ACCOUNT, the account’s firewall, and the way there.',
  );
}
