/** The ports of sign-in, implemented by chat/, upstream/, state/ and jobs/. */
import type { UpstreamError } from '../core/errors.ts';
import type { Announcer } from '../core/announcer.ts';
import type { Version } from '../core/optimistic-update.ts';
import type { FlowKind, Organization } from '../core/organization.ts';
import type { Address, PersonKey } from '../core/person.ts';
import type { PersonState } from './model.ts';
import type { View } from './views.ts';

export type SignInAnnouncer = Announcer<View>;

/** Specification, section 2.1. */
export interface DeviceCode {
  readonly userCode: string;
  readonly deviceCode: string;
  readonly verificationUri: string;
  readonly expiresInSeconds: number;
  /** 5 where the provider names none (RFC 8628, section 3.2). */
  readonly intervalSeconds: number;
}

/** Specification, section 2.2. */
export interface Grant {
  /** The token response's text, byte for byte as received. */
  readonly answer: string;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly expiresInSeconds: number;
}

/** An OAuth error answer (RFC 6749, section 5.2, and Microsoft's additions). */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly suberror?: string | undefined;
  readonly errorCodes: readonly number[];
  readonly description?: string | undefined;
  readonly correlationId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export type TokenAnswer =
  | { readonly kind: 'granted'; readonly grant: Grant }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Transport, 429, 5xx, no JSON: nothing is known to have been spent. */
  | { readonly kind: 'no-answer'; readonly error: UpstreamError }
  /** 2xx JSON without an access token: final, the code is spent. */
  | { readonly kind: 'malformed'; readonly error: UpstreamError };

export interface IdentityProvider {
  /** Specification 4.1 row 1. @throws UpstreamError; a refusal has `reason`, `description`, `correlationId`. */
  requestDeviceCode(
    organization: Organization,
    request: { readonly clientId: string; readonly scope: string },
  ): Promise<DeviceCode>;
  /** Specification 4.1 row 2, one poll. Throws only what `signal` was aborted with. */
  redeemDeviceCode(
    organization: Organization,
    request: { readonly clientId: string; readonly deviceCode: string },
    signal?: AbortSignal,
  ): Promise<TokenAnswer>;
  /** What a stored answer holds. Its `expiresInSeconds` counts from when it was received. */
  readAnswer(answer: string): Grant;
  /** Specification 4.1 row 3; also a renewal for the sign-in's own scope. Never repeated. */
  refresh(
    organization: Organization,
    request: { readonly clientId: string; readonly scope: string; readonly refreshToken: string },
    signal?: AbortSignal,
  ): Promise<TokenAnswer>;
}

export interface Directory {
  /** Specification 4.1 rows 4 and 5, with the access token of row 3. @throws UpstreamError */
  whoIs(
    organization: Organization,
    accessToken: string,
    signal?: AbortSignal,
  ): Promise<{ readonly userId: string; readonly tenantId: string }>;
}

/** Decodes, and does not verify, an access token: the service verifies it. */
export type ReadClaims = (accessToken: string) => {
  readonly oid?: string | undefined;
  readonly tid?: string | undefined;
  /** `preferred_username`, `upn`, `unique_name`, `email` or `name`, whichever comes first. */
  readonly account?: string | undefined;
};

export interface ServiceTokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly expiresInSeconds: number;
}

export interface PortalSettings {
  readonly applicationId: string;
  readonly isEnabled: boolean;
  /** Where the service would have people sign in. For comparing with the settings alone: no token ever goes there. */
  readonly authorityUri?: string | undefined;
}

export interface BackupService {
  /** One exchange (specification 4.2). @throws UpstreamError: `transient` may be repeated, anything else is final. */
  exchange(
    organization: Organization,
    request: { readonly flow: FlowKind; readonly clientId: string; readonly assertion: string },
    signal?: AbortSignal,
  ): Promise<ServiceTokens>;
  /** `grant_type=refresh_token` at the path that issued the session. Never repeated. @throws UpstreamError */
  renew(
    organization: Organization,
    request: { readonly flow: FlowKind; readonly refreshToken: string },
    signal?: AbortSignal,
  ): Promise<ServiceTokens>;
  /** `POST /v8/token/logout`. @throws UpstreamError */
  logOut(organization: Organization, accessToken: string): Promise<void>;
  /** `GET /v8/RestorePortalSettings`. @throws UpstreamError */
  portalSettings(organization: Organization): Promise<PortalSettings>;
  /** `GET /v8/Organization/LoggedInUser/OperatorInfo`. @throws UpstreamError */
  isOperator(organization: Organization, accessToken: string): Promise<boolean>;
}

export type Found =
  | { readonly kind: 'absent' }
  | { readonly kind: 'found'; readonly state: PersonState; readonly version: Version }
  /** It is there and does not open: tampered, moved, or its key is gone. Counts as no session. */
  | { readonly kind: 'unreadable'; readonly version: Version };

/** All methods throw StorageUnavailableError when storage does not answer. */
export interface PersonStore {
  read(key: PersonKey): Promise<Found>;
  /** Whether nothing was written since, for less than a read costs; `false` also where nobody knows. Never throws. */
  isStill(key: PersonKey, version: Version): Promise<boolean>;
  /** Writes only over the version named, or only where nothing is. @throws ConflictError */
  write(key: PersonKey, state: PersonState, over: Version | undefined): Promise<Version>;
  /** Erases whatever is there. */
  erase(key: PersonKey): Promise<void>;
  /** Everyone with state in a conversation. */
  peopleIn(conversationId: string): Promise<readonly PersonKey[]>;
}

/** One stored state, known by name only. */
export interface StoredState {
  readonly name: string;
  /** Epoch milliseconds of its last change. */
  readonly changedAt: number;
}

export type OpenedState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'found'; readonly key: PersonKey; readonly state: PersonState; readonly version: Version }
  | { readonly kind: 'unreadable'; readonly version: Version };

/** States of everybody, page by page, for what looks beyond one person in one conversation. @throws StorageUnavailableError */
export interface Archive {
  everything(): AsyncIterable<readonly StoredState[]>;
  /** Those of a person, by any of their ids, whatever the conversation; also those that do not open. */
  ofPerson(personIds: readonly string[]): AsyncIterable<readonly StoredState[]>;
  open(name: string): Promise<OpenedState>;
  /** Erases it only while it is of that version. @returns false when it has changed since */
  erase(name: string, version: Version): Promise<boolean>;
}

/** Where administrators can be written to: their personal chats. @throws StorageUnavailableError */
export interface AdministratorAddresses {
  /** Writes only what changes. */
  keep(objectId: string, address: Address): Promise<void>;
  find(objectId: string): Promise<Address | undefined>;
  erase(objectId: string): Promise<void>;
  /** Object ids of everybody kept. */
  all(): Promise<readonly string[]>;
}

export interface Plan {
  readonly runId: string;
  readonly dueAt: number;
}

/** Which sweep is next: one plan for all instances. @throws StorageUnavailableError */
export interface SweepPlan {
  read(): Promise<(Plan & { readonly version: Version }) | undefined>;
  /** Writes only over the version named, or only where nothing is. @throws ConflictError */
  write(plan: Plan, over: Version | undefined): Promise<void>;
}
