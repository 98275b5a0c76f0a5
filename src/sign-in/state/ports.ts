/** The ports of sign-in. Stores throw StorageUnavailableError; upstreams throw UpstreamError unless they say otherwise. */
import type { UpstreamError } from '../../core/errors.ts';
import type { Announcer } from '../../durable/announcer.ts';
import type { Opened, SharedRecords, Version, Versioned } from '../../durable/record.ts';
import type { FlowKind, Organization } from '../../core/organization.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import type { PersonState } from './model.ts';
import type { Suspension } from './suspension.ts';
import type { View } from './views.ts';

export type SignInAnnouncer = Announcer<View>;

export interface DeviceRequest {
  readonly clientId: string;
  readonly scope: string;
}

/** A refresh (RFC 6749, section 6). */
export interface RefreshRequest extends DeviceRequest {
  readonly refreshToken: string;
  /** The token was issued to the application with its credential. */
  readonly isConfidential?: boolean | undefined;
}

/** What an authorization request and the redemption of its code have in common (RFC 6749, section 4.1; RFC 7636). */
interface AuthorizationRequest extends DeviceRequest {
  readonly redirectUri: string;
  /** Secret. */
  readonly verifier: string;
  readonly nonce: string;
}

/** A device authorization response (RFC 8628, section 3.2). */
export interface DeviceCode {
  readonly userCode: string;
  readonly deviceCode: string;
  readonly verificationUri: string;
  readonly expiresInSeconds: number;
  /** 5 where the provider names none. */
  readonly intervalSeconds: number;
}

export interface ServiceTokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly expiresInSeconds: number;
}

