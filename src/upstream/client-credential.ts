/** How the operators' application proves itself to the identity provider (RFC 6749, section 2.3; RFC 7523, section 2.2). */
import { randomUUID, X509Certificate } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { exchangeAudienceOf } from '../core/entra.ts';
import { UpstreamError } from '../core/errors.ts';
import type { Clock } from '../core/platform.ts';
import { withTimeout } from '../core/time-limit.ts';

export type OperatorCredential =
  /** Secret. */
  | { readonly kind: 'secret'; readonly secret: string }
  /** PEM. The key is secret. */
  | { readonly kind: 'certificate'; readonly certificate: string; readonly privateKey: string }
  | { readonly kind: 'managed-identity' };

export interface ClientCredential {
  /**
   * Secret.
   *
   * @param tokenEndpoint the audience of an assertion that is signed here; its cloud decides that of an identity's
   * @throws UpstreamError `unsent`: the credential cannot be had now
   */
  parameters(clientId: string, tokenEndpoint: string): Promise<Readonly<Record<string, string>>>;
}

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const IDENTITY_LIMIT_MILLISECONDS = 10_000;
const ASSERTION_SECONDS = 300;

const asAssertion = (client_assertion: string) => ({ client_assertion_type: JWT_BEARER, client_assertion });

export function createClientCredential(
  credential: OperatorCredential,
  {
    clock,
    identityToken,
  }: {
    readonly clock: Pick<Clock, 'now'>;
    /** Of the bot's managed identity. Secret. */
    readonly identityToken: (scope: string) => Promise<string>;
  },
): ClientCredential {
  switch (credential.kind) {
    case 'secret':
      return { parameters: async () => ({ client_secret: credential.secret }) };
    case 'certificate':
      return { parameters: byCertificate(credential, clock) };
    case 'managed-identity':
      return {
        async parameters(_, tokenEndpoint) {
          const scope = `${exchangeAudienceOf(tokenEndpoint)}/.default`;
          try {
            return asAssertion(await withTimeout(IDENTITY_LIMIT_MILLISECONDS, () => identityToken(scope)));
          } catch {
            // Its error may quote what was sent.
            const description = 'The managed identity gave no token for the application.';
            throw new UpstreamError('identity provider', 'NO_ANSWER', { description, unsent: true });
          }
        },
      };
  }
}

/** A signed assertion (RFC 7523, section 3), with the certificate's thumbprint (RFC 7515, section 4.1.8). */
function byCertificate(
  { certificate, privateKey }: Extract<OperatorCredential, { kind: 'certificate' }>,
  clock: Pick<Clock, 'now'>,
): ClientCredential['parameters'] {
  const thumbprint = Buffer.from(new X509Certificate(certificate).fingerprint256.replaceAll(':', ''), 'hex');
  const key = importPKCS8(privateKey, 'PS256');
  return async (clientId, tokenEndpoint) => {
    const now = Math.floor(clock.now() / 1_000);
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint.toString('base64url') })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(tokenEndpoint)
      .setJti(randomUUID())
      .setNotBefore(now)
      .setExpirationTime(now + ASSERTION_SECONDS)
      .sign(await key);
    return asAssertion(assertion);
  };
}
