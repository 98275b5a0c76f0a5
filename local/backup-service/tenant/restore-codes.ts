/**
 * Codes that approve the restores of an organization signed in as itself. The service asks the identity provider for them
 * with the organization's own application, keeps the device code, and learns by polling who has signed in.
 */
import { z } from 'zod';
import { type SampleOrganization, type SamplePerson, objectIdIn } from '../../people.ts';
import type { StoredState } from '../../stand-in/stored-state.ts';
import type { TokenCheck } from '../../stand-in/token-check.ts';
import { HOUR } from '../durations.ts';
import { Refused, notFound } from '../refused.ts';
import type { SignedIn } from '../service-sessions.ts';
import type { TenantBehaviour } from './behaviour.ts';

const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const PERMISSIONS = 'MailboxItem.ImportExport Sites.FullControl.All Group.ReadWrite.All offline_access';
const POLL_MILLISECONDS = 500;
/** As long as the access token that a code brings. */
const APPROVED_MILLISECONDS = HOUR;

/** Said when the code is checked; of other refusals nothing is said, and the code expires. */
const AT_CHECK = /^AADSTS(?:65001|7000218)\b/;

/** What a restore call finds out about its credentials. */
export type Approval =
  | {
      readonly kind: 'approved';
      /** The sign-in name of whoever approved it; absent: a certificate. */
      readonly by?: string | undefined;
      readonly userCode?: string | undefined;
      /** Whether they may write into everybody's data. */
      readonly mayRestore: boolean;
    }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string };

/** A code as tests see it. Secret until it is used. */
export interface RestoreCode {
  readonly userCode: string;
  readonly exploreSessionId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Sign-in name. */
  readonly approvedBy?: string | undefined;
  /** Restore calls that it was good for. */
  readonly calls: number;
}

interface KeptCode extends RestoreCode {
  readonly deviceCode: string;
  readonly who: SignedIn;
  readonly applicationId: string;
  approvedBy?: string | undefined;
  approvedAt?: number | undefined;
  /** In the identity provider's words. */
  refusal?: string | undefined;
  calls: number;
}

export interface RestoreCodes {
  /** Shape `RESTDeviceCodeResponse`. @throws Refused */
  request(who: SignedIn, exploreSessionId: string, applicationId: string | undefined): Promise<object>;
  /** Whether somebody has signed in with it. @throws Refused */
  isUsed(who: SignedIn, userCode: string): Promise<boolean>;
  approval(who: SignedIn, exploreSessionId: string, userCode: string): Promise<Approval>;
  readonly all: readonly RestoreCode[];
}

interface RestoreCodesOptions {
  readonly identityProviderUrl: string;
  readonly organizations: readonly SampleOrganization[];
  readonly people: readonly SamplePerson[];
  readonly tokens: TokenCheck;
  readonly behaviour: TenantBehaviour;
  readonly kept: StoredState<readonly RestoreCode[]>;
  readonly now?: () => number;
}

const DeviceCode = z.object({
  user_code: z.string(),
  device_code: z.string(),
  verification_uri: z.string(),
  expires_in: z.number(),
  message: z.string(),
});
const Token = z.object({ access_token: z.string() });
const Failure = z.object({ error: z.string(), error_description: z.string() });

