/**
 * An `az` with a subscription and a tenant of its own: answers as the real one does as far as its documentation says, errors
 * included. Everything it knows is data, so that a process can go on where another stopped.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Ran } from '../../scripts/azure/az.ts';

interface Resource {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  tags?: Record<string, string>;
  isOpenToTemplates?: boolean;
  /** Versions of a secret, the newest last. */
  versions?: string[];
}

interface Group {
  readonly location: string;
  resources: Resource[];
  deployments: Record<string, Record<string, { readonly value: unknown }>>;
}

interface Application {
  readonly id: string;
  readonly appId: string;
  displayName: string;
  isFallbackPublicClient?: boolean;
  tags?: string[];
  identifierUris?: string[];
  api?: { oauth2PermissionScopes: { value: string }[] };
  web?: { redirectUris: string[] };
  federatedIdentityCredentials?: { subject: string; issuer: string; audiences: string[] }[];
}

export interface World {
  signedIn: boolean;
  cloud: string;
  /** Whether the roles are on the resource group only. */
  isOfGroup: boolean;
  roles: string[];
  directoryRoles: string[];
  registered: string[];
  groups: Record<string, Group>;
  deletedVaults: { name: string; location: string; vaultId: string; secret?: Resource }[];
  roleDefinitions: { name: string; roleName: string; group: string }[];
  applications: Application[];
  principals: { id: string; appId: string; required?: boolean; assigned: { principalId: string }[] }[];
  grants: { id: string; clientId: string; resourceId: string; scope: string }[];
  auditState: 'Unlocked' | 'Locked';
  isReady: boolean;
  digest: string | undefined;
  /** Name of a deployment that still runs. */
  active: string | undefined;
}

export const SUBSCRIPTION = '11111111-0000-4000-8000-000000000000';
export const DIGEST = `sha256:${'0a'.repeat(32)}`;
const GRAPH = 'https://graph.microsoft.com';
const KEYS_URL = 'https://restorebot.vault.azure.net/secrets/state-encryption-keys';
const REGIONS = [
  { name: 'westeurope', availabilityZoneMappings: [{ logicalZone: '1' }, { logicalZone: '2' }] },
  { name: 'westus' },
];
/** As Azure has them. */
const ROLES: Readonly<Record<string, { readonly actions: readonly string[]; readonly notActions: readonly string[] }>> =
  {
    Owner: { actions: ['*'], notActions: [] },
    Contributor: {
      actions: ['*'],
      notActions: ['Microsoft.Authorization/*/Delete', 'Microsoft.Authorization/*/Write'],
    },
    'User Access Administrator': { actions: ['*/read', 'Microsoft.Authorization/*'], notActions: [] },
    'Role Based Access Control Administrator': {
      actions: ['Microsoft.Authorization/roleAssignments/write', '*/read'],
      notActions: [],
    },
  };
const DIRECTORY_ROLES: Readonly<Record<string, string>> = {
  'Application Administrator': '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3',
  'Teams Administrator': '69091246-20e8-4a56-aa4d-066075b2a7a8',
};

/** What takes a right on the whole subscription. */
const OF_SUBSCRIPTION = ['keyvault list-deleted', '/locations?', 'provider register', 'group create --name'];

export const newWorld = (): World => ({
  signedIn: true,
  cloud: 'AzureCloud',
  isOfGroup: false,
  roles: ['Owner'],
  directoryRoles: ['Application Administrator'],
  registered: ['Microsoft.Storage', 'Microsoft.Network'],
  groups: {},
  deletedVaults: [],
  roleDefinitions: [],
  applications: [],
  principals: [{ id: 'principal-graph', appId: '00000003-0000-0000-c000-000000000000', assigned: [] }],
  grants: [],
  auditState: 'Unlocked',
  isReady: true,
  digest: DIGEST,
  active: undefined,
});

/** An error as `az` prints it. */
class Refusal extends Error {
  constructor(code: string, message: string) {
    super(`ERROR: (${code}) ${message}\nCode: ${code}\nMessage: ${message}`);
  }
}
/** The same of `az rest`. */
class RestRefusal extends Error {
  constructor(code: string, message: string) {
    super(`ERROR: Not Found(${JSON.stringify({ error: { code, message } })})`);
  }
}