/** A token response (RFC 6749, section 5.1). */
export interface Grant extends ServiceTokens {
  /** The token response's text, byte for byte as received. */
  readonly answer: string;
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
  /** Transport, 429, 5xx, no JSON: the code or refresh token is probably not spent. */
  | { readonly kind: 'no-answer'; readonly error: UpstreamError }
  /** 2xx JSON without an access token: final, the code is spent. */
  | { readonly kind: 'malformed'; readonly error: UpstreamError };

export interface IdentityProvider {
  /** RFC 8628, section 3.1. The error of a refusal has `reason`, `description` and `correlationId`. */
  requestDeviceCode(organization: Organization, request: DeviceRequest): Promise<DeviceCode>;
  /** One poll (RFC 8628, section 3.4). No refusal quotes the codes. Throws only the reason of `signal`. */
  redeemDeviceCode(
    organization: Organization,
    request: Pick<DeviceRequest, 'clientId'> & Pick<DeviceCode, 'deviceCode' | 'userCode'>,
    signal?: AbortSignal,
  ): Promise<TokenAnswer>;
  /** Parses a stored answer. Its `expiresInSeconds` counts from when it was received. */
  readAnswer(answer: string): Grant;
  /** RFC 6749, section 6: for the directory, or a renewal for the sign-in's own scope. Never repeated, and throws like a poll. */
  refresh(organization: Organization, request: RefreshRequest, signal?: AbortSignal): Promise<TokenAnswer>;
  /** Where the browser is sent (RFC 6749, section 4.1.1; RFC 7636, section 4.3). Requests nothing. */
  authorizationUrl(organization: Organization, request: AuthorizationRequest & { readonly state: string }): string;
  /**
   * RFC 6749, section 4.1.3. The ID token must carry the nonce. Throws like a poll, and what `beforeSending` throws, which is called
   * once there is everything to send.
   */
  redeemAuthorizationCode(
    organization: Organization,
    request: AuthorizationRequest & { readonly authorizationCode: string },
    signal?: AbortSignal,
    beforeSending?: () => Promise<void>,
  ): Promise<TokenAnswer>;
  /** The organization's issuer, as its metadata names it (OpenID Connect Discovery, section 4). */
  issuerOf(organization: Organization): Promise<string>;
}

/** What other features keep about people. All methods throw StorageUnavailableError. */
export interface OtherRecords {
  /**
   * @param isErased of the person in a conversation
   * @param madeUntil keeps what was made later; absent: erases everything
   * @returns whether there was anything
   */
  erase(isErased: (key: PersonKey) => boolean, madeUntil?: number): Promise<boolean>;
  /** Gives to others what somebody had taken on who is suspended now. May be repeated. @param personId Entra object id */
  release(personId: string): Promise<void>;
  /** The suspension is lifted: they may be asked again. May be repeated. @param personId Entra object id */
  readmit(personId: string): Promise<void>;
  /** For the daily sweep. @returns how many were erased */
  sweep(signal: AbortSignal): Promise<number>;
}

/** What the browser brings back (RFC 6749, sections 4.1.2 and 4.1.2.1). */
export interface AuthorizationAnswer {
  readonly state: string;
  /** RFC 9207. */
  readonly issuer?: string | undefined;
  readonly result: { readonly code: string } | { readonly refusal: Refusal };
}

/** Whose sign-in a browser is about. */
export interface Ticket {
  readonly key: PersonKey;
  readonly signInId: string;
}

/** The app was removed. */
export interface Departure {
  readonly conversationId: string;
  /** Who removed it. */
  readonly personId?: string | undefined;
  /** It was removed from this team: Teams says so for one of its channels. */
  readonly teamId?: string | undefined;
  /** What begins later goes on. */
  readonly at: number;
}

/** Tickets as texts in addresses and messages, which only this bot can write and read. */
export interface Tickets {
  seal<Purpose extends keyof TicketFor>(purpose: Purpose, ticket: TicketFor[Purpose]): Promise<string>;
  /** @returns undefined for a text that is no ticket, or one for another purpose */
  open<Purpose extends keyof TicketFor>(purpose: Purpose, text: string): Promise<TicketFor[Purpose] | undefined>;
  /** 256 random bits (RFC 7636, section 7.1). */
  newSecret(): string;
}

export interface TicketFor {
  readonly 'sign-in link': Ticket;
  readonly 'authorization state': Ticket;
  readonly departure: Departure;
}

/** Who signed in. */
export interface Identity {
  readonly userId: string;
  readonly tenantId: string;
  readonly account: string;
  /** The identity provider's newest refresh token. Secret. */
  readonly refreshToken?: string | undefined;
}

export type PersonIds = Pick<Identity, 'userId' | 'tenantId'>;

export interface Directory {
  /** Microsoft Graph, `/me` and `/organization`. @param accessToken for the directory */
  whoIs(organization: Organization, accessToken: string, signal?: AbortSignal): Promise<PersonIds>;
}

/** Decodes, and does not verify, an access token: the service verifies it. */
export type ReadClaims = (accessToken: string) => {
  readonly oid?: string | undefined;
  readonly tid?: string | undefined;
  /** `preferred_username`, `upn`, `unique_name`, `email` or `name`, whichever comes first. */
  readonly account?: string | undefined;
};

export interface PortalSettings {
  readonly applicationId: string;
  readonly isEnabled: boolean;
  /** Where the service expects people to sign in. Only compared with the settings: no token is ever sent there. */
  readonly authorityUri?: string | undefined;
}

/** The organization of an app-only session. The service's document requires neither. */
export interface TenantOrganization {
  readonly name?: string | undefined;
  readonly type?: 'OnPremises' | 'Office365' | 'Hybrid' | undefined;
}

export interface ExchangeRequest {
  readonly flow: FlowKind;
  readonly clientId: string;
  readonly assertion: string;
}

export interface BackupService {
  /** `POST /v8/token`, app-only `POST /v5/Token` where the service has that, with an assertion. A `transient` error may be repeated, any other is final. */
  exchange(organization: Organization, request: ExchangeRequest, signal?: AbortSignal): Promise<ServiceTokens>;
  /** `grant_type=refresh_token` at the path that issued the session. Never repeated. */
  renew(
    organization: Organization,
    request: { readonly flow: FlowKind; readonly refreshToken: string },
    signal?: AbortSignal,
  ): Promise<ServiceTokens>;
  /** `POST /v8/token/logout`. */
  logOut(organization: Organization, accessToken: string): Promise<void>;
  /** `GET /v8/RestorePortalSettings`. */
  portalSettings(organization: Organization): Promise<PortalSettings>;
  /** `GET /v8/Organization/LoggedInUser/OperatorInfo`. */
  isOperator(organization: Organization, accessToken: string): Promise<boolean>;
  /** `GET /v8/Organization`, which app-only sessions may call. */
  organization(organization: Organization, accessToken: string, signal?: AbortSignal): Promise<TenantOrganization>;
}

export interface PersonStore extends Versioned<PersonState> {
  erase(key: PersonKey): Promise<void>;
  /** Erases only this version. @returns false when it has changed since */
  eraseVersion(key: PersonKey, version: Version): Promise<boolean>;
  peopleIn(conversationId: string): Promise<readonly PersonKey[]>;
  /** In all channels of a team, as far as their addresses name it. */
  peopleInTeam(teamId: string): Promise<readonly PersonKey[]>;
}

/** One stored state, by the name of its blob. */
export interface StoredState {
  readonly name: string;
  /** Epoch milliseconds of its last change. */
  readonly changedAt: number;
}

type OpenedState = Opened<{ readonly key: PersonKey; readonly state: PersonState }>;

export interface Archive {
  everything(): AsyncIterable<readonly StoredState[]>;
  /** Those of a person, by any of their ids, in every conversation; also those that do not decrypt. */
  ofPerson(personIds: readonly string[]): AsyncIterable<readonly StoredState[]>;
  open(name: string): Promise<OpenedState>;
  /** Erases only this version. @returns false when it has changed since */
  erase(name: string, version: Version): Promise<boolean>;
}

/** The addresses of administrators' personal chats, by object id. */
export interface AdministratorAddresses {
  /**
   * Writes only changes; anew where the app was just added, since the job of an earlier removal may still be to come.
   *
   * @param addedAt when it was, for `erase`
   */
  save(objectId: string, address: Address, addedAt?: number): Promise<void>;
  find(objectId: string): Promise<Address | undefined>;
  /** @param savedUntil keeps what was saved later */
  erase(objectId: string, savedUntil?: number): Promise<void>;
  all(): Promise<readonly string[]>;
}

/** People who may not sign in, by object id. */
export type Suspensions = Omit<SharedRecords<Suspension>, 'sweep'>;

export interface Plan {
  readonly runId: string;
  readonly dueAt: number;
}

/** The next sweep: one plan for all instances. */
export interface SweepPlan {
  read(): Promise<(Plan & { readonly version: Version }) | undefined>;
  /** Writes only over the given version, or only where there is none. @throws ConflictError */
  write(plan: Plan, over: Version | undefined): Promise<void>;
}

/** What all instances share to notice each other's cancellations. All throw StorageUnavailableError. */
export interface CancellationMark {
  /** @returns with epoch milliseconds of the storage's clock; undefined where it was never changed */
  read(): Promise<{ readonly version: Version; readonly changedAt: number } | undefined>;
  /** When something was last announced of that person, or of one of a few others; undefined: never. */
  changedFor(key: PersonKey): Promise<number | undefined>;
  change(key: PersonKey): Promise<void>;
}

/** What older sealing keys have sealed. */
export interface SealRotation {
  /** Seals a limited number of states with the newest key, one after the other. @returns how many */
  reseal(signal: AbortSignal): Promise<number>;
}

/** Jobs that keep failing are set aside for somebody to look at. */
export interface JobsSetAside {
  /** Deletes those of a person, by any of their ids. @returns how many */
  eraseSetAside(personIds: readonly string[]): Promise<number>;
}
