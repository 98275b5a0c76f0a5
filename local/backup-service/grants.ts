/** The tokens of the stand-in backup service: `POST /v8/token` and `POST /v5/Token`. */
import { z } from 'zod';
import { type SampleOrganization, type SamplePerson, objectIdIn } from '../people.ts';
import type { TokenCheck } from '../stand-in/token-check.ts';
import { badParameter, denied } from './refused.ts';
import type { SignedIn } from './service-sessions.ts';

interface GrantOptions {
  readonly organizations: readonly SampleOrganization[];
  readonly people: readonly SamplePerson[];
  readonly tokens: TokenCheck;
  /** Audience of app-only assertions; absent: any. */
  readonly graphUrl: string | undefined;
}

interface Grants {
  /** `grant_type=operator`. @throws Refused */
  operator(form: URLSearchParams): Promise<SignedIn>;
  /** `grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer`, with three parameters and no other. @throws Refused */
  appOnly(form: URLSearchParams): Promise<SignedIn>;
}

/** A token response (RFC 6749, section 5.1), as far as the service reads it. */
const TokenDocument = z.looseObject({
  token_type: z.string(),
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number(),
});

export function createGrants({ organizations, people, tokens, graphUrl }: GrantOptions): Grants {
  const personOf = (userId: string, tenantId: string): SamplePerson | undefined =>
    people.find((person) => person.tenantId === tenantId && objectIdIn(person, tenantId) === userId);

  return {
    async operator(form) {
      const assertion = required(form, 'assertion');
      const clientId = required(form, 'client_id');
      const [main] = organizations;
      const checked = await tokens.check(assertion, `api://${main?.operatorApplicationId ?? ''}`);
      if (checked.kind === 'bad') throw badParameter(`The assertion is not accepted: ${checked.why}.`);
      const { oid, tid, preferred_username } = checked.claims;
      if (clientId !== `${oid}.${tid}`) throw badParameter('client_id does not belong to the assertion.');
      const organization = organizations.find(({ tenantId }) => tenantId === tid);
      const person = personOf(oid, tid);
      if (organization === undefined || person === undefined || person.role === 'none') {
        throw denied('This account is not a restore operator and is not known to the backup service.');
      }
      return {
        path: '/v8/token',
        userId: oid,
        userName: preferred_username,
        organizationId: tid,
        organizationName: organization.organization,
        isOperator: person.role === 'operator',
      };
    },

    async appOnly(form) {
      const names = [...form.keys()].sort();
      if (names.join(' ') !== 'assertion client_id grant_type') {
        throw badParameter('Exactly grant_type, client_id and assertion are expected.');
      }
      const clientId = required(form, 'client_id');
      const organization = organizations.find((candidate) => candidate.organization === clientId);
      if (organization === undefined) throw badParameter('client_id names no organization of this service.');
      const document = TokenDocument.safeParse(parsed(required(form, 'assertion')));
      if (!document.success) throw badParameter('The assertion is not a token document.');
      const checked = await tokens.check(document.data.access_token, graphUrl);
      if (checked.kind === 'bad') throw badParameter(`The assertion is not accepted: ${checked.why}.`);
      const { oid, tid, aud, scp, preferred_username } = checked.claims;
      if (aud.startsWith('api://')) throw badParameter('The assertion is not for the directory.');
      if (tid !== organization.tenantId) throw denied('The assertion is of another organization.');
      if (!/\bDirectory\./.test(scp) || !/\bUser\./.test(scp)) throw denied('The assertion lacks permissions.');
      if (personOf(oid, tid)?.role !== 'administrator') throw denied('This account may not act for the organization.');
      return {
        path: '/v5/Token',
        userId: oid,
        userName: preferred_username,
        organizationId: tid,
        organizationName: organization.organization,
        isOperator: false,
      };
    },
  };
}

function required(form: URLSearchParams, name: string): string {
  const values = form.getAll(name);
  const [value = ''] = values;
  if (values.length !== 1 || value === '') throw badParameter(`${name} is missing or given twice.`);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
