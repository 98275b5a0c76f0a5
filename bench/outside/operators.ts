/** The stand-in backup service of the local stack, and operators who are signed in there. */
import { randomUUID } from 'node:crypto';
import { startBackupService } from '../../local/backup-service.ts';
import { createSigning } from '../../local/connector/protocol/signing.ts';
import { FERNWEH, NOOR, type SamplePerson } from '../../local/people.ts';
import { sendJson, serve } from '../../local/stand-in/serve.ts';

export interface Operator {
  readonly person: SamplePerson;
  readonly conversationId: string;
  /** Of the backup service. */
  readonly accessToken: string;
}

export interface Operators {
  readonly serviceUrl: string;
  readonly operators: readonly Operator[];
}

const operator = (number: number): SamplePerson => ({
  name: `Operator ${number}`,
  signInName: `operator.${number}@${FERNWEH.organization}`,
  objectId: randomUUID(),
  tenantId: FERNWEH.tenantId,
  teamsUserId: `29:operator-${number}`,
  role: 'operator',
  about: '',
});

export interface OperatorsWanted {
  readonly count: number;
  /** How long each of their restores takes. */
  readonly restoreSeconds: number;
}

/** They signed in without a bot. */
export async function startOperators({ count, restoreSeconds }: OperatorsWanted): Promise<Operators> {
  const people = Array.from({ length: count }, (_, number) => operator(number));
  const provider = await serve({}, () => (_request, _raw, response) => sendJson(response, 200, signing.keys));
  const signing = await createSigning({
    issuer: `${provider.url}/${FERNWEH.tenantId}/v2.0`,
    audience: `api://${FERNWEH.operatorApplicationId}`,
    serviceUrl: () => '',
    now: Date.now,
  });
  const { url: serviceUrl } = await startBackupService({
    identityProviderUrl: provider.url,
    people: [NOOR, ...people],
    restoreMilliseconds: { total: restoreSeconds * 1000 },
  });
  const signIn = async (person: SamplePerson): Promise<Operator> => {
    const { objectId: oid, tenantId: tid, signInName } = person;
    const assertion = await signing.sign({ serviceUrl: false, claims: { oid, tid, preferred_username: signInName } });
    const form = {
      grant_type: 'operator',
      client_id: `${oid}.${tid}`,
      assertion,
      disable_antiforgery_token: 'true',
    };
    const response = await fetch(`${serviceUrl}/v8/token`, { method: 'POST', body: new URLSearchParams(form) });
    const { access_token: accessToken } = (await response.json()) as { readonly access_token: string };
    return { person, conversationId: `a:operator-${oid}`, accessToken };
  };
  return { serviceUrl, operators: await Promise.all(people.map(signIn)) };
}
