/** Rotates the sealing key of the stored state without a person who can read it: Bicep passes the secret on within Azure. */
import { join } from 'node:path';
import type { Account } from './account.ts';
import { EXIT, Stop, words, type Surroundings } from './az.ts';
import { NO_SECRET, newKey, secretId, showById } from './deploy-bot.ts';
import type { SetupSurroundings } from './setup.ts';

/** How far a rotation is: tags of the secret, which can be read without its value. */
interface Tags {
  readonly rotation?: 'added' | 'first' | 'dropped' | 'replaced';
  /** When, in ISO 8601. */
  readonly rotatedAt?: string;
}

/** Container Apps looks for a new version of a secret every half hour, and restarts what uses it. */
const KNOWN_AFTER_MS = 60 * 60_000;

/**
 * One step further: the new key is added as the last, so that every instance can read with it; an hour later it becomes the first,
 * so that it seals; once the doctor says that the old one seals nothing, that is dropped.
 * @param step `drop`: the last of these steps, which nobody should take by repeating the command; `replace`: none of them, because
 * the old key has leaked
 * @throws Stop if it is too early for the next step, or nobody agreed; the keys are as before then
 */
export async function rotateKeys(
  { az, say, ask }: Pick<SetupSurroundings, 'az' | 'say' | 'ask'>,
  account: Account,
  { root, group }: { readonly root: string; readonly group: string },
  { step, now = new Date() }: { readonly step: 'rotate' | 'drop' | 'replace'; readonly now?: Date },
): Promise<void> {
  const { vault, app } = await findDeployed({ az }, group);
  const id = secretId(account, group, vault);
  const secret = (await az.find(showById(id), NO_SECRET)) as { readonly tags?: Tags | null } | undefined;
  if (secret === undefined) throw new Stop(`The vault ${vault} has no keys yet. Deploy first.`, EXIT.noInput);
  const allow = (may: boolean): Promise<unknown> =>
    az.call(
      words`keyvault update --resource-group ${group} --name ${vault} --enabled-for-template-deployment ${String(may)}`,
    );
  let next;
  try {
    next = step === 'replace' ? REPLACED : nextStage(secret.tags ?? {}, step === 'drop', now);
    if (step === 'replace') {
      say(WHAT_IS_LOST);
      if ((await ask('To replace the key, type the name of the resource group: ')) !== group) {
        throw new Stop('Nothing was replaced.', EXIT.refused);
      }
    }
    // Only while it is needed: whoever may deploy to the group could otherwise read the keys through a template.
    await allow(true);
    // Done twice, a step would add a key twice, which no bot starts with, or move the old one back to the front.
    await az.callOnce(
      words`deployment group create --resource-group ${group} --name restore-bot-keys-${next.stage} --parameters ${join(root, 'deploy/rotate-keys.bicepparam')}`,
      {
        KEY_VAULT_NAME: vault,
        ROTATION_STAGE: next.stage,
        ROTATED_AT: now.toISOString(),
        NEW_STATE_ENCRYPTION_KEY: ['added', 'replaced'].includes(next.stage) ? newKey(now) : '',
      },
    );
  } catch (error) {
    // Also where it is too early for a step: an earlier run may have ended before it came here.
    await allow(false).catch((also: unknown) => {
      say(`The vault ${vault} may still be open to templates: ${also instanceof Error ? also.message : String(also)}`);
    });
    throw error;
  }
  await allow(false);
  if (step === 'replace') await readAnew({ az }, group, app);
  say(next.said);
}

const WHAT_IS_LOST =
  'With a new key alone nothing that is stored can be read any more: everybody signs in again, and what was requested or waits for approval is gone. Restores that run go on at the service, and their cards no longer change.';

const REPLACED = {
  stage: 'replaced',
  said: 'The new key is the only one, and the bot restarts with it. Run the doctor: it names the key that seals. Then end the sessions at the backup service.',
} as const;

/** Container Apps looks for a new version by itself within half an hour; setting the reference makes it look now. */
async function readAnew({ az }: Pick<Surroundings, 'az'>, group: string, app: string): Promise<void> {
  const { properties } = (await az.call(words`containerapp show --resource-group ${group} --name ${app}`)) as {
    readonly properties: {
      readonly latestReadyRevisionName?: string;
      readonly configuration: {
        readonly secrets: readonly {
          readonly name: string;
          readonly keyVaultUrl?: string;
          readonly identity?: string;
        }[];
      };
    };
  };
  const { latestReadyRevisionName: revision, configuration } = properties;
  const { name, keyVaultUrl, identity } =
    configuration.secrets.find((each) => each.name === 'state-encryption-keys') ?? {};
  if (name === undefined || keyVaultUrl === undefined || identity === undefined || revision === undefined) {
    throw new Stop(
      `The new key is in the vault, and ${app} has no running revision that reads it. Deploy, then look whether the bot is ready.`,
    );
  }
  await az.call(
    words`containerapp secret set --resource-group ${group} --name ${app} --secrets ${`${name}=keyvaultref:${keyVaultUrl},identityref:${identity}`}`,
  );
  await az.call(words`containerapp revision restart --resource-group ${group} --name ${app} --revision ${revision}`);
}

async function findDeployed({ az }: Pick<Surroundings, 'az'>, group: string) {
  const { properties } = (await az.call(
    words`deployment group show --resource-group ${group} --name restore-bot-base`,
  )) as { readonly properties: { readonly outputs?: Readonly<Record<string, { readonly value: string }>> } };
  const { keyVaultName: vault, appName: app } = properties.outputs ?? {};
  if (vault === undefined || app === undefined) {
    throw new Stop(`The deployment in ${group} named no vault. Deploy first.`, EXIT.noInput);
  }
  return { vault: vault.value, app: app.value };
}

function nextStage({ rotation, rotatedAt = '' }: Tags, drop: boolean, now: Date) {
  const known = new Date(Date.parse(rotatedAt) + KNOWN_AFTER_MS);
  const isEarly = now < known;
  if (drop) {
    if (rotation === 'first') {
      if (!isEarly) return { stage: 'dropped', said: 'The old keys are removed.' } as const;
      throw new Stop(
        `Some instances may still seal with the old key. Run the same command again after ${known.toISOString()}, once the doctor says that the old key seals nothing.`,
        EXIT.refused,
      );
    }
    throw new Stop(
      'There is no key to drop yet: rotate first (--rotate-key, twice), and drop once the doctor says that the old key seals nothing.',
      EXIT.refused,
    );
  }
  if (rotation === 'first') {
    throw new Stop(
      'The last rotation is not over. Run the doctor, and --drop-old-keys once it says that the old key seals nothing.',
      EXIT.refused,
    );
  }
  if (rotation !== 'added') {
    return {
      stage: 'added',
      said: 'The new key is known. Run the same command again in an hour: then it seals.',
    } as const;
  }
  if (isEarly) {
    throw new Stop(
      `Some instances may not know the new key yet. Run the same command again after ${known.toISOString()}.`,
      EXIT.refused,
    );
  }
  return {
    stage: 'first',
    said: 'The new key seals within the hour. Run the doctor in the coming days; once it says that the old key seals nothing: --drop-old-keys',
  } as const;
}
