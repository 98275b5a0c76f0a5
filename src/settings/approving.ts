/** The settings of a second person's approval, as parts of definitions.ts. */
import * as parse from './parsers.ts';

const CATEGORIES = ['overwrite', 'permissions', 'administrator', 'download'] as const;

const categories: parse.Parse<readonly (typeof CATEGORIES)[number][]> = (value) => {
  if (value.toLowerCase() === 'none') return [];
  const items = parse.splitList(value, 'List at least one, write none, or leave it out.');
  return [...new Set(parse.parseItems(items, parse.oneOf(...CATEGORIES)))];
};

export const APPROVING = {
  APPROVAL: {
    section: 'Approval by a second person',
    parse: parse.oneOf('off', 'others', 'always'),
    description:
      'Whether somebody else approves what is restored, or handed over as a file, before it is sent: `off`; `others`, unless it is all the ' +
      "person's own data; or `always`. `RESTORE_CERTIFICATE` does not allow `off`: " +
      '[A second person approves](second-person.md).',
    defaultValue: 'off',
  },
  APPROVERS: {
    parse: parse.listOf(parse.comparableGuid),
    description:
      'Object ids of those who may approve, comma-separated: at least one more than `APPROVALS_NEEDED`, since nobody approves their own ' +
      'request. Each sends the bot a message in their personal chat once.',
    required: 'with `APPROVAL=others` or `APPROVAL=always`, unless `APPROVER_TEAM` is set',
    remedy: 'List the object ids of those who may approve, set APPROVER_TEAM, or set APPROVAL=off.',
  },
  APPROVER_TEAM: {
    parse: parse.teamsTeam,
    description:
      'A team in Teams whose members may approve, too: the link that **Get link to team** gives, or the id in it ' +
      '(`19:…@thread.tacv2`). The app is installed in it, and whoever approves is in the same tenant.',
  },
  APPROVALS_NEEDED: {
    parse: parse.wholeNumber(1, 5),
    description: 'How many of them have to approve. The first one who declines ends the request.',
    defaultValue: '1',
  },
  APPROVAL_MIN_ITEMS: {
    parse: parse.wholeNumber(1, 1_000_000),
    description: 'From how many items on a restore needs an approval. Anything restored as a whole is enough.',
    defaultValue: '1',
  },
  APPROVAL_FOR: {
    parse: categories,
    description:
      'What needs an approval however little it is: `overwrite`, what replaces data; `permissions`, what replaces permissions; ' +
      '`administrator`, restores in app-only sessions; `download`, files that leave the backup, which `APPROVAL_MIN_ITEMS` does not count. ' +
      '`none` for none of them.',
    defaultValue: 'overwrite,permissions,administrator,download',
  },
  APPROVAL_SHOWS: {
    parse: parse.oneOf('counts', 'names'),
    description: 'What approvers see of the items: `counts`, or `names` (a button, audited).',
    defaultValue: 'counts',
  },
  APPROVER_GUESTS: {
    parse: parse.trueOrFalse,
    description: 'Whether approvals of guests in the tenant count.',
    defaultValue: 'false',
  },
} as const;
