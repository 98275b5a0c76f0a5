/** From nothing to a bot in Teams. Each step finds what an earlier run has done, so it can be repeated after any failure. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { packagePath } from '../app-package/write.ts';
import {
  checkDirectoryRole,
  checkRights,
  findGroup,
  readAccount,
  readRegions,
  registerProviders,
  type Account,
} from './account.ts';
import { EXIT, Stop, type Surroundings, words } from './az.ts';
import { costLines } from './costs.ts';
import { deployBot, ensureGroup, readParameters, whatIf, type Deployed } from './deploy-bot.ts';
import { registerOperatorApplication } from './operator-application.ts';
import { DEFAULT_NAME, literalOf, parameterOf, parametersText, PARSERS, quoted, type Answers } from './parameters.ts';
import { answerTo, checkOption, locationQuestion, OPTION_NAMES, QUESTIONS } from './setup-questions.ts';
import { parametersPath, readState, writeState, writeWhole, type SetupState } from './setup-state.ts';
import { checkPublisher, publisherIn, writeTeamsPackage, type Publisher } from './teams-package.ts';

export interface SetupOptions {
  readonly group: string;
  readonly name?: string | undefined;
  readonly network?: 'new' | 'none' | undefined;
  /** Answers given as options; the others are asked for. */
  readonly answers: Partial<Answers>;
  readonly operatorApplicationId?: string | undefined;
  readonly backupServiceFingerprint256?: string | undefined;
  readonly image?: string | undefined;
  readonly isConfirmed: boolean;
  readonly publisher: Publisher;
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

export interface SetUp {
  readonly deployed: Deployed;
  /** Path. */
  readonly zip: string;
}

