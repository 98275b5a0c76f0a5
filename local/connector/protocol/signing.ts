/** The connector's signing key: OpenID metadata, key set, and the tokens of its requests. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Json } from '../types.ts';

export interface TokenFields {
  readonly audience?: string | undefined;
  readonly issuer?: string | undefined;
  /** The `serviceurl` claim; false leaves it out. */
  readonly serviceUrl?: string | false | undefined;
  /** Negative for an expired token. */
  readonly expiresInSeconds?: number | undefined;
  /** Signed by another key under the published `kid`. */
  readonly forged?: boolean | undefined;
  readonly claims?: Json | undefined;
}

export interface Signing {
  readonly issuer: string;
  /** The key set, with the endorsements that Bot Framework requires. */
  readonly keys: Json;
  sign(fields?: TokenFields): Promise<string>;
}

const KID = 'local-connector';

/** A new RS256 key. `serviceUrl` is a function, because the port is known only later. */
export async function createSigning({
  issuer,
  audience,
  serviceUrl,
  now,
}: {
  readonly issuer: string;
  readonly audience: string;
  readonly serviceUrl: () => string;
  readonly now: () => number;
}): Promise<Signing> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = await exportJWK(publicKey);
  return {
    issuer,
    keys: { keys: [{ ...jwk, kid: KID, x5t: KID, use: 'sig', alg: 'RS256', endorsements: ['msteams', 'webchat'] }] },
    async sign(fields = {}) {
      const key = fields.forged === true ? (await generateKeyPair('RS256')).privateKey : privateKey;
      const nowSeconds = Math.floor(now() / 1000);
      const claim = fields.serviceUrl === false ? {} : { serviceurl: fields.serviceUrl ?? serviceUrl() };
      return new SignJWT({ ...claim, ...fields.claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: KID, x5t: KID })
        .setIssuer(fields.issuer ?? issuer)
        .setAudience(fields.audience ?? audience)
        .setNotBefore(nowSeconds - 300)
        .setExpirationTime(nowSeconds + (fields.expiresInSeconds ?? 3600))
        .sign(key);
    },
  };
}
