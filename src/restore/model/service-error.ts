/** What the service does wrong → what a person can do about it. Pure. */
import type { UpstreamError } from '../../core/errors.ts';
import { firstSentence } from '../../core/text.ts';
import type { Remark, Trouble } from './state.ts';

/** API, section E; those of endpoints that are not called here count as unknown. */
const BY_ERROR_CODE: ReadonlyMap<string, Trouble> = new Map([
  ['ResourceAccessDenied', 'access-denied'],
  ['ResourceNotFound', 'not-found'],
  ['ParameterValidationFailure', 'validation'],
  ['ProxyOffline', 'proxy-offline'],
  ['Timeout', 'timeout'],
  ['OperationConflict', 'conflict'],
  ['OrganizationTransfer', 'transfer'],
]);

const BY_STATUS: ReadonlyMap<number, Trouble> = new Map([
  [400, 'validation'],
  [403, 'access-denied'],
  [404, 'not-found'],
  [408, 'timeout'],
  [409, 'conflict'],
  [504, 'timeout'],
]);

/**
 * In its mode "REST only for restore operator authentication" the service refuses other endpoints (API, section B). Which
 * ones, and how, is not documented: its words are all that tells this from a missing right.
 */
const RESTORE_ONLY = /restore[\s-]*operator[\s-]*authentication|restore[\s-]*portal[\s-]*only/i;

/** By the service's `errorCode` first, then by status and by what became of the connection. */
export function troubleOf(error: UpstreamError): Trouble {
  if (error.status === 403 && RESTORE_ONLY.test(error.description ?? '')) return 'restore-only';
  const named = BY_ERROR_CODE.get(error.reason ?? '');
  if (named !== undefined) return named;
  if (error.code === 'THROTTLED') return 'throttled';
  if (error.code === 'TIMED_OUT') return 'timeout';
  if (error.code === 'NO_ANSWER' || error.code === 'UNTRUSTED' || error.code === 'REDIRECTED') return 'unreachable';
  return (error.status === undefined ? undefined : BY_STATUS.get(error.status)) ?? 'unknown';
}

/** The service knows the thing asked for no longer, or what it lies in. */
export const isGone = (error: UpstreamError): boolean => troubleOf(error) === 'not-found';

/** What was asked for when the service refused: the words searched, one thing of many, or anything else. */
export type Doing = 'search' | 'thing' | 'other';

export function remarkOf(error: UpstreamError, doing: Doing = 'other'): Remark {
  const trouble = troubleOf(error);
  const detail = firstSentence(error.description);
  if (doing === 'search' && trouble === 'validation') return { code: 'query-refused', detail };
  if (doing === 'thing' && trouble === 'not-found') return { code: 'item-gone' };
  return { code: 'service', trouble, detail };
}
