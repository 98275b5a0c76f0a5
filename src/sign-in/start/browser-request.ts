/** Offers a sign-in in the browser: authorization code with PKCE (RFC 6749, section 4.1; RFC 7636). */
import type { FlowKind, Organization, SignInWay } from '../../core/organization.ts';
import type { SignInInputs } from '../state/inputs.ts';
import { mayBeShown } from '../access/device-page.ts';
import { hasDeviceCode, type BrowserSignIn, type Failure, type WaitingSignIn } from '../state/model.ts';
import type { DeviceRequest, Ticket } from '../state/ports.ts';
import { operatorScope } from './device-code.ts';

export const LINK_PATH = '/sign-in/';
export const ANSWER_PATH = '/signed-in';
/** As long as Microsoft Entra's device codes. */
const WAITING_SECONDS = 900;

/** Administrators' sign-ins are exchanged with the whole token response, which the service could not refresh without the credential. */
export const wayOf = ({ signIn = 'device-code' }: Organization, flow: FlowKind): SignInWay =>
  flow === 'operator' ? signIn : 'device-code';

/** Whether a pending sign-in may be shown again: the settings may have changed since it was begun. */
export function isStillOffered(
  { allowedVerificationHosts: allowed }: Pick<SignInInputs, 'allowedVerificationHosts'>,
  signIn: WaitingSignIn,
  organization: Organization,
): boolean {
  if (!hasDeviceCode(signIn)) return wayOf(organization, signIn.flow) !== 'device-code';
  return mayBeShown(signIn, { authUrl: organization.authUrl, allowed });
}

export type Offer = DeviceRequest &
  Pick<BrowserSignIn, 'redirectUri' | 'link' | 'verifier' | 'nonce'> & { readonly expiresInSeconds: number };

export async function offerBrowser(
  ports: Pick<SignInInputs, 'organizations' | 'tickets' | 'publicUrl'>,
  organization: Organization,
  ticket: Ticket,
): Promise<Offer | Failure> {
  const { organizations, tickets, publicUrl = '' } = ports;
  const clientId = await organizations.applicationId(organization, 'operator');
  if (typeof clientId !== 'string') return clientId;
  return {
    clientId,
    scope: operatorScope(clientId),
    redirectUri: `${publicUrl}${ANSWER_PATH}`,
    link: `${publicUrl}${LINK_PATH}${await tickets.seal('sign-in link', ticket)}`,
    verifier: tickets.newSecret(),
    nonce: tickets.newSecret(),
    expiresInSeconds: WAITING_SECONDS,
  };
}
