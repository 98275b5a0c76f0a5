/** Who signed in: by the directory (Microsoft Graph), or by an access token's claims. */
import { safeParse } from '../core/shape.ts';
import { decodeJwt } from 'jose';
import * as z from 'zod';

import type { Organization } from '../core/organization.ts';
import type { Directory, ReadClaims } from '../sign-in/state/ports.ts';
import { readAs, scrub } from './http/answers.ts';
import type { Http } from './http/http.ts';

const UPSTREAM = 'directory';

/** An id of a user or a tenant. A dot would make `userId.tenantId` ambiguous. */
const id = z.string().regex(/^[^\s.\p{C}]{1,128}$/u);
const me = z.object({ id });
const organizations = z.object({ value: z.tuple([z.object({ id })], z.unknown()) });

export function createDirectory({ http }: { readonly http: Http }) {
  const directory: Directory = {
    async whoIs({ graphUrl }, accessToken, signal) {
      const get = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
        const answer = await http.send({
          upstream: UPSTREAM,
          method: 'GET',
          url: `${graphUrl}/v1.0/${path}?$select=id`,
          // The reference flow sends this content type with its GETs too.
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

  return {
    ...directory,

    /** @returns the HTTP status without a token, of whatever answers @throws UpstreamError where nothing does */
    async probe({ graphUrl }: Organization) {
      const { status } = await http.send({ upstream: UPSTREAM, method: 'GET', url: `${graphUrl}/v1.0/me` });
      return status;
    },
  };
}

const LONGEST_ACCOUNT = 256;

/** `oid`, `tid` and a name for the account, each where it is valid; never throws. */
export const readClaims: ReadClaims = (accessToken) => {
  const { oid, tid, preferred_username, upn, unique_name, email, name } = decodeClaims(accessToken);
  const accounts = [preferred_username, upn, unique_name, email, name].map((claim) =>
    scrub(claim, [], LONGEST_ACCOUNT),
  );
  return {
    oid: safeParse(id, oid).data,
    tid: safeParse(id, tid).data,
    account: accounts.find((account) => account !== undefined),
  };
};

/** Not verified. @returns empty where there are no claims */
export function decodeClaims(accessToken: string): Readonly<Record<string, unknown>> {
  try {
    return decodeJwt(accessToken);
  } catch {
    // Opaque, encrypted or broken.
    return {};
  }
}
