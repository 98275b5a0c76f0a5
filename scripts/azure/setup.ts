/** From nothing to a bot in Teams. Each step finds what an earlier run has done, so it can be repeated after any failure. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { packagePath } from '../app-package/write.ts';
import { checkDirectoryRole, checkRights, hasZones, readAccount, registerProviders, type Account } from './account.ts';
import { EXIT, Stop, type Surroundings, words } from './az.ts';
import { costLines } from './costs.ts';
import { deployBot, ensureGroup, whatIf, type Deployed } from './deploy-bot.ts';
import { registerOperatorApplication } from './operator-application.ts';
import { parametersText, type Answers } from './parameters.ts';
import { parametersPath, readState, writeState, writeWhole, type SetupState } from './setup-state.ts';
import { writeTeamsPackage } from './teams-package.ts';

export interface SetupOptions {
  readonly group: string;
  readonly name: string;
  readonly network: 'new' | 'none';
  /** Answers given as options; the others are asked for. */
  readonly answers: Partial<Answers>;
  readonly operatorApplicationId?: string | undefined;
  readonly backupServiceFingerprint256: string;
  readonly image?: string | undefined;
  readonly isConfirmed: boolean;
  /** `privacy-url`, `terms-url`, `website-url`, `developer`. */
  readonly publisher: Readonly<Record<string, string | undefined>>;
}

export interface SetupSurroundings extends Surroundings {
  readonly root: string;
  /** Where parameters and state are kept. */
  readonly folder: string;
  /** @returns what somebody typed, without spaces around it */
  readonly ask: (question: string) => Promise<string>;
  /** Runs a command in the bot's container where somebody looks at a terminal. @returns whether it could */
  readonly inContainer: (group: string, app: string, command: string) => Promise<boolean>;
}

interface Question {
  readonly text: string;
  readonly option: string;
  readonly isRight: (answer: string) => boolean;
  readonly meaning: string;
}

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const QUESTIONS: Readonly<Record<keyof Answers, Question>> = {
  location: {
    text: 'Region of Azure',
    option: '--location',
    isRight: (answer) => /^[a-z\d]+$/.test(answer),
    meaning: 'the name of a region, such as westeurope',
  },
  organization: {
    text: 'Organization in Microsoft 365',
    option: '--organization',
    isRight: (answer) => /^[\w-]+(?:\.\w+)+$/.test(answer),
    meaning: 'its first domain, such as contoso.onmicrosoft.com',
  },
  backupServiceUrl: {
    text: 'Address of the REST API of the backup service',
    option: '--backup-service-url',
    isRight: (answer) => URL.parse(answer)?.protocol === 'https:',
    meaning: 'https://, the host and the port, such as https://backup.contoso.com:4443',
  },
  operatorsGroup: {
    text: 'Object id of the group whose members may sign in (empty: everybody)',
    option: '--operators-group',
    isRight: (answer) => answer === '' || GUID.test(answer),
    meaning: 'the object id of a group in Microsoft Entra, or nothing',
  },
  alertEmail: {
    text: 'Who gets an e-mail when an alert fires',
    option: '--alert-email',
    isRight: (answer) => answer === 'none' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(answer),
    meaning: "an e-mail address, or 'none'",
  },
};

export interface SetUp {
  readonly deployed: Deployed;
  /** Path. */
  readonly zip: string;
}

/** @throws Stop with what to do; then the same call goes on */
export async function setUp(surroundings: SetupSurroundings, options: SetupOptions): Promise<SetUp> {
  const { az, say, root, folder } = surroundings;
  const { group, name, network, backupServiceFingerprint256 } = options;
  if (!/^[a-z][a-z\d]{2,15}$/.test(name)) {
    throw new Stop('--name must be 3 to 16 lower-case letters and digits, a letter first.', EXIT.usage);
  }
  let state = await readState(folder, group);
  const remember = async (more: Partial<SetupState>): Promise<void> => {
    state = { ...state, ...more };
    await writeState(folder, group, state);
  };

  const account = await readAccount(az);
  say(`Subscription ${account.subscriptionName}, as ${account.user}. Another: az account set --subscription NAME`);
  await checkRights(surroundings, account, group);
  const given = options.operatorApplicationId ?? state.operatorApplicationId;
  if (given === undefined) await checkDirectoryRole(surroundings, account);
  await remember({ ...(given !== undefined && { operatorApplicationId: given }) });
  const company = await readCompany(surroundings, account);

  const defaults: Partial<Answers> = { location: 'westeurope', organization: company.domain, operatorsGroup: '' };
  for (const key of Object.keys(QUESTIONS) as readonly (keyof Answers)[]) {
    const answer = await answerTo(
      surroundings,
      QUESTIONS[key],
      options.answers[key] ?? state.answers[key],
      defaults[key],
    );
    await remember({ answers: { ...state.answers, [key]: answer } });
  }
  const answers = state.answers as Answers;
  const zoneRedundant = await hasZones(surroundings, account, answers.location);
  if (!zoneRedundant) say(`${answers.location} has no availability zones: app and storage are in one place.`);

  const parameters = parametersPath(folder, group);
  const deployment = { root, group, location: answers.location, parameters, image: options.image };
  const textFor = (operatorApplicationId: string): string =>
    parametersText(
      { ...answers, name, network, zoneRedundant, backupServiceFingerprint256, operatorApplicationId },
      // Bicep takes a path as seen from the file, with slashes.
      `${relative(folder, join(root, 'deploy')) || '.'}/main.bicep`,
    );
  const hasParameters = await exists(parameters);
  if (!hasParameters && state.isConfirmed !== true) await refuseForeign(surroundings, group, parameters);
  if (state.isConfirmed !== true) {
    await registerProviders(surroundings);
    await ensureGroup(surroundings, group, answers.location);
    const draft = hasParameters ? parameters : `${parameters.replace(/\.bicepparam$/, '')}.draft.bicepparam`;
    if (!hasParameters) await writeFile(draft, textFor(given ?? ''));
    try {
      say(`In the resource group ${group}, by what Azure says beforehand:`);
      for (const line of await whatIf(surroundings, { ...deployment, parameters: draft })) say(`  ${line}`);
    } finally {
      if (!hasParameters) await rm(draft, { force: true });
    }
    if (given === undefined) say('  create the application that operators sign in to, in Microsoft Entra');
    say('Costs:');
    for (const line of costLines(network)) say(line);
    if (!options.isConfirmed && !/^y(?:es)?$/i.test(await surroundings.ask('Create all of it? (yes/no) '))) {
      throw new Stop('Nothing was created but the empty resource group, which costs nothing.', EXIT.refused);
    }
    await remember({ isConfirmed: true });
  }

  const operatorApplicationId =
    given ??
    (
      await registerOperatorApplication(surroundings, account, {
        name: `Restore operator sign-in (${group})`,
        mark: state.mark,
        group: answers.operatorsGroup === '' ? undefined : answers.operatorsGroup,
        mayChangeClient: false,
        consent: true,
      })
    ).appId;
  await remember({ operatorApplicationId });
  if (hasParameters) say(`${parameters} is there and stays as it is`);
  else await writeWhole(parameters, textFor(operatorApplicationId));

  const deployed = await deployBot(surroundings, account, deployment);
  const zip = packagePath(folder === join(root, 'deploy') ? root : folder, group);
  await writeTeamsPackage({ root, say, zip }, deployed, {
    developer: company.developer,
    ...publisherOf(answers, options),
  });
  const isChecked = await surroundings.inContainer(group, deployed.appName, DOCTOR);
  for (const line of whatRemains(group, deployed, zip, isChecked)) say(line);
  return { deployed, zip };
}

