/** Whose rights a task and a restore use at the backup service. */
import * as z from 'zod';

import type { FlowKind } from '../../../core/organization.ts';

/** An operator's own, with a reason for each restore; or the organization's, each restore approved by a device code. */
export type AccessKind = z.infer<typeof accessKindSchema>;
export const accessKindSchema = z.enum(['operator', 'administrator']);

/** Of a session of that flow. */
export const accessKindOf = (flow: FlowKind): AccessKind => (flow === 'app-only' ? 'administrator' : 'operator');
export const flowOf = (access: AccessKind): FlowKind => (access === 'administrator' ? 'app-only' : 'operator');
