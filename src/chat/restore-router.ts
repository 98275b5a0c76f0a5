/** Routes commands and button presses about restoring to their use cases; only in personal chats. */
import type { RestoreReply } from '../restore/views.ts';
import type { RestoreService } from '../restore/run/service.ts';
import type { Wizard } from '../restore/find/wizard.ts';
import type { ScopeChoice } from '../restore/views.ts';
import type { Asker } from '../core/person.ts';
import type { Command } from './commands/parse-command.ts';
import type { RestoreAction } from './actions/parse-action.ts';

export type RestoreCommand = Extract<Command, { kind: 'find' | 'scope' | 'points' | 'list' | 'sessions' }>;

export interface RestoreRouter {
  /** @throws StorageUnavailableError */
  command(asker: Asker, command: RestoreCommand): Promise<RestoreReply>;
  /** @param cardId the pressed card @throws StorageUnavailableError */
  press(asker: Asker, action: RestoreAction, cardId: string | undefined): Promise<RestoreReply>;
  /** Whose data it could be, while one types. Never throws. */
  suggest(asker: Asker, typed: string, most: number): Promise<readonly ScopeChoice[]>;
}

const COMMANDS: ReadonlySet<string> = new Set<RestoreCommand['kind']>(['find', 'scope', 'points', 'list', 'sessions']);
const VERBS: ReadonlySet<string> = new Set<RestoreAction['verb']>([
  'find',
  'sessions',
  'task',
  'restore',
  'stop-session',
]);

export const isRestoreCommand = (command: Command): command is RestoreCommand => COMMANDS.has(command.kind);
export const isRestoreAction = <Action extends { readonly verb: string }>(
  action: Action,
): action is Extract<Action, RestoreAction> => VERBS.has(action.verb);

/** What is found is private. */
const PERSONAL_ONLY: RestoreReply = {
  view: { kind: 'restore-notice', notice: { code: 'personal-only' } },
  kind: 'render',
};

export function createRestoreRouter({
  wizard,
  restores,
}: {
  readonly wizard: Wizard;
  readonly restores: Pick<RestoreService, 'press' | 'sessions' | 'stopSession'>;
}): RestoreRouter {
  const isPersonal = ({ address }: Asker): boolean => address.place === 'personal';

  const command: RestoreRouter['command'] = async (asker, typed) => {
    if (!isPersonal(asker)) return PERSONAL_ONLY;
    switch (typed.kind) {
      case 'find':
        return wizard.find(asker, typed.words);
      case 'scope':
        return wizard.scope(asker, typed.words);
      case 'points':
        return wizard.points(asker);
      case 'list':
        return wizard.list(asker);
      case 'sessions':
        return restores.sessions(asker);
    }
  };

  return {
    command,
    async press(asker, action, cardId) {
      if (!isPersonal(asker)) return PERSONAL_ONLY;
      switch (action.verb) {
        case 'find':
        case 'sessions':
          return command(asker, { kind: action.verb });
        case 'task':
          return wizard.press(asker, action.task, action.press, cardId);
        case 'restore':
          return restores.press(asker, action.restore, action.press);
        case 'stop-session':
          return restores.stopSession(asker, action.session);
      }
    },
    suggest: async (asker, typed, most) => (isPersonal(asker) ? wizard.suggest(asker, typed, most) : []),
  };
}