/** @throws Stop with what to do; then the same call goes on */
export async function setUp(surroundings: SetupSurroundings, options: SetupOptions): Promise<SetUp> {
  const { az, say, root, folder } = surroundings;
  const { group } = options;
  checkOptions(options);
  const parameters = parametersPath(folder, group);
  const written = await readFile(parameters, 'utf8').catch(() => undefined);
  if (written !== undefined) {
    refuseIgnored(parameters, written, options);
    await readParameters(parameters);
  }
  const hasParameters = written !== undefined;
  let state = await readState(folder, group);
  // Parameters that are there name it, or leave it to each organization.
  const known = written === undefined ? state.operatorApplicationId : literalOf(written, 'operatorApplicationId');
  const { operatorApplicationId: given = known } = options;
  const hasGroup = known !== undefined && state.answers.operatorsGroup !== undefined;
  if (hasGroup || written !== undefined) refuseOtherGroup(state, options, known);
  const registers = written === undefined && given === undefined;
  const remember = async (more: Partial<SetupState>): Promise<void> => {
    state = { ...state, ...more };
    await writeState(folder, group, state);
  };
  const { name = state.name ?? DEFAULT_NAME, network = state.network ?? 'new' } = options;
  const { backupServiceUrl: knownUrl } = state.answers;
  const { backupServiceUrl = knownUrl } = options.answers;
  // The fingerprint goes with one backup service, so both are stored together.
  const pinned =
    knownUrl === undefined || knownUrl === backupServiceUrl ? state.backupServiceFingerprint256 : undefined;
  const { backupServiceFingerprint256 = pinned ?? '' } = options;

  const account = await readAccount(az);
  if (account.cloud !== 'AzureCloud' && written === undefined) {
    throw new Stop(
      `az is signed in to ${account.cloud}, and nothing was created. The setup knows the public cloud only: docs/deploy.md, "Other clouds".`,
      EXIT.refused,
    );
  }
  say(`Subscription ${account.subscriptionName}, as ${account.user}. Another: az account set --subscription NAME`);
  await checkRights(surroundings, account, group);
  // Confirmed without a name: what was confirmed are parameters from elsewhere.
  if (!hasParameters && (state.isConfirmed !== true || state.name === undefined)) {
    await refuseForeign(surroundings, group, parameters);
  }
  if (registers) await checkDirectoryRole(surroundings, account);
  await remember({
    ...(written === undefined && {
      name,
      network,
      backupServiceFingerprint256,
      answers: { ...state.answers, ...(backupServiceUrl !== undefined && { backupServiceUrl }) },
    }),
    ...(written === undefined && given !== undefined && { operatorApplicationId: given }),
    publisher: { ...state.publisher, ...options.publisher },
  });
  const company = await readCompany(surroundings, account);

  const regions = await readRegions(az, account);
  const existing = (await findGroup(az, group))?.location;
  const questions = { ...QUESTIONS, location: locationQuestion(group, existing, regions) };
  const defaults: Partial<Answers> = {
    location: existing ?? 'westeurope',
    organization: company.domain,
    operatorsGroup: '',
  };
  const keys = written === undefined ? (Object.keys(QUESTIONS) as readonly (keyof Answers)[]) : (['location'] as const);
  for (const key of keys) {
    const answer = await answerTo(surroundings, questions[key], {
      given: options.answers[key],
      remembered: (key === 'location' && hasParameters ? existing : undefined) ?? state.answers[key],
      otherwise: defaults[key],
    });
    await remember({ answers: { ...state.answers, [key]: answer } });
  }
  const answers = state.answers as Answers;
  const { location } = answers;
  const zoneRedundant = regions?.get(location) ?? true;
  if (written !== undefined && !zoneRedundant && (parameterOf(written, 'zoneRedundant') ?? 'true') === 'true') {
    throw new Stop(
      `${location} has no availability zones, and nothing was changed: set zoneRedundant to false in ${parameters}.`,
      EXIT.refused,
    );
  }
  if (regions === undefined) {
    say(
      `Nobody says whether ${location} has availability zones: if it has none, set zoneRedundant to false in the parameters.`,
    );
  } else if (!zoneRedundant) {
    say(`${location} has no availability zones: app and storage are in one place.`);
  }

  const deployment = { root, group, location, parameters, image: options.image };
  const textFor = (operatorApplicationId: string): string =>
    parametersText(
      { ...answers, name, network, zoneRedundant, backupServiceFingerprint256, operatorApplicationId },
      // Bicep takes a path as seen from the file, with slashes.
      `${relative(folder, join(root, 'deploy')) || '.'}/main.bicep`,
    );
  if (state.isConfirmed !== true) {
    await registerProviders(surroundings);
    await ensureGroup(surroundings, group, location);
    const draft = hasParameters ? parameters : `${parameters.replace(/\.bicepparam$/, '')}.draft.bicepparam`;
    if (!hasParameters) await writeFile(draft, textFor(given ?? ''));
    try {
      say(`In the resource group ${group}, by what Azure says beforehand:`);
      for (const line of await whatIf(surroundings, { ...deployment, parameters: draft })) say(`  ${line}`);
    } finally {
      if (!hasParameters) await rm(draft, { force: true });
    }
    if (registers) say('  create the application that operators sign in to, in Microsoft Entra');
    say('Costs:');
    for (const line of costLines(hasParameters ? literalOf(written, 'network') : network)) say(line);
    if (!options.isConfirmed && !/^y(?:es)?$/i.test(await surroundings.ask('Create all of it? (yes/no) '))) {
      throw new Stop(
        `${existing === undefined ? 'Nothing was created but the empty resource group, which costs nothing.' : 'Nothing was changed.'} ${hasParameters ? `For something else change ${parameters}` : `The answers are kept: for others run it with ${OPTION_NAMES}`}.`,
        EXIT.refused,
      );
    }
    await remember({ isConfirmed: true });
  }

  if (hasParameters) {
    say(`${parameters} is there and stays as it is`);
  } else {
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
    await writeWhole(parameters, textFor(operatorApplicationId));
  }

  const deployed = await deployBot(surroundings, account, deployment);
  const zip = packagePath(folder === join(root, 'deploy') ? root : folder, group);
  const deployedFor = hasParameters
    ? domainsOf(literalOf(written, 'alertEmail'), literalOf(written, 'organization'))
    : domainsOf(answers.alertEmail, answers.organization);
  // The last are from before somebody changed the parameters.
  const earlier = domainsOf(state.answers.alertEmail, state.answers.organization);
  const websites = [...deployedFor, company.domain, ...earlier].map((name) => `https://${name}`);
  const before = await publisherIn(zip, deployed.botId);
  const publisher = { ...chosenIn(before, [company.developer, ...websites]), ...state.publisher };
  await writeTeamsPackage({ root, say, zip }, deployed, publisherOf(company.developer, websites[0], publisher));
  await remember({ publisher });
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

function checkOptions({ name, answers, publisher, ...options }: SetupOptions): void {
  if (name !== undefined && !/^[a-z][a-z\d]{2,15}$/.test(name)) {
    throw new Stop('--name must be 3 to 16 lower-case letters and digits, a letter first.', EXIT.usage);
  }
  for (const [key, { option, parse }] of Object.entries(QUESTIONS)) {
    const answer = answers[key as keyof Answers];
    if (answer !== undefined) checkOption(option, parse, answer);
  }
  const { operatorApplicationId, backupServiceFingerprint256 } = options;
  if (operatorApplicationId !== undefined) {
    checkOption('--operator-application-id', PARSERS.operatorApplicationId, operatorApplicationId);
  }
  if (backupServiceFingerprint256 !== undefined && backupServiceFingerprint256 !== '') {
    checkOption('--backup-service-fingerprint256', PARSERS.backupServiceFingerprint256, backupServiceFingerprint256);
  }
  checkPublisher(publisher);
}

/** The file stays as it is, so an option that says something else would do nothing. */
function refuseIgnored(path: string, text: string, { answers, name, network, ...options }: SetupOptions): void {
  const { operatorApplicationId, backupServiceFingerprint256 } = options;
  const { organization, backupServiceUrl, alertEmail } = answers;
  const given = {
    name,
    network,
    organization,
    backupServiceUrl,
    alertEmail,
    operatorApplicationId,
    backupServiceFingerprint256,
  };
  const lines = Object.entries(given).flatMap(([parameter, value = '']) =>
    value === '' || literalOf(text, parameter) === value ? [] : [`param ${parameter} = ${quoted(value)}`],
  );
  if (lines.length === 0) return;
  throw new Stop(
    [`${path} is there and says something else. Write in it, or leave the options out:`, ...lines].join('\n  '),
    EXIT.refused,
  );
}

/** The setup gives a group only to the application that it registers. */
function refuseOtherGroup(
  { answers: { operatorsGroup: known } }: SetupState,
  { answers }: SetupOptions,
  application = 'of the parameters',
): void {
  const { operatorsGroup: given = known } = answers;
  if (given === known) return;
  throw new Stop(
    `The application that operators sign in to (${application}) keeps its group. Change it in Microsoft Entra, Enterprise applications, Users and groups, and leave out --operators-group.`,
    EXIT.refused,
  );
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

const domainsOf = (alertEmail: string | undefined, organization: string | undefined): readonly string[] =>
  [alertEmail?.split('@')[1], organization].filter((name) => name !== undefined);

/** What somebody chose of a package that was written before, not what followed from the rest. */
function chosenIn(before: Publisher, defaults: readonly string[]): Publisher {
  return Object.fromEntries(
    Object.entries(before).filter(([option, value]) =>
      ['website-url', 'developer'].includes(option) ? !defaults.includes(value) : value !== before['website-url'],
    ),
  );
}

/** The addresses that the package needs: the company's website, unless better ones are known. */
function publisherOf(developer: string, domainsWebsite: string | undefined, known: Publisher): Publisher {
  const website = known['website-url'] ?? domainsWebsite ?? '';
  return { developer, 'website-url': website, 'privacy-url': website, 'terms-url': website, ...known };
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