export const unique = (group: string): string => createHash('sha256').update(group).digest('hex').slice(0, 13);
const groupId = (group: string): string => `/subscriptions/${SUBSCRIPTION}/resourceGroups/${group}`;

/** @returns what `az` would print; changes the world as it would */
export function answer(world: World, args: readonly string[], variables: Readonly<Record<string, string>> = {}): Ran {
  try {
    if (!world.signedIn) throw new Error("ERROR: Please run 'az login' to setup account.");
    const printed = handle(world, args, variables);
    return { code: 0, stdout: printed === undefined ? '' : `${JSON.stringify(printed)}\n`, stderr: '' };
  } catch (error) {
    const stderr = error instanceof Error ? error.message : String(error);
    return { code: stderr.includes('NotFound') ? 3 : 1, stdout: '', stderr };
  }
}

function handle(world: World, args: readonly string[], variables: Readonly<Record<string, string>>): unknown {
  const first = args.findIndex((arg) => arg.startsWith('-'));
  const command = args.slice(0, first).join(' ');
  const option = (name: string): string => {
    const index = args.indexOf(`--${name}`);
    const value = args[index + 1];
    if (index < 0 || value === undefined) throw new Error(`ERROR: the following arguments are required: --${name}`);
    return value;
  };
  const groupOf = (name = option('resource-group')): Group => {
    const group = world.groups[name];
    if (group === undefined) throw new Refusal('ResourceGroupNotFound', `Resource group '${name}' could not be found.`);
    return group;
  };
  if (world.isOfGroup && OF_SUBSCRIPTION.some((each) => args.join(' ').includes(each))) {
    throw new Refusal('AuthorizationFailed', `The client does not have authorization to perform '${command}'.`);
  }
  const byId = (id: string): Resource => {
    for (const { resources } of Object.values(world.groups)) {
      const found = resources.find((resource) => resource.id === id);
      if (found !== undefined) return found;
    }
    throw new Refusal('ResourceNotFound', `The Resource '${id}' was not found.`);
  };

  switch (command) {
    case 'account show':
      return {
        id: SUBSCRIPTION,
        name: 'Contoso IT',
        tenantId: '22222222-0000-4000-8000-000000000000',
        user: { name: 'admin@contoso.com', type: 'user' },
      };
    case 'cloud show':
      return {
        name: world.cloud,
        endpoints: { activeDirectory: 'https://login.microsoftonline.com', microsoftGraphResourceId: `${GRAPH}/` },
      };
    case 'ad signed-in-user show':
      return { id: 'user1' };
    case 'role assignment list':
      if (args.includes('--all')) return [{ id: `assignment-of-${option('role')}` }];
      return world.roles.map((name) => ({ roleDefinitionId: `/roles/${name}`, roleDefinitionName: name }));
    case 'role assignment delete':
      return undefined;
    case 'role definition list':
      if (args.includes('--custom-role-only')) {
        return world.roleDefinitions.filter(({ group }) => group === option('resource-group'));
      }
      return [{ permissions: [ROLES[option('name')]] }];
    case 'role definition delete':
      world.roleDefinitions = world.roleDefinitions.filter(({ name }) => name !== option('name'));
      return undefined;
    case 'provider list':
      return world.registered.map((namespace) => ({ namespace, registrationState: 'Registered' }));
    case 'provider register':
      world.registered.push(option('namespace'));
      return undefined;
    case 'group show':
      return { location: groupOf(option('name')).location };
    case 'group create':
      world.groups[option('name')] ??= { location: option('location'), resources: [], deployments: {} };
      return {};
    case 'group delete': {
      const name = option('name');
      buryVaults(world, name, groupOf(name).resources);
      delete world.groups[name];
      return undefined;
    }
    case 'resource list':
      return groupOf().resources.filter(({ type }) => !type.endsWith('/secrets'));
    case 'resource show': {
      const { tags } = byId(option('ids'));
      return { id: option('ids'), tags };
    }
    case 'keyvault update': {
      const vault = groupOf().resources.find(({ name, type }) => name === option('name') && type.endsWith('/vaults'));
      if (vault === undefined) throw new Refusal('ResourceNotFound', 'There is no such vault.');
      vault.isOpenToTemplates = option('enabled-for-template-deployment') === 'true';
      return {};
    }
    case 'resource delete': {
      const ids = args.slice(args.indexOf('--ids') + 1).filter((id) => id.startsWith('/'));
      for (const [name, group] of Object.entries(world.groups)) {
        buryVaults(
          world,
          name,
          group.resources.filter(({ id }) => ids.some((gone) => id === gone || id.startsWith(`${gone}/`))),
        );
        group.resources = group.resources.filter(
          ({ id }) => !ids.some((gone) => id === gone || id.startsWith(`${gone}/`)),
        );
      }
      return undefined;
    }
    case 'storage container immutability-policy show':
      return { state: world.auditState };
    case 'keyvault list-deleted':
      return world.deletedVaults.map(({ name, location, vaultId }) => ({ name, properties: { location, vaultId } }));
    case 'keyvault recover': {
      const buried = world.deletedVaults.find(({ name }) => name === option('name'));
      if (buried === undefined) throw new Refusal('ResourceNotFound', 'There is no such deleted vault.');
      world.deletedVaults = world.deletedVaults.filter((vault) => vault !== buried);
      groupOf().resources.push(
        { id: buried.vaultId, name: buried.name, type: 'Microsoft.KeyVault/vaults', tags: { app: 'restore-bot' } },
        ...(buried.secret === undefined ? [] : [buried.secret]),
      );
      return {};
    }
    case 'acr build':
      return world.digest === undefined ? {} : { outputImages: [{ digest: world.digest }] };
    case 'containerapp show': {
      const app = byId(`${groupId(option('resource-group'))}/providers/Microsoft.App/containerApps/${option('name')}`);
      return {
        properties: {
          latestRevisionName: `${app.name}--2`,
          latestReadyRevisionName: world.isReady ? `${app.name}--2` : undefined,
          configuration: {
            secrets: [
              { name: 'application-insights' },
              { name: 'state-encryption-keys', keyVaultUrl: KEYS_URL, identity: `${app.id}-identity` },
            ],
          },
        },
      };
    }
    case 'containerapp secret set':
      if (!option('secrets').startsWith(`state-encryption-keys=keyvaultref:${KEYS_URL},identityref:/`)) {
        throw new Refusal('InvalidSecret', 'The secret is no reference to a vault.');
      }
      return {};
    case 'containerapp revision restart':
      if (option('revision') !== `${option('name')}--2`) throw new Refusal('RevisionNotFound', 'No such revision.');
      return 'Restart succeeded';
    case 'deployment group what-if': {
      const made = resourcesOf(
        option('resource-group'),
        parametersIn(option('parameters')),
        variables['RESTORE_BOT_IMAGE'] ?? '',
      );
      const there = groupOf().resources.map(({ id }) => id);
      return {
        changes: made.map(({ id }) => ({ resourceId: id, changeType: there.includes(id) ? 'NoChange' : 'Create' })),
      };
    }
    case 'deployment group show': {
      const outputs = groupOf().deployments[option('name')];
      if (outputs === undefined)
        throw new Refusal('DeploymentNotFound', `Deployment '${option('name')}' could not be found.`);
      return { properties: { outputs } };
    }
    case 'deployment group create':
      return deploy(world, groupOf(), option('resource-group'), option('name'), option('parameters'), variables);
    case 'rest':
      return rest(world, option('method'), option('url'), args.includes('--body') ? option('body') : '{}');
    default:
      throw new Error(`ERROR: '${command}' is misspelled or not recognized by the system.`);
  }
}

