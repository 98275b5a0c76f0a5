/** The identity provider's directory (specification, 4.1 rows 4 and 5). */
import { z } from 'zod';

import type { Directory } from '../sign-in/ports.ts';
import { directoryId } from './fields.ts';
import type { Http } from './http.ts';
import { readAs } from './json-answer.ts';

const UPSTREAM = 'directory';

const me = z.object({ id: directoryId });
const organizations = z.object({ value: z.tuple([z.object({ id: directoryId })], z.unknown()) });

export function createDirectory({ http }: { readonly http: Http }): Directory {
  return {
    async whoIs({ graphUrl }, accessToken, signal) {
      const ask = async <T>(schema: z.ZodType<T>, path: string): Promise<T> => {
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
      const { id: userId } = await ask(me, 'me');
      const { value } = await ask(organizations, 'organization');
      return { userId, tenantId: value[0].id };
    },
  };
}
