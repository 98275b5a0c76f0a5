/** `deploy/register-operator-app.sh`: for whoever may register applications and does not deploy. */
import { parseArgs } from 'node:util';
import { readAccount } from './azure/account.ts';
import { EXIT, Stop } from './azure/az.ts';
import { registerOperatorApplication, WHAT_IT_OPENS } from './azure/operator-application.ts';
import { ofThisTerminal, runCommand, withUsage } from './azure/terminal.ts';

const USAGE = `deploy/register-operator-app.sh [options]
  --app-id GUID        an application that exists, instead of a new one of the bot's own; with --group alone only who may sign in changes
  --make-public        with --app-id: allow public client flows, if they are not allowed yet
  --name NAME          of a new one (Restore operator sign-in)
  --redirect URL       people sign in in the browser (docs/choose-sign-in.md): PUBLIC_URL with /signed-in. Without --with-code the
                       application is no public client
  --end-public         with --app-id and --redirect: end public client flows, if they are allowed
  --with-code          with --redirect: also with a code
  --identity ID        with --redirect: object id of the managed identity that the bot runs as (identityPrincipalId in the outputs of
                       the deployment), which then needs no secret
  --group ID           object id of the group whose members may sign in; all others are refused by the identity provider
  --no-consent         leave consent to somebody else
Needs az, signed in to the tenant (az login --allow-no-subscriptions) as Application Administrator or above; Cloud Application
Administrator for consent.`;

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

await runCommand('register-operator-app.sh', async () => {
  const { values } = withUsage(USAGE, () =>
    parseArgs({
      options: {
        'app-id': text,
        'make-public': flag,
        'end-public': flag,
        name: { ...text, default: 'Restore operator sign-in' },
        group: text,
        redirect: text,
        'with-code': flag,
        identity: text,
        'no-consent': flag,
        help: flag,
      },
    }),
  );
  const surroundings = ofThisTerminal();
  const { az, say } = surroundings;
  if (values.help) {
    say(USAGE);
    return;
  }
  const { 'app-id': appId, group, redirect: redirectUri, identity, 'with-code': withCode } = values;
  if (appId !== undefined && !GUID.test(appId)) throw new Stop('--app-id must be a GUID', EXIT.usage);
  if (group !== undefined && !GUID.test(group)) {
    throw new Stop('--group must be the object id of a group, a GUID', EXIT.usage);
  }
  if (redirectUri !== undefined && !/^https:\/\/[^/]+\/signed-in$/.test(redirectUri)) {
    throw new Stop('--redirect must be of the form https://HOST/signed-in', EXIT.usage);
  }
  if (identity !== undefined && !GUID.test(identity)) {
    throw new Stop('--identity must be the object id of a managed identity, a GUID', EXIT.usage);
  }
  if (redirectUri === undefined && (withCode || identity !== undefined)) {
    throw new Stop('--with-code and --identity have no effect without --redirect', EXIT.usage);
  }
  const takesCodes = redirectUri === undefined || withCode;
  if (values['end-public'] && takesCodes) {
    throw new Stop('--end-public needs --redirect, and excludes --with-code', EXIT.usage);
  }
  const { appId: registered, isPublic } = await registerOperatorApplication(surroundings, await readAccount(az), {
    appId,
    name: values.name,
    group,
    mayChangeClient: takesCodes ? values['make-public'] : values['end-public'],
    consent: !values['no-consent'],
    browser: redirectUri === undefined ? undefined : { redirectUri, identity, withCode },
  });
  if (isPublic) say(`\n${WHAT_IT_OPENS}`);
  say(`OPERATOR_APPLICATION_ID=${registered}`);
  say(
    "Next: deploy/conditional-access.md. Then sign in once: if the backup service refuses this application's tokens, run this again",
  );
  say(`with --app-id${isPublic ? ' and --make-public' : ''} for the application of its restore portal.`);
});
