/** What the setup asks, and which answers it takes. */
import { check, guid, matching, type Parse } from '../../src/settings/parsers.ts';
import { EXIT, Stop } from './az.ts';
import { mistakeIn, PARSERS, type Answers } from './parameters.ts';
import type { SetupSurroundings } from './setup.ts';

export interface Question {
  readonly text: string;
  readonly option: string;
  readonly parse: Parse<unknown>;
}

export const QUESTIONS: Readonly<Record<keyof Answers, Question>> = {
  location: {
    text: 'Region of Azure',
    option: '--location',
    parse: matching(/^[a-z\d]+$/, 'must be the name of a region, such as westeurope.'),
  },
  organization: {
    text: 'Organization in Microsoft 365',
    option: '--organization',
    parse: PARSERS.organization,
  },
  backupServiceUrl: {
    text: 'Address of the REST API of the backup service',
    option: '--backup-service-url',
    parse: PARSERS.backupServiceUrl,
  },
  operatorsGroup: {
    text: 'Object id of the group whose members may sign in (empty: everybody)',
    option: '--operators-group',
    parse: (answer) => answer === '' || guid(answer),
  },
  alertEmail: {
    text: 'Who gets an e-mail when an alert fires',
    option: '--alert-email',
    parse: PARSERS.alertEmail,
  },
};

/** What can be said before the parameters are written. */
export const OPTION_NAMES = [
  ...Object.values(QUESTIONS).map(({ option }) => option),
  '--backup-service-fingerprint256',
  '--name',
  '--network',
].join(', ');

/**
 * @param existing location of the resource group, if there is one
 * @param regions of the subscription by name; undefined: not known
 */
export function locationQuestion(
  group: string,
  existing: string | undefined,
  regions: ReadonlyMap<string, boolean> | undefined,
): Question {
  const { location } = QUESTIONS;
  const parse = (answer: string): void => {
    location.parse(answer);
    check(
      existing === undefined || answer === existing,
      `must be ${existing}, where the resource group ${group} is, since everything in it goes there. For another region take another --resource-group, or delete that one if it is empty.`,
    );
    check(
      regions === undefined || regions.has(answer),
      `must be a region of this subscription: ${[...(regions ?? new Map<string, boolean>()).keys()].toSorted().join(', ')}.`,
    );
  };
  return { ...location, parse };
}

/** @throws Stop if the bot would refuse the value */
export function checkOption(option: string, parse: Parse<unknown>, value: string): void {
  const mistake = mistakeIn(parse, value);
  if (mistake !== undefined) throw new Stop(`${option} ${mistake}`, EXIT.usage);
}

/** @param known what is wrong among the `given` ends the setup, and is asked for among the `remembered` */
export async function answerTo(
  { ask, say }: SetupSurroundings,
  { text, option, parse }: Question,
  { given, remembered, otherwise = '' }: Readonly<Record<'given' | 'remembered' | 'otherwise', string | undefined>>,
): Promise<string> {
  if (given !== undefined) {
    checkOption(option, parse, given);
    return given;
  }
  if (remembered !== undefined && mistakeIn(parse, remembered) === undefined) return remembered;
  for (;;) {
    const answer = (await ask(`${text}${otherwise === '' ? '' : ` [${otherwise}]`}: `)) || otherwise;
    const mistake = mistakeIn(parse, answer);
    if (mistake === undefined) return answer;
    say(`That ${mistake}`);
  }
}
