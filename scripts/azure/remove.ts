/** Undoes a deployment, and says what stays. */
import { rename, rm } from 'node:fs/promises';
import { findGroup, readAccount } from './account.ts';
import { EXIT, Stop, words } from './az.ts';
import { readParameters } from './deploy-bot.ts';
import { nameOf } from './parameters.ts';
import { parametersPath, readState, statePath } from './setup-state.ts';
import type { SetupSurroundings } from './setup.ts';

interface Resource {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly tags?: Readonly<Record<string, string>> | null;
}

/** As main.bicep marks what it creates. */
const isOurs = ({ tags }: Resource): boolean => tags?.['app'] === 'restore-bot';
/** Created by Azure beside ours, and without tags. */
const BESIDE =
  /^Microsoft\.(?:Network\/networkInterfaces|Network\/privateDnsZones\/.*|AlertsManagement\/smartDetectorAlertRules|Insights\/actionGroups)$/i;

/**
 * @param isConfirmed whether data may go without asking
 * @throws Stop if the resource group has something else in it, or nobody agreed; nothing is removed then
 */
export async function remove(
  surroundings: SetupSurroundings,
  { group, isConfirmed }: { readonly group: string; readonly isConfirmed: boolean },
): Promise<void> {
  const { az, say, folder, ask } = surroundings;
  const { graph } = await readAccount(az);
  const state = await readState(folder, group);
  const hasGroup = (await findGroup(az, group)) !== undefined;
  const resources = hasGroup
    ? ((await az.call(words`resource list --resource-group ${group}`)) as readonly Resource[])
    : [];
  const others = resources.filter((each) => !isOurs(each) && !BESIDE.test(each.type));
  if (others.length > 0) {
    throw new Stop(
      [
        `The resource group ${group} has more than the bot, and nothing was removed:`,
        ...others.map(({ type, name }) => `  ${type} ${name}`),
        'Move that to another resource group, then run the same command again. What belongs to the bot has the tag app=restore-bot.',
      ].join('\n'),
      EXIT.refused,
    );
  }

  // Only what the setup registered has its mark.
  const { value: applications } = (await az.call(
    words`rest --method GET --url ${graph}/v1.0/applications?$filter=${encodeURIComponent(`tags/any(t:t eq '${state.mark}')`)}`,
  )) as { readonly value: readonly { readonly id: string; readonly appId: string }[] };
  const account = resources.find(({ type }) => type === 'Microsoft.Storage/storageAccounts');
  const isLocked = account !== undefined && (await hasLockedAudit(surroundings, group, account.name));
  const vault = resources.find(({ type }) => type === 'Microsoft.KeyVault/vaults')?.name;
  say(`Of the resource group ${group}, this removes:`);
  for (const { id, type, name } of resources) {
    if (!isLocked || id !== account.id) say(`  ${type} ${name}`);
  }
  for (const { appId } of applications) say(`  the application ${appId} (Microsoft Entra keeps it for 30 days)`);
  say('With it go sessions, unfinished restores, exports and the log; everybody is signed out of the bot.');
  for (const line of whatStays(vault, isLocked ? account.name : undefined)) say(line);
  if (!isConfirmed && (await ask(`To remove it, type the name of the resource group: `)) !== group) {
    throw new Stop('Nothing was removed.', EXIT.refused);
  }

  if (hasGroup) {
    await removeRole(surroundings, group);
    if (isLocked) {
      const ids = resources.map(({ id }) => id).filter((id) => id !== account.id);
      if (ids.length > 0) await az.call(words`resource delete --ids ${ids}`);
    } else {
      await az.call(words`group delete --name ${group} --yes`);
    }
  }
  for (const { id, appId } of applications) {
    await az.find(words`rest --method DELETE --url ${graph}/v1.0/applications/${id}`, /^Request_ResourceNotFound$/);
    say(`removed the application ${appId}`);
  }
  const parameters = parametersPath(folder, group);
  const isKept = await rename(parameters, `${parameters}.removed`).then(
    () => true,
    () => false,
  );
  await rm(statePath(folder, group), { force: true });
  say(`Removed.${isKept ? ` The parameters are kept as ${parameters}.removed.` : ''}`);
  say(
    'What remains: delete the app in https://admin.teams.microsoft.com (Teams apps, Manage apps), and the policies for it in Microsoft Entra.',
  );
}

function whatStays(vault: string | undefined, locked: string | undefined): readonly string[] {
  return [
    'What stays:',
    ...(vault === undefined
      ? []
      : [
          `  the vault ${vault}: deleted, but its name and keys are kept for 90 days and cannot be purged earlier. A setup in the same resource group recovers it.`,
        ]),
    ...(locked === undefined
      ? []
      : [
          `  the storage account ${locked}: its audit log is locked, so nobody can delete it before its entries have expired. It goes on costing what it stores.`,
        ]),
    '  the app in Teams, the policies in Microsoft Entra, sessions at the backup service until they expire there.',
  ];
}

/** The policy of the container of the audit log, asked of the resource manager. */
async function hasLockedAudit({ az }: SetupSurroundings, group: string, account: string): Promise<boolean> {
  const policy = (await az.find(
    words`storage container immutability-policy show --resource-group ${group} --account-name ${account} --container-name restore-bot-audit`,
    /^(?:ContainerNotFound|ResourceNotFound|ImmutabilityPolicyNotFound)$/,
  )) as { readonly state?: string } | undefined;
  return policy?.state === 'Locked';
}

/** A role definition outlives the resource group that it is for. */
async function removeRole({ az, folder }: SetupSurroundings, group: string): Promise<void> {
  const name = await readParameters(parametersPath(folder, group)).then(nameOf, () => undefined);
  const definitions = (await az.call(
    words`role definition list --custom-role-only true --resource-group ${group}`,
  )) as readonly { readonly name: string; readonly roleName: string }[];
  for (const role of definitions) {
    if (
      !(name === undefined
        ? role.roleName.includes(' audit appender')
        : role.roleName.startsWith(`${name} audit appender`))
    )
      continue;
    const assignments = (await az.call(words`role assignment list --all --role ${role.name}`)) as readonly {
      readonly id: string;
    }[];
    if (assignments.length > 0) await az.call(words`role assignment delete --ids ${assignments.map(({ id }) => id)}`);
    await az.call(words`role definition delete --name ${role.name} --resource-group ${group}`);
  }
}
