/**
 * Microsoft Entra's numbers for why it refuses, and what each means for a sign-in: the one place where they become a reason. A number
 * is more precise than the OAuth error beside it, but never decides whether a sign-in ends.
 *
 * Source: Microsoft's table of AADSTS errors (learn.microsoft.com/entra/identity-platform/reference-error-codes), and for 530033 its
 * page about blocked authentication flows, which that table lacks.
 */
import { errorNumbersIn } from '../../core/entra.ts';
import { firstSentence } from '../../core/text.ts';
import type { Failure, FailureReason } from './model.ts';
import type { Refusal } from './ports.ts';

const REASON_BY_NUMBER: ReadonlyMap<number, FailureReason> = new Map([
  // DeviceNotCompliant, DeviceNotDomainJoined, DeviceAuthenticationRequired, DeviceIsNotWorkplaceJoined.
  [53_000, 'device-required'],
  [53_001, 'device-required'],
  [50_097, 'device-required'],
  [50_129, 'device-required'],
  // The device code flow cannot say which device it is used on, so each rule about devices blocks it.
  [530_033, 'device-required'],
  // ApplicationUsedIsNotAnApprovedApp.
  [53_002, 'app-not-approved'],
  // BlockedByConditionalAccess.
  [53_003, 'conditional-access'],
  // ProofUpBlockedDueToRisk.
  [53_004, 'risk-blocked'],
  // EntitlementGrantsNotFound.
  [50_105, 'not-assigned'],
  // InvalidResourceServicePrincipalNotFound: nobody has consented to the application yet. DelegationDoesNotExist.
  [500_011, 'consent-required'],
  [65_001, 'consent-required'],
  // UserDeclinedConsent.
  [65_004, 'declined'],
  // UnauthorizedClient_DoesNotMatchRequest: the directory has no such application.
  [700_016, 'application-unknown'],
  // InvalidTenantName, MissingTenantRealmAndNoUserInformationProvided.
  [90_002, 'tenant-unknown'],
  [50_059, 'tenant-unknown'],
  // PassThroughUserMfaError, UserUnauthorized: an account of another tenant that is no guest here.
  [90_072, 'account-unknown'],
  [50_020, 'account-unknown'],
  // UserStrongAuthClientAuthNRequired, UserStrongAuthEnrollmentRequired.
  [50_076, 'mfa-required'],
  [50_079, 'mfa-required'],
  // The request lacks a client credential: the application is no public client.
  [7_000_218, 'public-client-flow-off'],
]);

/** What an answer says beside its OAuth error (RFC 6749, section 5.2). */
interface Refused {
  readonly error?: string | undefined;
  readonly errorCodes?: readonly number[] | undefined;
  /** Begins with a number, which is there even where `error_codes` is not: `AADSTS50105: …`. */
  readonly description?: string | undefined;
  readonly suberror?: string | undefined;
}

export const errorNumbersOf = ({ errorCodes = [], description }: Refused): readonly number[] => [
  ...errorCodes,
  ...errorNumbersIn(description),
];

const REASON_BY_SUBERROR: ReadonlyMap<string, FailureReason> = new Map([
  ['consent_required', 'consent-required'],
  ['basic_action', 'mfa-required'],
]);

/**
 * By the first number that is in the table, else by the suberror; undefined where neither says more than the error itself.
 *
 * @param isConfidential the request was to carry the bot's own credential, which is what is wrong then (RFC 6749, section 5.2)
 */
export function reasonOfRefusal(refused: Refused, isConfidential = false): FailureReason | undefined {
  if (isConfidential && isAboutCredential(refused)) return 'credential-refused';
  const byNumber = errorNumbersOf(refused).map((number) => REASON_BY_NUMBER.get(number));
  return byNumber.find((reason) => reason !== undefined) ?? REASON_BY_SUBERROR.get(refused.suberror ?? '');
}

/** 7000215 and 7000222, an unknown and an expired secret, are `invalid_client` as well; 7000218: there was none. */
const isAboutCredential = (refused: Refused): boolean =>
  refused.error === 'invalid_client' || errorNumbersOf(refused).includes(7_000_218);

/** What a card quotes of a refusal. */
export const quoted = ({
  description,
  correlationId,
}: {
  readonly description?: string | undefined;
  readonly correlationId?: string | undefined;
}): Omit<Failure, 'reason'> => ({ detail: firstSentence(description), correlationId });

/** For the log: what finds it in the identity provider's own. */
export function refusalFacts({ error: reason, suberror, errorCodes, description, correlationId, status }: Refusal) {
  return { reason, suberror, errorCodes, description, correlationId, status };
}
