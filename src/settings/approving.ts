/** The settings of a second person's approval: parts of definitions.ts, and how they fit together. */
import * as parse from './parsers.ts';
import type { Reader } from './reader.ts';

const CATEGORIES = ['overwrite', 'permissions', 'administrator', 'download'] as const;

const categories: parse.Parse<readonly (typeof CATEGORIES)[number][]> = (value) => {
  if (value.toLowerCase() === 'none') return [];
  return parse.parseItems(
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
    parse.oneOf(...CATEGORIES),
  );
};

export const APPROVING = {
  APPROVAL: {
    section: 'Approval by a second person',
    parse: parse.oneOf('off', 'others', 'always'),
    description:
      'Whether somebody else approves what is restored before anything is sent: `off`; `others`, unless all of it is the ' +
      "person's own data; or `always`. `RESTORE_CERTIFICATE` requires `others` or `always`: " +
      '[A second person approves](operations.md#a-second-person-approves).',
    defaultValue: 'off',
  },
  APPROVERS: {
    parse: parse.listOf(parse.comparableGuid),
    description:
      'Object ids of those who may approve, comma-separated. Nobody approves what they asked for themselves, so name at least one more ' +
      'than `APPROVALS_NEEDED`. Each of them has to send the bot a message in their personal chat once.',
    required: 'with `APPROVAL=others` or `APPROVAL=always`',
    remedy: 'List the object ids of those who may approve, or set APPROVAL=off.',
  },
  APPROVALS_NEEDED: {
    parse: parse.wholeNumber(1, 5),
    description: 'How many of them have to approve. The first one who declines ends the request.',
    defaultValue: '1',
  },
  APPROVAL_MIN_ITEMS: {
    parse: parse.wholeNumber(1, 1_000_000),
    description:
      'From how many items on a restore needs an approval. A whole mailbox, drive, folder, site or team always counts as enough.',
    defaultValue: '1',
  },
  APPROVAL_FOR: {
    parse: categories,
    description:
      'What needs an approval however little it is: `overwrite`, what replaces existing data; `permissions`, what replaces permissions; ' +
      '`administrator`, all restores of administrators who signed in app-only; `download`, files that would leave the backup. A ' +
      'file cannot wait for an approval: with `download`, what would need one cannot be exported or downloaded. `none` for none of them.',
    defaultValue: 'overwrite,permissions,administrator,download',
  },
  APPROVAL_SHOWS: {
    parse: parse.oneOf('counts', 'names'),
    description:
      'What approvers see of the items: `counts` alone, or `names`, a button that lists subjects and file names. Each use of it is in the audit log.',
    defaultValue: 'counts',
  },
  APPROVER_GUESTS: {
    parse: parse.trueOrFalse,
    description: 'Whether approvals of guests in the tenant count.',
    defaultValue: 'false',
  },
} as const;

/** @param hasCertificate of any organization: with it, Microsoft asks nobody */
export function readApproval(reader: Reader, hasCertificate: boolean) {
  const mode = reader.get('APPROVAL');
  const isOn = mode !== 'off';
  const approvers = [...new Set(reader.require('APPROVERS', isOn) ?? [])];
  const needed = reader.get('APPROVALS_NEEDED');
  if (hasCertificate && !isOn && !reader.isWrong('APPROVAL')) {
    reader.mistake(
      'APPROVAL',
      'cannot be off beside RESTORE_CERTIFICATE, with which nobody else is asked. Set APPROVAL=always and APPROVERS, or leave ' +
        'RESTORE_CERTIFICATE out.',
    );
  }
  if (!isOn && reader.has('APPROVERS') && !reader.isWrong('APPROVAL')) {
    reader.mistake(
      'APPROVERS',
      'has no effect while APPROVAL is off. Set APPROVAL to others or always, or leave it out.',
    );
  }
  if (isOn && approvers.length > 0 && approvers.length < needed) {
    reader.mistake('APPROVERS', 'names fewer people than APPROVALS_NEEDED. Name more, or lower APPROVALS_NEEDED.');
  }
  return {
    mode,
    /** Object ids, lower case. */
    approvers,
    needed,
    minItems: reader.get('APPROVAL_MIN_ITEMS'),
    categories: reader.get('APPROVAL_FOR'),
    showsNames: reader.get('APPROVAL_SHOWS') === 'names',
    guests: reader.get('APPROVER_GUESTS'),
  };
}
