import type { EndedSession, PersonState, NotMeReport, Session, SignIn } from '../../../src/sign-in/state/model.ts';
import type { PersonKey } from '../../../src/core/person.ts';

/** Recognisable wherever they end up; with characters that change under URL and JSON encoding. */
export const SECRETS = {
  userCode: 'UC-SECRET/1+&"=ä',
  deviceCode: 'DC-SECRET/2+&"=ä',
  answer: '{"access_token":"ANSWER-SECRET/3+&=ä"}',
  accessToken: 'AT-SECRET/4+&"=ä',
  refreshToken: 'RT-SECRET/5+&"=ä',
  identityRefreshToken: 'IRT-SECRET/6+&"=ä',
};

export function aKey(changes: Partial<PersonKey> = {}): PersonKey {
  return { conversationId: '19:abc@thread.v2;x=/ä', personId: '11111111-1111-4111-8111-111111111111', ...changes };
}

const facts = {
  id: 'sign-in-1',
  flow: 'operator',
  organization: 'contoso.onmicrosoft.com',
  clientId: 'client-1',
  scope: 'api://client-1/.default offline_access',
  startedAt: 1_790_000_000_000,
  cardId: 'card-1',
} as const;

export function aWaitingSignIn(): SignIn {
  const { userCode, deviceCode } = SECRETS;
  const verificationUri = 'https://login.microsoft.com/device';
  return { ...facts, kind: 'waiting', verificationUri, expiresAt: 2, intervalSeconds: 5, userCode, deviceCode };
}

export function aRedeemedSignIn(): SignIn {
  return { ...facts, kind: 'redeemed', redeemedAt: 1, answerExpiresAt: 2, answer: SECRETS.answer };
}

export function aSession(): Session {
  const { accessToken, refreshToken, identityRefreshToken } = SECRETS;
  return {
    id: 'session-1',
    signInId: 'sign-in-1',
    flow: 'operator',
    organization: facts.organization,
    clientId: facts.clientId,
    scope: facts.scope,
    account: 'olga@contoso.example',
    userId: 'user-1',
    tenantId: 'tenant-1',
    signedInAt: 1,
    issuedAt: 2,
    expiresAt: 3,
    renewing: { id: 'r', until: 4 },
    accessToken,
    refreshToken,
    identityRefreshToken,
  };
}

export function anEndedSession(): EndedSession {
  const { organization, flow } = facts;
  return { id: 'session-0', signInId: 'sign-in-0', flow, organization, cardIds: ['card-0', 'notice-0'] };
}

export function aReport(changes: Partial<NotMeReport> = {}): NotMeReport {
  return {
    kind: 'not-me',
    id: 'report-1',
    at: 6,
    signInId: 'sign-in-1',
    flow: facts.flow,
    organization: facts.organization,
    account: 'olga@contoso.example',
    signedInAt: 1,
    revoked: 'yes',
    expiresAt: 3,
    to: ['22222222-2222-4222-8222-222222222222'],
    telling: { to: '22222222-2222-4222-8222-222222222222', at: 7 },
    ...changes,
  };
}

export function aState(changes: Partial<PersonState> = {}): PersonState {
  return {
    person: { objectId: '11111111-1111-4111-8111-111111111111', tenantId: 'tenant-1', name: 'Olga Ö.' },
    address: {
      channelId: 'msteams',
      serviceUrl: 'https://smba.trafficmanager.net/emea/',
      conversationId: '19:abc@thread.v2;x=/ä',
      place: 'group chat',
      tenantId: 'tenant-1',
      userId: '29:user',
      botId: '28:bot',
    },
    usedAt: 1,
    ...changes,
  };
}

/** Every way in which a secret could lie about in a text. */
export function leaksIn(text: string): readonly string[] {
  const inJson = (secret: string): string => JSON.stringify(secret).slice(1, -1);
  const spellings = (secret: string): readonly string[] => [
    secret,
    secret.slice(0, 9),
    inJson(secret),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').slice(0, 12),
    Buffer.from(`x${secret}`).toString('base64').slice(2, 12),
    Buffer.from(`xx${secret}`).toString('base64').slice(3, 12),
  ];
  return Object.entries(SECRETS)
    .filter(([, secret]) => spellings(secret).some((spelling) => text.includes(spelling)))
    .map(([name]) => name);
}
