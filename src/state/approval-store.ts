/** Requests for a second person's approval: they belong to the asker and to all approvers. */
import type { ApprovalStore } from '../restore/state/ports.ts';
import { approvalRequestSchema } from '../restore/state/four-eyes.ts';
import { APPROVALS } from './blobs/names.ts';
import type { RepositoryOptions } from './blobs/repository.ts';
import { createSharedRecords } from './shared-records.ts';

export const APPROVAL_FORMAT = {
  prefix: APPROVALS,
  noun: 'a request for approval',
  schema: approvalRequestSchema,
} as const;

export const createApprovalStore = (options: RepositoryOptions): ApprovalStore =>
  createSharedRecords(options, APPROVAL_FORMAT);
