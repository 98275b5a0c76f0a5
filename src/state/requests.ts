/** Requests for restores, and the operators who get them: one sealed blob each. */
import { dutySchema, requestSchema } from '../requests/model.ts';
import type { RepositoryOptions } from './blobs/repository.ts';
import { DUTIES, REQUESTS } from './blobs/names.ts';
import { createSharedRecords, createSharedRepository } from './shared-records.ts';

const REQUEST = { prefix: REQUESTS, noun: 'a request', schema: requestSchema };
const DUTY = { prefix: DUTIES, noun: 'an operator on duty', schema: dutySchema };

export const createRequestRecords = (options: RepositoryOptions) => ({
  requests: createSharedRecords(options, REQUEST),
  duties: createSharedRecords(options, DUTY),
});

export const createRequestRepositories = (options: RepositoryOptions) =>
  [
    ['requests', createSharedRepository(options, REQUEST)],
    ['duty', createSharedRepository(options, DUTY)],
  ] as const;
