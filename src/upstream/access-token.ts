/** Looks into an access token without judging it: whether it is genuine is the service's to say. */
import { decodeJwt } from 'jose';

import type { ReadClaims } from '../sign-in/ports.ts';
import { directoryId } from './fields.ts';
import { scrub } from './scrub.ts';

const ACCOUNT_CLAIMS = ['preferred_username', 'upn', 'unique_name', 'email', 'name'] as const;
const LONGEST_ACCOUNT = 256;

/** `oid`, `tid` (specification, 2.3) and a name for the account, each where it can be used; never throws. */
export const readClaims: ReadClaims = (accessToken) => {
  const claims = decode(accessToken);
  const accounts = ACCOUNT_CLAIMS.map((claim) => scrub(claims[claim], [], LONGEST_ACCOUNT));
  return {
    oid: directoryId.safeParse(claims['oid']).data,
    tid: directoryId.safeParse(claims['tid']).data,
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
