/** How the settings of a second person's approval fit together. */
import type { Reader } from './reader.ts';

/** @param hasCertificate of any organization: with it, Microsoft asks nobody */
export function readApproval(reader: Reader, hasCertificate: boolean) {
  const mode = reader.get('APPROVAL');
  const isOn = mode !== 'off';
  const approverTeam = reader.get('APPROVER_TEAM');
  const approvers = [...new Set(reader.require('APPROVERS', isOn && approverTeam === undefined) ?? [])];
  const needed = reader.get('APPROVALS_NEEDED');
  if (hasCertificate && !isOn && !reader.isWrong('APPROVAL')) {
    reader.mistake(
      'APPROVAL',
      'cannot be off beside RESTORE_CERTIFICATE, with which nobody else is asked. Set APPROVAL=always and APPROVERS or APPROVER_TEAM, or leave ' +
        'RESTORE_CERTIFICATE out.',
    );
  }
  for (const name of ['APPROVERS', 'APPROVER_TEAM'] as const) {
    if (isOn || !reader.has(name) || reader.isWrong('APPROVAL')) continue;
    reader.mistake(name, 'has no effect while APPROVAL is off. Set APPROVAL to others or always, or leave it out.');
  }
  if (isOn && approverTeam === undefined && approvers.length > 0 && approvers.length < needed) {
    reader.mistake('APPROVERS', 'names fewer people than APPROVALS_NEEDED. Name more, or lower APPROVALS_NEEDED.');
  }
  return {
    mode,
    /** Object ids, lower case. */
    approvers,
    approverTeam,
    needed,
    minItems: reader.get('APPROVAL_MIN_ITEMS'),
    categories: reader.get('APPROVAL_FOR'),
    showsNames: reader.get('APPROVAL_SHOWS') === 'names',
    guests: reader.get('APPROVER_GUESTS'),
  };
}
