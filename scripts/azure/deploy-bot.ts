/**
 * All of a deployment, in an order in which each step finds what is already there: resource group, vault, resources, encryption
 * key, image, app. Repeating it after a failure at any step goes on from there.
 */
import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findGroup, registerProviders, type Account } from './account.ts';
import { AzError, DENIED, EXIT, Stop, type Surroundings, words } from './az.ts';
import { hasRestoreCertificate, nameOf, parameterMistakes } from './parameters.ts';

export interface Deployment {
  readonly root: string;
  readonly group: string;
  readonly location: string;
  /** Path of the file. */
  readonly parameters: string;
  /** To run instead of building one. */
  readonly image?: string | undefined;
}

export interface Deployed {
  readonly botId: string;
  readonly fqdn: string;
  readonly appName: string;
  readonly vault: string;
  readonly networkName: string;
  readonly outgoingAddresses: readonly string[];
}

const WITHOUT_SECRETS = { STATE_ENCRYPTION_KEYS: '', RESTORE_BOT_IMAGE: '' };

/** @throws Stop naming all mistakes in the file, or that it is not there */
export async function readParameters(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Stop(`${path} is not there. Copy deploy/main.example.bicepparam and fill it in.`, EXIT.noInput);
  });
  const mistakes = parameterMistakes(text);
  if (mistakes.length > 0)
    throw new Stop([`${path} has mistakes, and nothing was created:`, ...mistakes].join('\n  '), EXIT.refused);
  return text;
}

/** A key of the stored state: `kid:base64url` of 32 bytes. @param now names it */
export function newKey(now: Date): string {
  const minute = now.toISOString().replaceAll(/\D/g, '').slice(0, 12);
  return `k${minute}:${randomBytes(32).toString('base64url')}`;
}

/** @returns what would be created, changed or deleted, one line each */
export async function whatIf({ az }: Surroundings, deployment: Deployment): Promise<readonly string[]> {
  const { group, parameters, image = 'built later' } = deployment;
  const { changes } = (await az.call(
    words`deployment group what-if --resource-group ${group} --parameters ${parameters} --no-pretty-print`,
    // Without an image there would be neither app nor bot.
    { ...WITHOUT_SECRETS, RESTORE_BOT_IMAGE: image },
  )) as { readonly changes: readonly { readonly changeType: string; readonly resourceId: string }[] };
  return changes
    .filter(({ changeType }) => !['NoChange', 'Ignore'].includes(changeType))
    .map(({ changeType, resourceId }) => `${changeType.toLowerCase()} ${resourceId.replace(/^.*\/providers\//, '')}`);
}

/** Creates the group if there is none: a deployment needs one, and an empty one costs nothing. */
export async function ensureGroup({ az, say }: Surroundings, group: string, location: string): Promise<void> {
  const found = await findGroup(az, group);
  if (found?.location === location) return;
  if (found !== undefined) {
    throw new Stop(
      `The resource group ${group} is in ${found.location}, and everything in it goes there: use --location ${found.location}, or another --resource-group.`,
      EXIT.refused,
    );
  }
  say(`resource group ${group}`);
  await az.call(words`group create --name ${group} --location ${location}`);
}

/**
 * @param variablesNow asked before each attempt: what is awaited may have made what was missing
 * @throws AzError for all but a deployment of the same name that still runs, which is awaited
 */
async function deploy(
  { az, say, wait }: Surroundings,
  { group, parameters }: Deployment,
  name: string,
  variablesNow: () => Promise<Readonly<Record<string, string>>>,
): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const variables = await variablesNow();
    try {
      const made = (await az.call(
        words`deployment group create --resource-group ${group} --name ${name} --parameters ${parameters}`,
        { ...WITHOUT_SECRETS, ...variables },
      )) as
        | { readonly properties?: { readonly outputs?: Readonly<Record<string, { readonly value: unknown }>> } }
        | undefined;
      const outputs = Object.entries(made?.properties?.outputs ?? {});
      return Object.fromEntries(outputs.map(([output, { value }]) => [output, value]));
    } catch (error) {
      if (!(error instanceof AzError) || error.code !== 'DeploymentActive') throw error;
      say(`waiting until the deployment ${name}, which was begun before, has ended`);
      await wait(30);
    }
  }
}

/** A vault that was deleted with its group keeps its name for 90 days, and cannot be purged: it comes back, with its keys. */
async function recoverVault({ az, say }: Surroundings, { group, location }: Deployment, name: string): Promise<void> {
  // Whoever has rights on the group only may not ask; then the deployment itself says that the name is taken.
  const deleted = ((await az.find(words`keyvault list-deleted --resource-type vault`, DENIED)) ?? []) as readonly {
    readonly name: string;
    readonly properties: { readonly vaultId: string; readonly location: string };
  }[];
  const scope = `/resourcegroups/${group}/`.toLowerCase();
  const mine = deleted.find(
    (vault) => vault.properties.vaultId.toLowerCase().includes(scope) && vault.name.startsWith(`${name}-`),
  );
  if (mine === undefined) return;
  if (mine.properties.location !== location) {
    throw new Stop(
      `The vault ${mine.name} was deleted in ${mine.properties.location} and keeps its name until 90 days have passed, so it cannot be made in ${location}. Delete the empty resource group and run it with --location ${mine.properties.location}, or take another name or another --resource-group.`,
      EXIT.refused,
    );
  }
  say(`recovering the vault ${mine.name}, which was deleted: its keys are the ones from before`);
  await az.call(words`keyvault recover --name ${mine.name} --resource-group ${group} --location ${location}`);
}

export const secretId = (account: Account, group: string, vault: string, name = 'state-encryption-keys'): string =>
  `/subscriptions/${account.subscription}/resourceGroups/${group}/providers/Microsoft.KeyVault/vaults/${vault}/secrets/${name}`;