const DOCTOR = 'node dist/doctor.js';

/** What was deployed with other parameters would be changed to what the setup knows. */
async function refuseForeign({ az }: Surroundings, group: string, parameters: string): Promise<void> {
  const before = await az.find(
    words`deployment group show --resource-group ${group} --name restore-bot-base`,
    /^(?:DeploymentNotFound|ResourceGroupNotFound)$/,
  );
  if (before === undefined) return;
  throw new Stop(
    `${group} was deployed with parameters that are not here, and nothing was changed. Copy them to ${parameters} (main.bicepparam, or the file of another machine, with its .setup.json), use deploy/deploy.sh, or choose another --resource-group.`,
    EXIT.refused,
  );
}

async function exists(path: string): Promise<boolean> {
  return (await readFile(path).catch(() => undefined)) !== undefined;
}

async function answerTo(
  { ask, say }: SetupSurroundings,
  { text, option, isRight, meaning }: Question,
  known: string | undefined,
  otherwise: string | undefined,
): Promise<string> {
  if (known !== undefined) {
    if (isRight(known)) return known;
    throw new Stop(`${option} must be ${meaning}.`, EXIT.usage);
  }
  for (;;) {
    const shown = otherwise === undefined || otherwise === '' ? '' : ` [${otherwise}]`;
    const answer = (await ask(`${text}${shown}: `)) || (otherwise ?? '');
    if (isRight(answer)) return answer;
    say(`That must be ${meaning}.`);
  }
}

async function readCompany({ az }: Surroundings, { graph }: Account) {
  const { value } = (await az.call(words`rest --method GET --url ${graph}/v1.0/organization`)) as {
    readonly value: readonly {
      readonly displayName: string;
      readonly verifiedDomains: readonly { readonly name: string; readonly isInitial: boolean }[];
    }[];
  };
  const [company] = value;
  return {
    developer: (company?.displayName ?? '').slice(0, 32).trim(),
    domain: company?.verifiedDomains.find(({ isInitial }) => isInitial)?.name ?? '',
  };
}

/** The addresses that the package needs: the company's website, unless better ones are given. */
function publisherOf({ alertEmail, organization }: Answers, { publisher }: SetupOptions) {
  const website = publisher['website-url'] ?? `https://${alertEmail.split('@')[1] ?? organization}`;
  return {
    'website-url': website,
    'privacy-url': publisher['privacy-url'] ?? website,
    'terms-url': publisher['terms-url'] ?? website,
    ...(publisher['developer'] !== undefined && { developer: publisher['developer'] }),
  };
}

function whatRemains(group: string, { appName, fqdn }: Deployed, zip: string, isChecked: boolean): readonly string[] {
  return [
    '',
    `The bot: https://${fqdn}`,
    `Its package for Teams: ${zip}`,
    ...(isChecked
      ? []
      : [
          `Check it from a terminal: az containerapp exec --resource-group ${group} --name ${appName} --command '${DOCTOR}'`,
        ]),
    '',
    'What remains, in https://admin.teams.microsoft.com (Teams Administrator), docs/deploy.md, "Install it in Teams":',
    '  1. Teams apps, Manage apps, Actions, Org-wide app settings: let users interact with custom apps.',
    '  2. Teams apps, Manage apps, Actions, Upload new app: the package.',
    '  3. The app, Users and groups: assign it to the operators.',
    '  4. Teams apps, Setup policies: install and pin it for them.',
    'And in Microsoft Entra: the policies of deploy/conditional-access.md.',
  ];
}
