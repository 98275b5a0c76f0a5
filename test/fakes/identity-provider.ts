import type { UpstreamError } from '../../src/core/errors.ts';
import type { Clock } from '../../src/core/platform.ts';
import type {
  DeviceCode,
  Grant,
  IdentityProvider,
  RefreshRequest,
  TokenAnswer,
} from '../../src/sign-in/state/ports.ts';
import type { Organization } from '../../src/core/organization.ts';

/** One line of a script: an answer; an error to throw; or a call that hangs until it is aborted. */
export type PollAnswer = TokenAnswer | 'hangs';

export interface FakeIdentityProvider extends IdentityProvider {
  /** Answers to the polls of the next code, one after the other; `authorization_pending` once they are used up. */
  polls: PollAnswer[];
  /** Answers to refreshes; once they are used up each is granted. */
  refreshes: TokenAnswer[];
  /** Answers to authorization codes, in order; then each is granted. */
  exchanges: TokenAnswer[];
  /** What is waited for before an authorization code can be sent. */
  obtainsCredential: (() => Promise<void>) | undefined;
  readonly codeExchanges: readonly { readonly authorizationCode: string; readonly verifier: string }[];
  issuer: string | undefined;
  /** What the next codes are like. */
  code: Partial<DeviceCode>;
  /** What a request for a code throws instead. */
  refusesCode: UpstreamError | undefined;
  readonly codeRequests: readonly {
    readonly organization: string;
    readonly clientId: string;
    readonly scope: string;
  }[];
  readonly redemptions: readonly { readonly deviceCode: string; readonly clientId: string; readonly at: number }[];
  readonly refreshRequests: readonly {
    readonly clientId: string;
    readonly scope: string;
    readonly refreshToken: string;
  }[];
}

/** The person who signs in by default. */
export const SOMEBODY = { oid: 'oid-of-olga', tid: 'tid-of-contoso', account: 'olga@contoso.example' } as const;

/** An access token with claims for {@link readFakeClaims}. */
export function fakeAccessToken(
  who: { readonly oid?: string; readonly tid?: string; readonly account?: string } = SOMEBODY,
  mark = '1',
): string {
  return `SECRET-access-${mark}.${JSON.stringify(who)}`;
}

/** @returns the claims of a {@link fakeAccessToken} */
export function readFakeClaims(token: string): { oid?: string; tid?: string; account?: string } {
  const claims = token.slice(token.indexOf('.') + 1);
  return claims.startsWith('{') ? (JSON.parse(claims) as { oid?: string; tid?: string; account?: string }) : {};
}

/** A token response whose text has spaces and an order of its own, so that "byte for byte" means something. */
export function grantOf(changes: Partial<Omit<Grant, 'answer'>> = {}): Grant {
  const grant = {
    accessToken: fakeAccessToken(),
    refreshToken: 'SECRET-refresh-1',
    expiresInSeconds: 3600,
    ...changes,
  };
  const { accessToken, refreshToken, expiresInSeconds } = grant;
  const fields = {
    token_type: 'Bearer',
    expires_in: expiresInSeconds,
    access_token: accessToken,
    refresh_token: refreshToken,
  };
  return { ...grant, answer: `${JSON.stringify(fields, undefined, 1)}\n` };
}

export const granted = (changes: Partial<Omit<Grant, 'answer'>> = {}): TokenAnswer => ({
  kind: 'granted',
  grant: grantOf(changes),
});

/** Scripted answers without a network, and device codes that can be redeemed once. */
export function createFakeIdentityProvider(clock: Pick<Clock, 'now'>): FakeIdentityProvider {
  const codeRequests: { organization: string; clientId: string; scope: string }[] = [];
  const redemptions: { deviceCode: string; clientId: string; at: number }[] = [];
  const refreshRequests: RefreshRequest[] = [];
  const codeExchanges: { authorizationCode: string; verifier: string }[] = [];
  const spent = new Set<string>();
  let codes = 0;
  let refreshes = 0;

  const refusal = (error: string, errorCodes: readonly number[] = []): TokenAnswer => ({
    kind: 'refused',
    refusal: { status: 400, error, errorCodes },
  });

  const provider: FakeIdentityProvider = {
    polls: [],
    refreshes: [],
    code: {},
    refusesCode: undefined,
    codeRequests,
    redemptions,
    refreshRequests,
    exchanges: [],
    codeExchanges,
    obtainsCredential: undefined,
    issuer: undefined,

    async requestDeviceCode({ key: organization }: Organization, request) {
      codeRequests.push({ organization, ...request });
      await Promise.resolve();
      if (provider.refusesCode !== undefined) throw provider.refusesCode;
      codes += 1;
      return {
        userCode: `SECRET-USER-${codes}`,
        deviceCode: `SECRET-device-${codes}`,
        verificationUri: 'https://microsoft.com/devicelogin',
        expiresInSeconds: 900,
        intervalSeconds: 5,
        ...provider.code,
      };
    },

    async redeemDeviceCode(_, { clientId, deviceCode }, signal) {
      await Promise.resolve();
      signal?.throwIfAborted();
      redemptions.push({ clientId, deviceCode, at: clock.now() });
      if (spent.has(deviceCode)) return refusal('invalid_grant', [70_000]);
      const answer = provider.polls.shift() ?? refusal('authorization_pending');
      if (answer === 'hangs') {
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        });
      }
      if (answer.kind === 'granted' || answer.kind === 'malformed') spent.add(deviceCode);
      return answer;
    },

    readAnswer(answer) {
      const fields = JSON.parse(answer) as { access_token: string; refresh_token?: string; expires_in: number };
      return {
        answer,
        accessToken: fields.access_token,
        refreshToken: fields.refresh_token,
        expiresInSeconds: fields.expires_in,
      };
    },

    async refresh(_, { clientId, scope, refreshToken, isConfidential }, signal) {
      await Promise.resolve();
      signal?.throwIfAborted();
      refreshRequests.push({ clientId, scope, refreshToken, ...(isConfidential === true && { isConfidential }) });
      refreshes += 1;
      const mark = `refreshed-${refreshes}`;
      const fresh = { accessToken: fakeAccessToken(SOMEBODY, mark), refreshToken: `SECRET-refresh-${mark}` };
      return provider.refreshes.shift() ?? granted(fresh);
    },

    authorizationUrl: (_, { state }) => `https://login.example/authorize?${new URLSearchParams({ state }).toString()}`,

    async redeemAuthorizationCode(_, { authorizationCode, verifier }, signal, beforeSending) {
      await Promise.resolve();
      signal?.throwIfAborted();
      await provider.obtainsCredential?.();
      await beforeSending?.();
      codeExchanges.push({ authorizationCode, verifier });
      if (spent.has(authorizationCode)) return refusal('invalid_grant', [54_005]);
      const answer = provider.exchanges.shift() ?? granted();
      if (answer.kind !== 'no-answer' || !answer.error.unsent) spent.add(authorizationCode);
      return answer;
    },

    async issuerOf({ authUrl, key: organization }) {
      await Promise.resolve();
      return provider.issuer ?? `${authUrl}/${organization}/v2.0`;
    },
  };
  return provider;
}
