/** Operator: `/v8/token`; app-only: `/v5/Token`. */
export type FlowKind = 'operator' | 'app-only';

/** How operators sign in: with a device code (RFC 8628), in the browser (RFC 6749, section 4.1, with RFC 7636), or either. */
export type SignInWay = 'device-code' | 'browser' | 'both';

export interface Organization {
  /** `name.onmicrosoft.com`. Key everywhere. */
  readonly key: string;
  readonly displayName: string;
  /** Tenant ids. */
  readonly tenants: readonly string[];
  /** `{base_url}`, without a trailing slash. */
  readonly backupServiceUrl: string;
  /** PEM text of a certificate to trust, or a SHA-256 fingerprint to pin (upper-case hex with colons). */
  readonly backupServiceCa?: string | undefined;
  readonly backupServiceFingerprint256?: string | undefined;
  /** `{auth_url}` and `{graph_url}`, without a trailing slash. */
  readonly authUrl: string;
  readonly graphUrl: string;
  readonly operatorApplicationId?: string | undefined;
  /** Of operators; absent: `device-code`. Administrators always sign in with a device code. */
  readonly signIn?: SignInWay | undefined;
  readonly appOnlyApplicationId?: string | undefined;
  readonly appOnlyScopes: string;
  /** Application of this organization whose device codes approve restores as administrator; absent: the service's choice. */
  readonly restoreApplicationId?: string | undefined;
  /** As Microsoft's page shows it. */
  readonly restoreApplicationName?: string | undefined;
}

/** Whether the organization that the service tells is the one of that key, and not a server of its name. */
export const isOrganization = (
  key: string,
  { name, type }: { readonly name?: string | undefined; readonly type?: string | undefined },
): boolean => name?.toLowerCase() === key.toLowerCase() && type !== 'OnPremises';

/** Stands in for the approval of restores as administrator. `pfx` and `password` are secret, so it is no part of Organization. */
export interface RestoreCertificate {
  /** PKCS #12 with the private key, in Base64. */
  readonly pfx: string;
  /** Empty: none. */
  readonly password: string;
  /** Mail address of the account that mailboxes, sites and teams are restored as. */
  readonly impersonationAccount: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}