function buryVaults(world: World, group: string, resources: readonly Resource[]): void {
  const location = world.groups[group]?.location ?? '';
  for (const { id, name, type } of resources) {
    if (type !== 'Microsoft.KeyVault/vaults') continue;
    const secret = world.groups[group]?.resources.find((resource) => resource.id.startsWith(`${id}/`));
    world.deletedVaults.push({ name, location, vaultId: id, ...(secret !== undefined && { secret }) });
  }
}

function parametersIn(path: string): Readonly<Record<string, string>> {
  const text = readFileSync(path, 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^param (\w+) = '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

function resourcesOf(group: string, { name = '' }: Readonly<Record<string, string>>, image: string): Resource[] {
  const suffix = unique(group);
  const made: readonly (readonly [string, string])[] = [
    ['Microsoft.ManagedIdentity/userAssignedIdentities', `${name}-identity`],
    ['Microsoft.Storage/storageAccounts', `${name}${suffix}`],
    ['Microsoft.KeyVault/vaults', `${name}-${suffix}`],
    ['Microsoft.ContainerRegistry/registries', `${name}${suffix}`],
    ...(image === ''
      ? []
      : ([
          ['Microsoft.App/containerApps', name],
          ['Microsoft.BotService/botServices', `${name}-${suffix}`],
        ] as const)),
  ];
  return made.map(([type, each]) => ({
    id: `${groupId(group)}/providers/${type}/${each}`,
    name: each,
    type,
    tags: { app: 'restore-bot' },
  }));
}

function deploy(
  world: World,
  group: Group,
  groupName: string,
  name: string,
  path: string,
  variables: Readonly<Record<string, string>>,
) {
  if (world.active === name) {
    world.active = undefined;
    throw new Refusal('DeploymentActive', `The deployment '${name}' cannot be saved: an existing one is still active.`);
  }
  if (path.endsWith('rotate-keys.bicepparam')) return rotate(group, variables);
  const parameters = parametersIn(path);
  if (parameters['zoneRedundant'] === 'true' && group.location === 'westus') {
    throw new Refusal('InvalidRequestParameter', `Zone redundancy is not supported in ${group.location}.`);
  }
  const made = resourcesOf(groupName, parameters, variables['RESTORE_BOT_IMAGE'] ?? '');
  for (const resource of made) {
    if (world.deletedVaults.some(({ vaultId }) => vaultId === resource.id)) {
      throw new Refusal('VaultAlreadyExists', `The vault ${resource.name} is in a deleted but recoverable state.`);
    }
    if (!group.resources.some(({ id }) => id === resource.id)) group.resources.push(resource);
  }
  addRole(world, groupName, parameters['name'] ?? '');
  const vault = made.find(({ type }) => type === 'Microsoft.KeyVault/vaults');
  const keys = variables['STATE_ENCRYPTION_KEYS'] ?? '';
  const secretId = `${vault?.id ?? ''}/secrets/state-encryption-keys`;
  const secret = group.resources.find(({ id }) => id === secretId);
  if (keys !== '') {
    if (secret === undefined) {
      group.resources.push({
        id: secretId,
        name: 'state-encryption-keys',
        type: 'Microsoft.KeyVault/vaults/secrets',
        versions: [keys],
      });
    } else secret.versions?.push(keys);
  }
  const isWhole = (variables['RESTORE_BOT_IMAGE'] ?? '') !== '';
  const outputs = Object.fromEntries(
    Object.entries({
      registryName: made[3]?.name,
      registryServer: `${made[3]?.name ?? ''}.azurecr.io`,
      keyVaultName: vault?.name,
      botId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      fqdn: isWhole ? 'bot.example.com' : '',
      appName: parameters['name'],
      outgoingAddresses: ['203.0.113.7'],
      networkName: parameters['network'] === 'new' ? `${parameters['name'] ?? ''}-net` : '',
    }).map(([key, value]) => [key, { type: 'String', value }]),
  );
  group.deployments[name] = outputs;
  return { properties: { outputs } };
}

/** The role's name as the Bicep has it: unique in the tenant. */
function addRole(world: World, group: string, name: string): void {
  const [, template = ''] = /roleName: '(.*)'/.exec(readFileSync('deploy/modules/storage.bicep', 'utf8')) ?? [];
  const roleName = template.replace('${name}', name).replace('${uniqueString(resourceGroup().id)}', unique(group));
  const id = `role-${group}-${name}`;
  const same = world.roleDefinitions.find((role) => role.roleName === roleName);
  if (same !== undefined && same.name !== id) {
    throw new Refusal(
      'RoleDefinitionWithSameNameExists',
      `A custom role with the name '${roleName}' exists in this tenant.`,
    );
  }
  if (same === undefined) world.roleDefinitions.push({ name: id, roleName, group });
}

function rotate(group: Group, variables: Readonly<Record<string, string>>): unknown {
  const vault = group.resources.find(({ name }) => name === variables['KEY_VAULT_NAME']);
  if (vault?.isOpenToTemplates !== true) {
    throw new Refusal(
      'KeyVaultParameterReferenceAuthorizationFailed',
      'The vault is not enabled for template deployment.',
    );
  }
  const secret = group.resources.find(({ id }) => id === `${vault.id}/secrets/state-encryption-keys`);
  const keys = secret?.versions?.at(-1)?.split(',') ?? [];
  const stage = variables['ROTATION_STAGE'] ?? '';
  const rotated: Readonly<Record<string, readonly string[]>> = {
    added: [...keys, variables['NEW_STATE_ENCRYPTION_KEY'] ?? ''],
    first: [...keys.slice(-1), ...keys.slice(0, -1)],
    dropped: keys.slice(0, 1),
    replaced: [variables['NEW_STATE_ENCRYPTION_KEY'] ?? ''],
  };
  secret?.versions?.push((rotated[stage] ?? []).join(','));
  if (secret !== undefined) secret.tags = { rotation: stage, rotatedAt: variables['ROTATED_AT'] ?? '' };
  return {};
}

function rest(world: World, method: string, url: string, body: string): unknown {
  if (url === `/subscriptions/${SUBSCRIPTION}/locations?api-version=2022-12-01`) return { value: REGIONS };
  const path = decodeURIComponent(url.replace(`${GRAPH}/v1.0/`, ''));
  const [, key = ''] = /'([^']*)'\)?$/.exec(path) ?? [];
  const sent = JSON.parse(body) as Record<string, unknown>;
  const absent = (): never => {
    throw new RestRefusal('Request_ResourceNotFound', `Resource '${path}' does not exist.`);
  };
  const idIn = path.split('/')[1] ?? '';
  if (path === 'organization') {
    const verifiedDomains = [
      { name: 'contoso.com', isInitial: false },
      { name: 'contoso.onmicrosoft.com', isInitial: true },
    ];
    return { value: [{ displayName: 'Contoso', verifiedDomains }] };
  }
  if (path.startsWith('me/')) {
    return {
      value: world.directoryRoles.map((displayName) => ({ displayName, roleTemplateId: DIRECTORY_ROLES[displayName] })),
    };
  }
  if (path.startsWith('applications(')) return world.applications.find(({ appId }) => appId === key) ?? absent();
  if (path.startsWith('applications?')) {
    return { value: world.applications.filter(({ tags }) => tags?.some((tag) => path.includes(`'${tag}'`))) };
  }
  if (path === 'applications') {
    const application = { id: randomUUID(), appId: randomUUID(), ...sent } as Application;
    world.applications.push(application);
    return application;
  }
  if (path.startsWith('applications/')) {
    const application = world.applications.find(({ id }) => id === idIn) ?? absent();
    if (path.endsWith('/federatedIdentityCredentials')) {
      application.federatedIdentityCredentials ??= [];
      if (method === 'GET') return { value: application.federatedIdentityCredentials };
      application.federatedIdentityCredentials.push(sent as never);
      return sent;
    }
    if (method === 'DELETE') world.applications = world.applications.filter((each) => each !== application);
    else Object.assign(application, sent);
    return undefined;
  }
  if (path.startsWith('servicePrincipals(')) {
    const principal = world.principals.find(({ appId }) => appId === key);
    return principal ? { ...principal, appRoleAssignmentRequired: principal.required === true } : absent();
  }
  if (path === 'servicePrincipals') {
    const principal = { id: randomUUID(), appId: String(sent['appId']), assigned: [] };
    world.principals.push(principal);
    return principal;
  }
  if (path.startsWith('servicePrincipals/')) {
    const principal = world.principals.find(({ id }) => id === idIn) ?? absent();
    if (method === 'GET') return { value: principal.assigned };
    if (method === 'PATCH') principal.required = sent['appRoleAssignmentRequired'] === true;
    else principal.assigned.push(sent as { principalId: string });
    return undefined;
  }
  if (path.startsWith('oauth2PermissionGrants?')) {
    return {
      value: world.grants.filter(
        ({ clientId, resourceId }) =>
          path.includes(`clientId eq '${clientId}'`) && path.includes(`resourceId eq '${resourceId}'`),
      ),
    };
  }
  if (path === 'oauth2PermissionGrants') {
    world.grants.push({ id: randomUUID(), ...sent } as World['grants'][number]);
    return undefined;
  }
  if (path.startsWith('oauth2PermissionGrants/')) {
    Object.assign(world.grants.find(({ id }) => id === idIn) ?? absent(), sent);
    return undefined;
  }
  return absent();
}
