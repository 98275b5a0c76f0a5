/** Type-ahead of the scope picker. */
import type { Asker } from '../../../core/person.ts';
import { undefinedIfTimedOut, withTimeout } from '../../../core/time-limit.ts';
import type { RestorePorts } from '../../ports.ts';
import type { OperatorAccess } from '../../service-session/operator-access.ts';
import type { ScopeChoice } from '../../views.ts';
import { scopeChoices } from '../task-view.ts';
import type { ScopeCache } from './scope-cache.ts';

/** How long to wait for a list that is not in memory; the next letter finds it there. */
const MAX_MILLISECONDS = 1_500;

/** @returns what matches; nothing if the list is not available in time. Never throws. */
export async function suggestScopes(
  {
    access,
    scopes,
    clock,
    log,
  }: Pick<RestorePorts, 'clock' | 'log'> & { readonly access: OperatorAccess; readonly scopes: ScopeCache },
  asker: Asker,
  typed: string,
  max: number,
): Promise<readonly ScopeChoice[]> {
  if (asker.address.place !== 'personal') return [];
  try {
    const found = await access.find(asker.key);
    if (found.kind === 'refused') return [];
    const { account, signInId } = found.session;
    const fetch = () => scopes.get(access.connect(asker.key, found)).catch(() => undefined);
    const list =
      scopes.peek(signInId) ?? (await withTimeout(MAX_MILLISECONDS, fetch, { clock }).catch(undefinedIfTimedOut));
    return scopeChoices(list, typed, max, { account, recentScopes: [] });
  } catch (error) {
    log.warn({ event: 'scope-suggestions-failed', error }, 'no scope could be suggested');
    return [];
  }
}