export function createRestoreCodes(options: RestoreCodesOptions): RestoreCodes {
  const { identityProviderUrl, organizations, people, tokens, behaviour, kept, now = Date.now } = options;
  const codes = new Map((kept.previous as readonly KeptCode[] | undefined)?.map((code) => [code.userCode, code]));
  const save = (): void => kept.save(() => [...codes.values()]);

  async function post(who: SignedIn, path: string, form: Readonly<Record<string, string>>): Promise<unknown> {
    const url = `${identityProviderUrl}/${who.organizationId}/oauth2/v2.0/${path}`;
    return (await fetch(url, { method: 'POST', body: new URLSearchParams(form) })).json();
  }

  /** Asks the identity provider, unless that is known already. */
  async function poll(code: KeptCode): Promise<void> {
    if (code.approvedBy !== undefined || code.refusal !== undefined || now() > code.expiresAt) return;
    const { deviceCode: device_code, applicationId: client_id } = code;
    const answer = await post(code.who, 'token', { grant_type: DEVICE_CODE_GRANT, client_id, device_code });
    const token = Token.safeParse(answer);
    if (token.success) {
      const checked = await tokens.check(token.data.access_token, undefined);
      if (checked.kind === 'good') {
        code.approvedBy = checked.claims.preferred_username;
        code.approvedAt = now();
      } else code.refusal = checked.why;
      return save();
    }
    const failure = Failure.parse(answer);
    if (failure.error === 'authorization_pending' || failure.error === 'slow_down') return;
    code.refusal = failure.error_description;
    save();
  }

  const organizationOf = (who: SignedIn): SampleOrganization | undefined =>
    organizations.find(({ tenantId }) => tenantId === who.organizationId);

  function mayRestore({ approvedBy, who }: KeptCode): boolean {
    const person = people.find(({ signInName }) => signInName === approvedBy);
    return person?.isGlobalAdministrator === true && objectIdIn(person, who.organizationId) !== undefined;
  }

  /** Why nothing can be restored with what has been signed in to. */
  const unfit = ({ approvedBy, applicationId, who }: KeptCode): string | undefined =>
    approvedBy === undefined || applicationId === organizationOf(who)?.restoreApplicationId
      ? undefined
      : 'AADSTS65001: Nobody has consented to the use of this application.';

  function find(who: SignedIn, userCode: string): KeptCode | undefined {
    const code = codes.get(userCode);
    return code?.who.organizationId === who.organizationId && code.who.userId === who.userId ? code : undefined;
  }

  return {
    async request(who, exploreSessionId, asked) {
      const applicationId = asked ?? organizationOf(who)?.restoreApplicationId ?? '';
      const answer = await post(who, 'devicecode', { client_id: applicationId, scope: PERMISSIONS });
      const code = DeviceCode.safeParse(answer);
      if (!code.success) throw new Refused(500, 'HttpError', Failure.parse(answer).error_description);
      const { user_code: userCode, device_code: deviceCode, verification_uri, expires_in, message } = code.data;
      const expiresIn = Math.min(expires_in, behaviour.codeSeconds);
      const expiresAt = now() + expiresIn * 1000;
      codes.set(userCode, { userCode, deviceCode, who, applicationId, exploreSessionId, expiresAt, calls: 0 });
      save();
      return { userCode, verificationUrl: verification_uri, expiresIn, message };
    },

    async isUsed(who, userCode) {
      if (behaviour.check === 'errs') throw new Refused(500, null, 'An error has occurred.');
      const code = find(who, userCode);
      if (code === undefined) throw notFound('The device code is not found.');
      await poll(code);
      const refusal = code.refusal ?? unfit(code);
      if (refusal !== undefined && AT_CHECK.test(refusal)) throw new Refused(500, 'HttpError', refusal);
      return code.approvedBy !== undefined;
    },

    async approval(who, exploreSessionId, userCode) {
      const refused = (message: string): Approval => ({ kind: 'refused', status: 500, message });
      const code = find(who, userCode);
      if (code === undefined || code.exploreSessionId !== exploreSessionId) {
        return refused('AADSTS70018: The verification code is not valid for this restore session.');
      }
      await poll(code);
      while (behaviour.unusedCode === 'awaited' && isPending(code) && now() <= code.expiresAt) {
        await sleep(POLL_MILLISECONDS);
        await poll(code);
      }
      if (code.refusal !== undefined) return refused(code.refusal);
      if (code.approvedBy === undefined || code.approvedAt === undefined) {
        return refused(
          now() > code.expiresAt
            ? 'AADSTS70020: The device code has expired.'
            : 'AADSTS70016: The sign-in on the other device is not finished.',
        );
      }
      const refusal = unfit(code);
      if (refusal !== undefined) return refused(refusal);
      if (now() > code.approvedAt + APPROVED_MILLISECONDS || code.calls >= behaviour.callsPerCode) {
        return refused('AADSTS54005: The device code was already redeemed.');
      }
      code.calls += 1;
      save();
      return { kind: 'approved', by: code.approvedBy, userCode, mayRestore: mayRestore(code) };
    },

    get all() {
      return [...codes.values()].map(({ userCode, exploreSessionId, expiresAt, approvedBy, calls }) => ({
        userCode,
        exploreSessionId,
        expiresAt,
        approvedBy,
        calls,
      }));
    },
  };
}

const isPending = ({ approvedBy, refusal }: KeptCode): boolean => approvedBy === undefined && refusal === undefined;

/** Keeps no process alive whose server has stopped. */
const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
