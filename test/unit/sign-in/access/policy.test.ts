import {
  chooseOrganization,
  isOrganization,
  mayAppOnly,
  type PolicyRequest,
  type SignInPolicy,
} from '../../../../src/sign-in/access/policy.ts';
import { Organizations } from '../../../../src/sign-in/state/organizations.ts';
import type { Organization } from '../../../../src/core/organization.ts';
import { createFakeBackupService } from '../../../fakes/backup-service.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { anAddress, anOrganization, aPerson } from '../../../support/builders.ts';

const FABRIKAM = anOrganization({ key: 'fabrikam.onmicrosoft.com', displayName: 'Fabrikam' });

function rules(
  changes: Partial<SignInPolicy> = {},
  organizations: readonly Organization[] = [anOrganization()],
): SignInPolicy {
  return {
    organizations: new Organizations({ organizations, service: createFakeBackupService(), clock: createFakeClock() }),
    identityBinding: 'same-user',
    adminUserIds: ['oid-of-olga'],
    ...changes,
  };
}

const aRequest = (changes: Partial<PolicyRequest> = {}): PolicyRequest => ({
  person: aPerson(),
  address: anAddress(),
  flow: 'operator',
  ...changes,
});

const notice = (code: string): unknown => ({ kind: 'notice', notice: { code } });

test('an operator of the only organization may sign in', () => {
  expect(chooseOrganization(rules(), aRequest())).toEqual(anOrganization());
});

test('an administrator may sign in app-only, in a personal chat', () => {
  expect(isOrganization(chooseOrganization(rules(), aRequest({ flow: 'app-only' })))).toBe(true);
});

test.each(['group chat', 'channel'] as const)('nobody may sign in app-only in a %s', (place) => {
  expect(chooseOrganization(rules(), aRequest({ flow: 'app-only', address: { place } }))).toEqual(
    notice('app-only-personal-only'),
  );
});

test('a person who is not an administrator learns only that', () => {
  const stranger = aPerson({ objectId: 'oid-of-somebody' });

  expect(chooseOrganization(rules(), aRequest({ flow: 'app-only', person: stranger }))).toEqual(
    notice('app-only-not-allowed'),
  );
});

test('in a shared place the reply to app-only is the same for administrators and everybody else', () => {
  for (const person of [aPerson(), aPerson({ objectId: 'oid-of-somebody' })]) {
    const request = aRequest({ flow: 'app-only', person, address: { place: 'group chat' } });
    expect(chooseOrganization(rules(), request)).toEqual(notice('app-only-personal-only'));
  }
});

test('an administrator’s object id matches in upper or lower case; a person without one is not an administrator', () => {
  expect(mayAppOnly(['oid-of-olga'], aPerson({ objectId: 'OID-of-Olga' }))).toBe(true);
  expect(mayAppOnly(['oid-of-olga'], aPerson({ objectId: undefined }))).toBe(false);
  expect(mayAppOnly([], aPerson())).toBe(false);
});

test('a person without an object id may not sign in under same-user', () => {
  const person = aPerson({ objectId: undefined });

  expect(chooseOrganization(rules(), aRequest({ person }))).toEqual(notice('no-object-id'));
  expect(isOrganization(chooseOrganization(rules({ identityBinding: 'same-tenant' }), aRequest({ person })))).toBe(
    true,
  );
});

test('says when nothing serves the tenant', () => {
  const person = aPerson({ tenantId: 'tenant-of-strangers' });

  expect(chooseOrganization(rules(), aRequest({ person }))).toEqual(notice('no-organization'));
});

test('says when app-only is off', () => {
  const without = [anOrganization({ appOnlyApplicationId: undefined })];

  expect(chooseOrganization(rules({}, without), aRequest({ flow: 'app-only' }))).toEqual(notice('app-only-off'));
});

test('shows an unknown name together with the available ones', () => {
  expect(chooseOrganization(rules(), aRequest({ organization: 'contosso' }))).toEqual({
    kind: 'notice',
    notice: {
      code: 'unknown-organization',
      name: 'contosso',
      flow: 'operator',
      near: [{ organization: 'contoso.onmicrosoft.com', displayName: 'Contoso' }],
      choices: [{ organization: 'contoso.onmicrosoft.com', displayName: 'Contoso' }],
    },
  });
});

describe('with several matching organizations', () => {
  const several = rules({}, [anOrganization(), FABRIKAM]);

  test('asks', () => {
    expect(chooseOrganization(several, aRequest())).toMatchObject({ kind: 'choose-organization', last: undefined });
  });

  test('uses the one chosen last', () => {
    expect(chooseOrganization(several, aRequest({ lastOrganization: FABRIKAM.key }))).toEqual(FABRIKAM);
  });

  test('asks again when the one chosen last has left the settings', () => {
    expect(chooseOrganization(several, aRequest({ lastOrganization: 'gone.onmicrosoft.com' }))).toMatchObject({
      kind: 'choose-organization',
    });
  });

  test('asks a person who requests another choice', () => {
    expect(chooseOrganization(several, aRequest({ lastOrganization: FABRIKAM.key, ask: true }))).toMatchObject({
      kind: 'choose-organization',
      last: FABRIKAM.key,
    });
  });

  test('uses the one that is named', () => {
    const request = aRequest({ organization: 'contoso', lastOrganization: FABRIKAM.key });

    expect(chooseOrganization(several, request)).toEqual(anOrganization());
  });
});
