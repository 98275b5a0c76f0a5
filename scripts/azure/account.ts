/** Who `az` is signed in as, and whether they may do what a deployment does: asked before anything is created. */
import { DENIED, EXIT, Stop, type Az, type Surroundings, words } from './az.ts';

export interface Account {
  readonly subscription: string;
  readonly subscriptionName: string;
  readonly tenant: string;
  readonly user: string;
  readonly isPerson: boolean;
  /** As `az` names it, such as `AzureCloud`. */
  readonly cloud: string;
  /** Where people of this cloud sign in, and its directory; without a slash at the end. */
  readonly authority: string;
  readonly graph: string;
}

/** @throws Stop if nobody is signed in, or to no subscription */
export async function readAccount({ call }: Az): Promise<Account> {
  const account = (await call(words`account show`)) as {
    readonly id: string;
    readonly name: string;
    readonly tenantId: string;
    readonly user: { readonly name: string; readonly type: string };
  };
  const cloud = (await call(words`cloud show`)) as {
    readonly name: string;
    readonly endpoints: { readonly activeDirectory: string; readonly microsoftGraphResourceId: string };
  };
  return {
    subscription: account.id,
    subscriptionName: account.name,
    tenant: account.tenantId,
    user: account.user.name,
    isPerson: account.user.type === 'user',
    cloud: cloud.name,
    authority: cloud.endpoints.activeDirectory.replace(/\/$/, ''),
    graph: cloud.endpoints.microsoftGraphResourceId.replace(/\/$/, ''),
  };
}

/** What each resource provider is needed for is what Bicep creates with it. */
const PROVIDERS = [
  'Microsoft.App',
  'Microsoft.BotService',
  'Microsoft.ContainerRegistry',
  'Microsoft.Insights',
  'Microsoft.KeyVault',
  'Microsoft.ManagedIdentity',
  'Microsoft.Network',
  'Microsoft.OperationalInsights',
  'Microsoft.Storage',
];

const NEEDED: Readonly<Record<string, string>> = {
  'Microsoft.Resources/deployments/write': 'deploy',
  'Microsoft.App/containerApps/write': 'create resources',
  'Microsoft.KeyVault/vaults/write': 'create resources',
  'Microsoft.Network/virtualNetworks/write': 'create resources',
  'Microsoft.Authorization/roleDefinitions/write': 'define the role that may only append audit entries',
  'Microsoft.Authorization/roleAssignments/write': 'give the identity of the bot its roles',
};
const NEW_GROUP = { 'Microsoft.Resources/subscriptions/resourceGroups/write': 'create the resource group' };

interface Permissions {
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
}

const matches = (pattern: string, action: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 'i').test(action);

const allows = (permissions: readonly Permissions[], action: string): boolean =>
  permissions.some(
    ({ actions, notActions }) =>
      actions.some((each) => matches(each, action)) && !notActions.some((each) => matches(each, action)),
  );

export const findGroup = async ({ find }: Az, group: string): Promise<{ readonly location: string } | undefined> =>
  (await find(words`group show --name ${group}`, /^ResourceGroupNotFound$/)) as
    | { readonly location: string }
    | undefined;

/**
 * @throws Stop naming each right that is missing, what it is for and which roles have it
 */
