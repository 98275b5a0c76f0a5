/** `npm run remove`: undoes a deployment, asks before data goes, and says what stays. */
import { parseArgs } from 'node:util';
import { remove } from './azure/remove.ts';
import { ofThisTerminal, runCommand, withUsage } from './azure/terminal.ts';

const USAGE = `npm run remove -- [options]
Removes a bot with its data, after asking, and says what stays.
  --resource-group NAME   of the deployment (restore-bot)
  --yes                   do not ask
Needs az, signed in: az login.`;

await runCommand('remove', async () => {
  const { values } = withUsage(USAGE, () =>
    parseArgs({
      options: {
        'resource-group': { type: 'string', default: 'restore-bot' },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }),
  );
  const surroundings = ofThisTerminal();
  if (values.help) surroundings.say(USAGE);
  else await remove(surroundings, { group: values['resource-group'], isConfirmed: values.yes });
});
