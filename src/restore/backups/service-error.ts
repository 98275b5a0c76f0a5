/** Classifies errors of the backup service by what the person can do about them. */
import * as z from 'zod';
import { UpstreamError } from '../../core/errors.ts';
import type { Shape } from '../../core/shape.ts';
import { firstSentence } from '../../core/text.ts';

export type Trouble = Shape<typeof troubleSchema>;
export const troubleSchema = z.enum([
  'access-denied',
  'not-found',
  'validation',
  'proxy-offline',
  'timeout',
  'conflict',
  'transfer',
  'restore-only',
  'other-organization', // an administrator's session explores another one than they signed in to
  'backup-gone', // what something was found in is no longer among the restore points
  'unreachable',
  'throttled',
  'too-large', // its answer
  'crowded', // the bot reads too many large answers
  'unclear', // whether the service started the restore is unknown, and the person chose **Don't send again**
  'session-over', // the session ended before it was sent
  // Of a restore that somebody else had to approve:
  'second-declined',
  'second-expired',
  'second-void', // it changed, its approver may approve nothing any more, or the request is gone
  // Of an administrator's restore:
  'elsewhere-off', // to another place, which the settings no longer allow
  'approval-expired', // nobody used its code in time
  'approval-session-over', // the session ended before that
  'approval-not-allowed', // the person is no administrator any more
  'approval-refused', // whoever signed in with it may not restore this
  'approval-certificate', // the service does not accept the certificate that stands in for a code
  'approval-unavailable', // the service gave no code
  'approval-page', // the code is for a page that is not trusted
  'unknown',
]);
export type SecondPersonTrouble = Extract<Trouble, `second-${string}`>;
export type ApprovalTrouble = Extract<Trouble, `approval-${string}`>;

/** Not the service's: the bot found it out itself. */
export const OTHER_ORGANIZATION = 'OtherOrganization';
export const BACKUP_GONE = 'BackupGone';

/** By `errorCode` of `RESTExceptionInfo`. */
const BY_ERROR_CODE: ReadonlyMap<string, Trouble> = new Map([
  ['ResourceAccessDenied', 'access-denied'],
  ['ResourceNotFound', 'not-found'],
  ['ParameterValidationFailure', 'validation'],
  ['ProxyOffline', 'proxy-offline'],
  ['Timeout', 'timeout'],
  ['OperationConflict', 'conflict'],
  ['OrganizationTransfer', 'transfer'],
  [OTHER_ORGANIZATION, 'other-organization'],
  [BACKUP_GONE, 'backup-gone'],
]);

const BY_STATUS: ReadonlyMap<number, Trouble> = new Map([
  [400, 'validation'],
  // Its token is accepted elsewhere: one that is not ends the session.
  [401, 'access-denied'],
  [403, 'access-denied'],
  [404, 'not-found'],
  [408, 'timeout'],
  [409, 'conflict'],
  [410, 'not-found'],
  [504, 'timeout'],
]);

/**
 * In its mode "REST only for restore operator authentication" the service refuses other endpoints. How is
 * not documented: only the text of the response tells it from a missing permission.
 */
const RESTORE_ONLY = /restore[\s-]*operator[\s-]*authentication|restore[\s-]*portal[\s-]*only/i;

/** By the service's `errorCode` first, then by HTTP status and transport error. */
export function troubleOf(error: UpstreamError): Trouble {
  if (error.status === 403 && RESTORE_ONLY.test(error.description ?? '')) return 'restore-only';
  const named = BY_ERROR_CODE.get(error.reason ?? '');
  if (named !== undefined) return named;
  if (error.code === 'THROTTLED') return 'throttled';
  if (error.code === 'TOO_LARGE') return 'too-large';
  if (error.code === 'CROWDED') return 'crowded';
  if (error.code === 'TIMED_OUT') return 'timeout';
  if (error.code === 'NO_ANSWER' || error.code === 'UNTRUSTED' || error.code === 'REDIRECTED') return 'unreachable';
  return (error.status === undefined ? undefined : BY_STATUS.get(error.status)) ?? 'unknown';
}

/** The service does not take the call, or does not have what it names. */
export const isNotServed = (error: unknown): boolean =>
  error instanceof UpstreamError && ['not-found', 'validation'].includes(troubleOf(error));

/** What was requested: a search, one item or folder, or anything else. The same error means different things. */
export type ServiceOperation = 'search' | 'item' | 'other';

type ServiceRemark = Shape<(typeof serviceRemarkSchemas)[number]>;
export const serviceRemarkSchemas = [
  z.object({ code: z.literal('query-refused'), detail: z.string().optional() }),
  z.object({ code: z.literal('item-gone') }),
  z.object({ code: z.literal('service'), trouble: troubleSchema, detail: z.string().optional() }),
] as const;

export function remarkOf(error: UpstreamError, operation: ServiceOperation = 'other'): ServiceRemark {
  const trouble = troubleOf(error);
  const detail = firstSentence(error.description);
  if (operation === 'search' && trouble === 'validation') return { code: 'query-refused', detail };
  if (operation === 'item' && trouble === 'not-found') return { code: 'item-gone' };
  return { code: 'service', trouble, detail };
}