export async function checkRights({ az }: Surroundings, account: Account, group: string): Promise<void> {
  const exists = (await findGroup(az, group)) !== undefined;
  const scope = `/subscriptions/${account.subscription}${exists ? `/resourceGroups/${group}` : ''}`;
  const assignee = account.isPerson
    ? ((await az.call(words`ad signed-in-user show`)) as { readonly id: string }).id
    : account.user;
  const assignments = (await az.call(
    words`role assignment list --assignee ${assignee} --scope ${scope} --include-groups --include-inherited`,
  )) as readonly { readonly roleDefinitionId: string; readonly roleDefinitionName: string }[];
  const roles = new Map(
    assignments.map(({ roleDefinitionId, roleDefinitionName }) => [
      roleDefinitionId.split('/').at(-1) ?? '',
      roleDefinitionName,
    ]),
  );
  const permissions: Permissions[] = [];
  for (const id of roles.keys()) {
    const found = (await az.call(words`role definition list --name ${id}`)) as readonly {
      readonly permissions: readonly Permissions[];
    }[];
    permissions.push(...found.flatMap((role) => role.permissions));
  }
  const missing = Object.entries({ ...NEEDED, ...(!exists && NEW_GROUP) }).filter(
    ([action]) => !allows(permissions, action),
  );
  if (missing.length === 0) return;
  throw new Stop(
    [
      `${account.user} lacks rights at ${scope}, and nothing was created:`,
      ...missing.map(([action, purpose]) => `  ${action}, to ${purpose}`),
      `Roles there now: ${[...roles.values()].join(', ') || 'none'}.`,
      `Needed: Owner, or Contributor and User Access Administrator together, ${exists ? 'on this resource group' : 'on the subscription, or on an empty resource group that somebody creates for you'}.`,
      'A role on demand (PIM) has to be activated first; then run: az login, and the same command again.',
    ].join('\n'),
    EXIT.noPermission,
  );
}

/** Template ids of the roles of Microsoft Entra that register applications and consent for the tenant. */
const MAY_REGISTER = new Set([
  '62e90394-69f5-4237-9190-012177145e10', // Global Administrator
  '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3', // Application Administrator
  '158c047a-c907-4556-b7ef-446551a6b5f7', // Cloud Application Administrator
]);

/** @throws Stop if the signed-in person has none of the roles that register applications and consent for the tenant */
export async function checkDirectoryRole({ az, say }: Surroundings, account: Account): Promise<void> {
  if (!account.isPerson) {
    say(`${account.user} is no person: whether it may register applications shows when it does.`);
    return;
  }
  const { value } = (await az.call(
    words`rest --method GET --url ${account.graph}/v1.0/me/transitiveMemberOf/microsoft.graph.directoryRole`,
  )) as { readonly value: readonly { readonly displayName: string; readonly roleTemplateId: string }[] };
  if (value.some(({ roleTemplateId }) => MAY_REGISTER.has(roleTemplateId))) return;
  throw new Stop(
    [
      `${account.user} may not register the application that operators sign in to, and nothing was created.`,
      `Roles in the directory now: ${value.map(({ displayName }) => displayName).join(', ') || 'none'}.`,
      'Needed: Cloud Application Administrator or Application Administrator (activate it if it is on demand).',
      'Or let somebody who has it run deploy/register-operator-app.sh, and pass the id it prints: --operator-application-id ID',
    ].join('\n'),
    EXIT.noPermission,
  );
}

/** Registers the resource providers that a new subscription lacks; those that are registered are left alone. */
export async function registerProviders({ az, say }: Surroundings): Promise<void> {
  const all = (await az.call(words`provider list`)) as readonly {
    readonly namespace: string;
    readonly registrationState: string;
  }[];
  const registered = new Set(
    all.filter((each) => each.registrationState === 'Registered').map(({ namespace }) => namespace.toLowerCase()),
  );
  for (const namespace of PROVIDERS) {
    if (registered.has(namespace.toLowerCase())) continue;
    say(`registering ${namespace} in the subscription`);
    await az.call(words`provider register --namespace ${namespace} --wait`);
  }
}

interface Region {
  readonly name: string;
  readonly availabilityZoneMappings?: readonly unknown[] | null;
}

/** @returns by name, whether it has availability zones; undefined if that may not be asked */
export async function readRegions({ find }: Az, account: Account): Promise<ReadonlyMap<string, boolean> | undefined> {
  const found = (await find(
    words`rest --method GET --url /subscriptions/${account.subscription}/locations?api-version=2022-12-01`,
    DENIED,
  )) as { readonly value: readonly Region[] } | undefined;
  const zonesOf = ({ availabilityZoneMappings }: Region): number => availabilityZoneMappings?.length ?? 0;
  return found && new Map(found.value.map((region) => [region.name, zonesOf(region) > 0]));
}
