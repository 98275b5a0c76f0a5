/** Type-ahead of the scope picker. */
import type { Asker } from '../../../core/person.ts';
import type { Clock, Log } from '../../../core/platform.ts';
import type { OperatorAccess } from '../../service-session/operator-access.ts';
import type { Scopes } from './scope-cache.ts';
import { undefinedIfTimedOut, withTimeout } from '../../../core/time-limit.ts';
import { scopeChoices } from '../task-view.ts';
import type { ScopeChoice } from '../../views.ts';

/** How long a scope that is not in memory yet is waited for; the next letter finds it there. */
const LONGEST_MILLISECONDS = 1_500;

/** @returns what is offered for what was typed; nothing where nothing can be said in time. Never throws. */
export function createScopeSuggest(dependencies: {
  readonly access: OperatorAccess;
  readonly scopes: Scopes;
  readonly clock: Clock;
  readonly log: Log;
}): (asker: Asker, typed: string, most: number) => Promise<readonly ScopeChoice[]> {
  const { access, scopes, clock, log } = dependencies;

  return async (asker, typed, most) => {
    if (asker.address.place !== 'personal') return [];
    try {
      const looked = await access.find(asker.key);
      if (looked.kind === 'refused') return [];
      const { account } = looked.session;
      const fetched = scopes.get(access.connect(asker.key, looked)).catch(() => undefined);
      const list =
        scopes.peek(looked.session.signInId) ??
        (await withTimeout(LONGEST_MILLISECONDS, () => fetched, { clock }).catch(undefinedIfTimedOut));
      return scopeChoices(list, typed, most, { account, recentScopes: [] });
    } catch (error) {
      log.warn({ error }, 'no scope could be suggested');
      return [];
    }
  };
}