/** Read through the resource manager, because the vault itself may be unreachable from this machine. */
export const showById = (id: string): readonly string[] => words`resource show --ids ${id} --api-version 2023-07-01`;

/** Only an answer that there is none leads to a new key: with another one everything stored would be unreadable. */
export const NO_SECRET = /^(?:ResourceNotFound|SecretNotFound)$/;

/** What this build made: whoever may push to the registry can move the tag. */
async function buildImage({ az, say }: Surroundings, root: string, registry: string, server: string): Promise<string> {
  const tag = commitOf(root);
  say(`building the image ${server}/restore-bot:${tag}`);
  const built = (await az.call(
    words`acr build --registry ${registry} --image restore-bot:${tag} --file ${join(root, 'deploy/Dockerfile')} ${root} --no-logs`,
  )) as BuildRun | undefined;
  // Where the run has its images differs between versions of az.
  const digest = (built?.outputImages ?? built?.properties?.outputImages)?.[0]?.digest ?? '';
  if (!/^sha256:[\da-f]{64}$/.test(digest)) {
    throw new Stop(
      `The build named no image. See: az acr task list-runs --registry ${registry}, az acr task logs --registry ${registry}`,
    );
  }
  return `${server}/restore-bot@${digest}`;
}

interface BuildRun {
  readonly outputImages?: readonly { readonly digest: string }[];
  readonly properties?: { readonly outputImages?: readonly { readonly digest: string }[] };
}

function commitOf(root: string): string {
  try {
    return execFileSync('git', ['-C', root, 'rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  }
}

/** Asked of the resource manager: the bot may accept calls from Teams only. A revision is ready once /readyz returned 200. */
export async function untilReady({ az, say, wait }: Surroundings, group: string, name: string): Promise<void> {
  say('waiting until the newest revision is ready');
  for (let times = 0; times < 60; times += 1) {
    const app = (await az
      .call(words`containerapp show --resource-group ${group} --name ${name}`)
      .catch((error: unknown) => {
        if (error instanceof AzError) return undefined;
        throw error;
      })) as
      | { readonly properties: { readonly latestRevisionName?: string; readonly latestReadyRevisionName?: string } }
      | undefined;
    const { latestRevisionName, latestReadyRevisionName } = app?.properties ?? {};
    if (latestRevisionName !== undefined && latestRevisionName === latestReadyRevisionName) return;
    await wait(5);
  }
  throw new Stop(
    `The bot is not ready after 5 minutes. See: az containerapp logs show --resource-group ${group} --name ${name}`,
  );
}

/**
 * @throws Stop or AzError with what to do; nothing that exists is replaced, and the same call goes on where this one stopped
 */
export async function deployBot(
  surroundings: Surroundings,
  account: Account,
  deployment: Deployment,
  now = new Date(),
): Promise<Deployed> {
  const { az, say } = surroundings;
  const { root, group, location, parameters } = deployment;
  const text = await readParameters(parameters);
  await registerProviders(surroundings);
  await ensureGroup(surroundings, group, location);
  await recoverVault(surroundings, deployment, nameOf(text));

  say('identity, storage, Key Vault, registry, monitoring, network');
  const base = await deploy(surroundings, deployment, 'restore-bot-base', async () => ({}));
  const { registryName, registryServer, keyVaultName } = base;
  if (typeof registryName !== 'string' || typeof registryServer !== 'string' || typeof keyVaultName !== 'string') {
    throw new Stop(
      `The first deployment returned no outputs. See: az deployment group show --resource-group ${group} --name restore-bot-base`,
    );
  }
  if (hasRestoreCertificate(text)) {
    const certificate = showById(secretId(account, group, keyVaultName, 'restore-certificate'));
    if ((await az.find(certificate, NO_SECRET)) === undefined) {
      throw new Stop(
        'The vault has no certificate for restores yet. Set RESTORE_CERTIFICATE and RESTORE_CERTIFICATE_PASSWORD in the environment of this command: docs/restoring.md.',
        EXIT.noInput,
      );
    }
  }
  const image = deployment.image ?? (await buildImage(surroundings, root, registryName, registryServer));
  say(`the app and the bot, with the image ${image}`);
  const outputs = await deploy(surroundings, deployment, 'restore-bot', async () => {
    const secret = await az.find(showById(secretId(account, group, keyVaultName)), NO_SECRET);
    say(secret === undefined ? 'a new encryption key' : 'the encryption key is kept');
    const keys = secret === undefined ? { STATE_ENCRYPTION_KEYS: newKey(now) } : {};
    return { ...keys, RESTORE_BOT_IMAGE: image };
  });
  const { fqdn, botId, appName, networkName, outgoingAddresses } = outputs;
  if (typeof fqdn !== 'string' || typeof botId !== 'string' || typeof appName !== 'string') {
    throw new Stop(
      `The second deployment returned no address. See: az deployment group show --resource-group ${group} --name restore-bot`,
    );
  }
  await untilReady(surroundings, group, appName);
  const deployed: Deployed = {
    fqdn,
    botId,
    appName,
    vault: keyVaultName,
    networkName: typeof networkName === 'string' ? networkName : '',
    outgoingAddresses: Array.isArray(outgoingAddresses) ? outgoingAddresses.map(String) : [],
  };
  say(`The bot ${botId} runs at https://${fqdn}.`);
  if (deployed.outgoingAddresses.length > 0) {
    say(`It calls the backup service from ${deployed.outgoingAddresses.join(', ')}: admit that there.`);
  }
  if (deployed.networkName !== '') {
    say(
      `For a backup service in a network of your own, peer it with ${deployed.networkName}: docs/azure-network.md, "Reach a backup service inside".`,
    );
  }
  return deployed;
}
