/** Checks access tokens of the stand-in identity provider as a service outside would: by its published keys. */
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { z } from 'zod';

const Claims = z.object({
  oid: z.string(),
  tid: z.string(),
  aud: z.string(),
  exp: z.number(),
  scp: z.string().default(''),
  name: z.string().default(''),
  preferred_username: z.string().default(''),
});

export type TokenClaims = z.infer<typeof Claims>;

type Checked =
  | { readonly kind: 'good'; readonly claims: TokenClaims }
  /** Why not, in words that hold nothing of the token. */
  | { readonly kind: 'bad'; readonly why: string };

export interface TokenCheck {
  /** `audience` absent: whatever it is. */
  check(token: string, audience: string | undefined): Promise<Checked>;
}

export function createTokenCheck(options: {
  readonly identityProviderUrl: string;
  readonly tenantIds: readonly string[];
}): TokenCheck {
  const { identityProviderUrl, tenantIds } = options;
  const keysByIssuer = new Map(
    tenantIds.map((tenantId) => [
      `${identityProviderUrl}/${tenantId}/v2.0`,
      createRemoteJWKSet(new URL(`${identityProviderUrl}/${tenantId}/discovery/v2.0/keys`), { cooldownDuration: 0 }),
    ]),
  );

  return {
    async check(token, audience) {
      try {
        const issuer = decodeJwt(token).iss ?? '';
        const keys = keysByIssuer.get(issuer);
        if (keys === undefined) return { kind: 'bad', why: 'issuer not trusted' };
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          algorithms: ['RS256'],
          requiredClaims: ['exp', 'oid', 'tid'],
          ...(audience === undefined ? {} : { audience }),
        });
        return { kind: 'good', claims: Claims.parse(payload) };
      } catch (cause) {
        return { kind: 'bad', why: reasonOf(cause) };
      }
    },
  };
}

/** By jose's stable codes. */
function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'ERR_JWT_EXPIRED':
      return 'token has ended';
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
    case 'ERR_JWKS_NO_MATCHING_KEY':
      return 'signature not valid';
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      return cause instanceof Error && 'claim' in cause ? `${String(cause.claim)} not valid` : 'claim not valid';
    default:
      return 'no valid token';
  }
}
