import type { UpstreamFacts, UpstreamFault } from '../../../../src/core/errors.ts';
import { remarkOf, troubleOf } from '../../../../src/restore/backups/service-error.ts';
import { aFault } from '../../../support/builders.ts';

test.each<[string, UpstreamFault, UpstreamFacts]>([
  ['access-denied', 'REFUSED', { status: 403, reason: 'ResourceAccessDenied' }],
  ['access-denied', 'REFUSED', { status: 403 }],
  ['access-denied', 'REFUSED', { status: 401 }],
  ['not-found', 'REFUSED', { status: 404, reason: 'ResourceNotFound' }],
  ['not-found', 'REFUSED', { status: 410 }],
  ['not-found', 'FAILED', { status: 500, reason: 'ResourceNotFound' }],
  ['validation', 'REFUSED', { status: 400, reason: 'ParameterValidationFailure' }],
  ['validation', 'REFUSED', { status: 400, reason: 'HttpError' }],
  ['proxy-offline', 'FAILED', { status: 500, reason: 'ProxyOffline' }],
  ['timeout', 'FAILED', { status: 500, reason: 'Timeout' }],
  ['timeout', 'TIMED_OUT', {}],
  ['timeout', 'FAILED', { status: 504 }],
  ['conflict', 'REFUSED', { status: 409, reason: 'OperationConflict' }],
  ['transfer', 'REFUSED', { status: 409, reason: 'OrganizationTransfer' }],
  ['throttled', 'THROTTLED', { status: 429 }],
  ['too-large', 'TOO_LARGE', { status: 200 }],
  ['crowded', 'CROWDED', { status: 200 }],
  ['backup-gone', 'REFUSED', { reason: 'BackupGone' }],
  ['unreachable', 'NO_ANSWER', {}],
  ['unreachable', 'UNTRUSTED', {}],
  ['restore-only', 'REFUSED', { status: 403, description: 'Only restore operator authentication is enabled.' }],
  ['unknown', 'FAILED', { status: 500 }],
  ['unknown', 'MALFORMED', { status: 200 }],
])('is %s after %s %j', (trouble, code, facts) => {
  expect(troubleOf(aFault(code, facts))).toBe(trouble);
});

test('says the first sentence of what the service said', () => {
  const error = aFault('FAILED', { status: 500, reason: 'ProxyOffline', description: 'The proxy is offline. Code 7.' });

  expect(remarkOf(error)).toEqual({ code: 'service', trouble: 'proxy-offline', detail: 'The proxy is offline.' });
});

test('says what it means for what was asked', () => {
  const gone = aFault('REFUSED', { status: 404 });
  const invalid = aFault('REFUSED', { status: 400, description: 'No such criterion.' });

  expect(remarkOf(gone, 'item')).toEqual({ code: 'item-gone' });
  expect(remarkOf(gone)).toMatchObject({ code: 'service', trouble: 'not-found' });
  expect(remarkOf(invalid, 'search')).toEqual({ code: 'query-refused', detail: 'No such criterion.' });
  expect(remarkOf(invalid)).toMatchObject({ code: 'service', trouble: 'validation' });
});
