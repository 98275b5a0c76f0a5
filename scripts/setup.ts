/** `npm run setup`: from nothing to a bot in Teams. */
import { parseArgs } from 'node:util';
import { EXIT, Stop } from './azure/az.ts';
import { setUp } from './azure/setup.ts';
import { ofThisTerminal, runCommand, withUsage } from './azure/terminal.ts';

const USAGE = `npm run setup -- [options]
Asks at most six questions, checks your rights, shows what will be created, and creates it. Run it again after a failure: it goes on.
  --resource-group NAME             of its own for each deployment (restore-bot)
  --name NAME                       what names of resources begin with (restorebot)
  --network new|none                none is cheaper, and leaves storage and vault reachable from the internet (new)
  --operator-application-id ID      of an application that exists, as register-operator-app.sh printed it; or: portal
  --backup-service-fingerprint256 F of its certificate, if that is not publicly trusted: compare it on the server
  --image IMAGE                     run this image instead of building one
  --website-url URL, --privacy-url URL, --terms-url URL, --developer NAME
                                    in the package for Teams (the domain of the e-mail address, the name of the tenant)
Answers to the questions:
  --location REGION  --organization NAME.onmicrosoft.com  --backup-service-url URL
  --operators-group ID  --alert-email ADDRESS  --yes
Needs az, signed in: az login. On Windows, use WSL or Azure Cloud Shell.`;

const text = { type: 'string' } as const;

await runCommand('setup', async () => {
  const { values } = withUsage(USAGE, () =>
    parseArgs({
      options: {
        'resource-group': { ...text, default: 'restore-bot' },
        name: text,
        network: text,
        'operator-application-id': text,
        'backup-service-fingerprint256': text,
        image: text,
        'website-url': text,
        'privacy-url': text,
        'terms-url': text,
        developer: text,
        location: text,
        organization: text,
        'backup-service-url': text,
        'operators-group': text,
        'alert-email': text,
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }),
  );
  const surroundings = ofThisTerminal();
  if (values.help) {
    surroundings.say(USAGE);
    return;
  }
  const { network } = values;
  if (network !== undefined && network !== 'new' && network !== 'none') {
    throw new Stop(
      '--network must be new or none; for subnets that exist, write main.bicepparam and use deploy.sh.',
      EXIT.usage,
    );
  }
  const given = (named: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    );
  await setUp(surroundings, {
    group: values['resource-group'],
    name: values.name,
    network,
    answers: given({
      location: values.location,
      organization: values.organization,
      backupServiceUrl: values['backup-service-url'],
      operatorsGroup: values['operators-group'],
      alertEmail: values['alert-email'],
    }),
    operatorApplicationId: values['operator-application-id'],
    backupServiceFingerprint256: values['backup-service-fingerprint256'],
    image: values.image,
    isConfirmed: values.yes,
    publisher: given({
      'website-url': values['website-url'],
      'privacy-url': values['privacy-url'],
      'terms-url': values['terms-url'],
      developer: values.developer,
    }),
  });
});
