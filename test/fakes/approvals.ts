import type { Address } from '../../src/core/person.ts';
import type { ApprovalRequest, ApprovalRule } from '../../src/restore/state/four-eyes.ts';
import type { Suspension } from '../../src/sign-in/state/suspension.ts';
import { createFakeAdministrators } from './administrators.ts';
import { createFakeRecords } from './shared-records.ts';

export const APPROVAL_OFF: ApprovalRule = {
  mode: 'off',
  approvers: [],
  needed: 1,
  minItems: 1,
  categories: ['overwrite', 'permissions', 'administrator', 'download'],
  showsNames: false,
  guests: false,
  tenants: [],
};

/** All of it, for tests in which nobody approves anything. */
export const createFakeFourEyes = (rule: Partial<ApprovalRule> = {}) => ({
  approvals: createFakeRecords<ApprovalRequest>(),
  suspensions: createFakeRecords<Suspension>(),
  approvalRule: { ...APPROVAL_OFF, ...rule },
  administrators: createFakeAdministrators(),
  isGuest: (_address: Address): Promise<boolean | undefined> => Promise.resolve(false),
});
