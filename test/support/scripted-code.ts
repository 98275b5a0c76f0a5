/** A real device code with changed fields in its response. */
import { FERNWEH } from '../../local/people.ts';
import type { Stack } from '../../local/stack.ts';

/** Answers the bot's next code request with a real code and these fields changed. */
export async function changeNextCode(
  { identityProvider }: Pick<Stack, 'identityProvider'>,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const client = FERNWEH.operatorApplicationId;
  const response = await fetch(`${identityProvider.url}/${FERNWEH.organization}/oauth2/v2.0/devicecode`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: client,
      scope: `api://${client}/access_as_user openid profile offline_access`,
    }),
  });
  const body = { ...((await response.json()) as object), ...changes };
  identityProvider.faults.next('/devicecode', { kind: 'answer', status: 200, body });
}
