/** Rotates the sealing key of the stored state without a person who can read it: Bicep passes the secret on within Azure. */
import { join } from 'node:path';
import type { Account } from './account.ts';
import { EXIT, Stop, type Surroundings, words } from './az.ts';
import { NO_SECRET, newKey, secretId, showById } from './deploy-bot.ts';

/** How far a rotation is: tags of the secret, which can be read without its value. */
interface Tags {
  readonly rotation?: 'added' | 'first' | 'dropped';
  /** When, in ISO 8601. */
  readonly rotatedAt?: string;
}

/** Container Apps looks for a new version of a secret every half hour, and restarts what uses it. */
const KNOWN_AFTER_MS = 60 * 60_000;

/**
 * One step further: the new key is added as the last, so that every instance can read with it; an hour later it becomes the first,
 * so that it seals; once the doctor says that the old one seals nothing, that is dropped.
 * @param drop the last of these steps, which nobody should take by repeating the command
 * @throws Stop if it is too early for the next step; nothing is changed then
 */
export async function rotateKeys(
  { az, say }: Surroundings,
  account: Account,
  { root, group }: { readonly root: string; readonly group: string },
  { drop, now = new Date() }: { readonly drop: boolean; readonly now?: Date },
): Promise<void> {
  const vault = await findVault({ az }, group);
  const id = secretId(account, group, vault);
  const secret = (await az.find(showById(id), NO_SECRET)) as { readonly tags?: Tags | null } | undefined;
  if (secret === undefined) throw new Stop(`The vault ${vault} has no keys yet. Deploy first.`, EXIT.noInput);
  const next = nextStage(secret.tags ?? {}, drop, now);

  const allow = (may: boolean): Promise<unknown> =>
    az.call(
      words`keyvault update --resource-group ${group} --name ${vault} --enabled-for-template-deployment ${String(may)}`,
    );
  // Only while it is needed: whoever may deploy to the group could otherwise read the keys through a template.
  await allow(true);
  try {
    await az.call(
      words`deployment group create --resource-group ${group} --name restore-bot-keys-${next.stage} --parameters ${join(root, 'deploy/rotate-keys.bicepparam')}`,
      {
        KEY_VAULT_NAME: vault,
        ROTATION_STAGE: next.stage,
        ROTATED_AT: now.toISOString(),
        NEW_STATE_ENCRYPTION_KEY: next.stage === 'added' ? newKey(now) : '',
      },
    );
  } finally {
    await allow(false);
  }
  say(next.said);
}

async function findVault({ az }: Pick<Surroundings, 'az'>, group: string): Promise<string> {
  const { properties } = (await az.call(
    words`deployment group show --resource-group ${group} --name restore-bot-base`,
  )) as { readonly properties: { readonly outputs?: Readonly<Record<string, { readonly value: string }>> } };
  const vault = properties.outputs?.['keyVaultName']?.value;
  if (vault === undefined) throw new Stop(`The deployment in ${group} named no vault. Deploy first.`, EXIT.noInput);
  return vault;
}

function nextStage({ rotation, rotatedAt = '' }: Tags, drop: boolean, now: Date) {
  const known = new Date(Date.parse(rotatedAt) + KNOWN_AFTER_MS);
  const isEarly = now < known;
  if (drop) {
    if (rotation === 'first' && !isEarly) return { stage: 'dropped', said: 'The old keys are removed.' } as const;
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
