/** `deploy/deploy.sh`: a deployment by a file of parameters, and what concerns its keys. */
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packagePath } from './app-package/write.ts';
import { checkRights, readAccount, registerProviders } from './azure/account.ts';
import { EXIT, Stop } from './azure/az.ts';
import { deployBot, ensureGroup, readParameters, whatIf } from './azure/deploy-bot.ts';
import { rotateKeys } from './azure/rotate-keys.ts';
import { writeTeamsPackage } from './azure/teams-package.ts';
import { ofThisTerminal, runCommand, withUsage } from './azure/terminal.ts';

const USAGE = `deploy/deploy.sh --resource-group NAME --location REGION [options]
  --parameters FILE   deploy/main.bicepparam unless named (copy main.example.bicepparam)
  --what-if           show what would be created or changed; creates no more than the resource group
  --image IMAGE       run this image instead of building one
  --privacy-url URL, --terms-url URL, --website-url URL, --developer NAME
                      all four: also write the Teams app package
deploy/deploy.sh --resource-group NAME --rotate-key | --drop-old-keys
                      one step of a rotation of the encryption key: docs/maintenance.md
deploy/deploy.sh --resource-group NAME --replace-key
                      at once, where the encryption key has leaked: everybody signs in again
Needs az, signed in: az login.`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

await runCommand('deploy.sh', async () => {
  const { values } = withUsage(USAGE, () =>
    parseArgs({
      options: {
        'resource-group': text,
        location: text,
        parameters: text,
        image: text,
        'privacy-url': text,
        'terms-url': text,
        'website-url': text,
        developer: text,
        'what-if': flag,
        'rotate-key': flag,
        'drop-old-keys': flag,
        'replace-key': flag,
        help: flag,
      },
    }),
  );
  const surroundings = ofThisTerminal();
  const { az, say, root } = surroundings;
  if (values.help) {
    say(USAGE);
    return;
  }
  const required = (name: 'resource-group' | 'location'): string => {
    const value = values[name];
    if (value === undefined) throw new Stop(`--${name} is missing\n\n${USAGE}`, EXIT.usage);
    return value;
  };
  const group = required('resource-group');
  const steps = [
    ...(values['rotate-key'] ? (['rotate'] as const) : []),
    ...(values['drop-old-keys'] ? (['drop'] as const) : []),
    ...(values['replace-key'] ? (['replace'] as const) : []),
  ];
  const [step, other] = steps;
  if (other !== undefined)
    throw new Stop('One step at a time: --rotate-key, --drop-old-keys or --replace-key', EXIT.usage);
  if (step !== undefined) {
    await rotateKeys(surroundings, await readAccount(az), { root, group }, { step });
    return;
  }
  const location = required('location');
  const parameters =
    values.parameters === undefined ? join(root, 'deploy/main.bicepparam') : resolve(values.parameters);
  await readParameters(parameters);
  const deployment = { root, group, location, parameters, image: values.image };
  const account = await readAccount(az);
  await checkRights(surroundings, account, group);
  if (values['what-if']) {
    await registerProviders(surroundings);
    await ensureGroup(surroundings, group, location);
    for (const line of await whatIf(surroundings, deployment)) say(line);
    return;
  }
  const deployed = await deployBot(surroundings, account, deployment);
  const publisher = ['privacy-url', 'terms-url', 'website-url', 'developer'] as const;
  if (publisher.every((name) => values[name] !== undefined)) {
    const given = Object.fromEntries(publisher.map((name) => [name, values[name]]));
    await writeTeamsPackage({ root, say, zip: packagePath(root, group) }, deployed, given);
    return;
  }
  say('For the Teams app package run, with your own addresses:');
  say(
    `  npm run package -- --bot-id ${deployed.botId} --domain ${deployed.fqdn} --privacy-url … --terms-url … --website-url … --developer … --out ${relative(root, packagePath(root, group))}`,
  );
});
