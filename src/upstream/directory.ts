/** Who signed in: by the identity provider's directory (specification, 4.1 rows 4 and 5), or by an access token's claims. */
import { decodeJwt } from 'jose';
import { z } from 'zod';

import type { Directory, ReadClaims } from '../sign-in/ports.ts';
import { readAs, scrub } from './answers.ts';
import type { Http } from './http.ts';

const UPSTREAM = 'directory';

/** An id of a user or a tenant. A dot would make `userId.tenantId` ambiguous. */
const id = z.string().regex(/^[^\s.\p{C}]{1,128}$/u);
const me = z.object({ id });
const organizations = z.object({ value: z.tuple([z.object({ id })], z.unknown()) });

export function createDirectory({ http }: { readonly http: Http }): Directory {
  return {
    async whoIs({ graphUrl }, accessToken, signal) {
      const get = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
        const answer = await http.send({
          upstream: UPSTREAM,
          method: 'GET',
          url: `${graphUrl}/v1.0/${path}?$select=id`,
          // The reference flow sends this content type with its GETs too (specification, section 4).
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/x-www-form-urlencoded' },
          signal,
        });
        return readAs(schema, UPSTREAM, answer, [accessToken]);
      };
      const { id: userId } = await get('me', me);
      const { value } = await get('organization', organizations);
      return { userId, tenantId: value[0].id };
    },
  };
}

const LONGEST_ACCOUNT = 256;

/** `oid`, `tid` (specification, 2.3) and a name for the account, each where it is valid; never throws. */
export const readClaims: ReadClaims = (accessToken) => {
  const { oid, tid, preferred_username, upn, unique_name, email, name } = decode(accessToken);
  const accounts = [preferred_username, upn, unique_name, email, name].map((claim) =>
    scrub(claim, [], LONGEST_ACCOUNT),
  );
  return {
    oid: id.safeParse(oid).data,
    tid: id.safeParse(tid).data,
    account: accounts.find((account) => account !== undefined),
  };
};

function decode(accessToken: string): Readonly<Record<string, unknown>> {
  try {
    return decodeJwt(accessToken);
  } catch {
    // Opaque, encrypted or broken.
    return {};
  }
}
