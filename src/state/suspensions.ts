/** The suspensions, one sealed record for each person. They last until they are lifted: no sweep erases them. */
import { suspensionSchema } from '../sign-in/state/suspension.ts';
import type { Suspensions } from '../sign-in/state/ports.ts';
import { createSharedRecords, createSharedRepository } from './shared-records.ts';
import type { RepositoryOptions } from './blobs/repository.ts';

const FORMAT = { prefix: 'suspensions/', noun: 'a suspension', schema: suspensionSchema };

export const createSuspensions = (options: RepositoryOptions): Suspensions => createSharedRecords(options, FORMAT);
export const createSuspensionRepository = (options: RepositoryOptions) => createSharedRepository(options, FORMAT);
