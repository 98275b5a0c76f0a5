/** How the settings of a second person's approval fit together. */
import type { Reader } from './reader.ts';

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
