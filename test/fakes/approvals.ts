import type { Address } from '../../src/core/person.ts';
import { createApprovers } from '../../src/restore/four-eyes/approvers.ts';
import type { ApprovalRequest, ApprovalRule } from '../../src/restore/state/four-eyes.ts';
import type { Suspension } from '../../src/sign-in/state/suspension.ts';
import { createFakeAdministrators } from './administrators.ts';
import { createFakeRoster } from './roster.ts';
import { createFakeRecords } from './shared-records.ts';

export const APPROVAL_OFF: ApprovalRule = {
  mode: 'off',
  needed: 1,
  minItems: 1,
  categories: ['overwrite', 'permissions', 'administrator', 'download'],
  showsNames: false,
  guests: false,
  tenants: [],
};

/** The id of `APPROVER_TEAM`. */
export const APPROVERS_TEAM = '19:approvers@thread.tacv2';

/** All of it, for tests in which nobody approves anything. @param listed may be changed later on */
export function createFakeFourEyes(rule: Partial<ApprovalRule> = {}, listed: readonly string[] = []) {
  const administrators = createFakeAdministrators();
  const roster = createFakeRoster();
  return {
    approvals: createFakeRecords<ApprovalRequest>(),
    suspensions: createFakeRecords<Suspension>(),
    approvalRule: { ...APPROVAL_OFF, ...rule },
    administrators,
    roster,
    approvers: createApprovers({ listed, teamId: APPROVERS_TEAM, roster, administrators }),
    isGuest: (_address: Address): Promise<boolean | undefined> => Promise.resolve(false),
  };
}
