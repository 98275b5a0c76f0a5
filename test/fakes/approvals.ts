import { ConflictError } from '../../src/core/errors.ts';
import type { Address } from '../../src/core/person.ts';
import { approvalRequestSchema, type ApprovalRequest, type ApprovalRule } from '../../src/restore/state/four-eyes.ts';
import type { ApprovalStore } from '../../src/restore/state/ports.ts';
import { createFakeAdministrators } from './administrators.ts';

export interface FakeApprovals extends ApprovalStore {
  requestOf(id: string): ApprovalRequest | undefined;
}

/** Sealed records in memory, with conflicts as in storage. */
export function createFakeApprovals(): FakeApprovals {
  const blobs = new Map<string, { readonly text: string; readonly version: string }>();
  let lastVersion = 0;
  const parse = (text: string): ApprovalRequest => approvalRequestSchema.parse(JSON.parse(text));
  return {
    async read(id) {
      await Promise.resolve();
      const blob = blobs.get(id);
      return blob === undefined
        ? { kind: 'absent' }
        : { kind: 'found', state: parse(blob.text), version: blob.version };
    },
    async write(id, state, over) {
      await Promise.resolve();
      if (blobs.get(id)?.version !== over) throw new ConflictError('somebody else was first');
      const version = `"${(lastVersion += 1)}"`;
      blobs.set(id, { text: JSON.stringify(state), version });
      return version;
    },
    async all() {
      await Promise.resolve();
      return [...blobs.values()].map(({ text }) => parse(text));
    },
    async erase(id) {
      await Promise.resolve();
      return blobs.delete(id);
    },
    sweep: () => Promise.resolve(0),
    requestOf(id) {
      const blob = blobs.get(id);
      return blob && parse(blob.text);
    },
  };
}

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
  approvals: createFakeApprovals(),
  approvalRule: { ...APPROVAL_OFF, ...rule },
  administrators: createFakeAdministrators(),
  isGuest: (_address: Address): Promise<boolean> => Promise.resolve(false),
});
