/** Commands and buttons → what the heart does about them. */
import { mayAppOnly } from '../sign-in/may.ts';
import type { Organizations } from '../sign-in/organizations.ts';
import type { Renewals, Renewed } from '../sign-in/renewals.ts';
import type { Sessions } from '../sign-in/sessions.ts';
import type { Asker, Reply, SignIns } from '../sign-in/sign-ins.ts';
import type { HelpFacts } from '../sign-in/views.ts';
import { parseCommand, type Command } from './commands.ts';
import type { CardAction } from './verbs.ts';

export interface UseCases {
  /** @throws StorageAwayError */
  command(asker: Asker, command: Command): Promise<Reply>;
  /** @param cardId the pressed card @throws StorageAwayError */
  press(asker: Asker, action: CardAction, cardId: string | undefined): Promise<Reply>;
  welcome(asker: Asker): Promise<Reply>;
  /** @throws StorageAwayError */
  leave(conversationId: string): Promise<void>;
}

export interface UseCasesDependencies {
  readonly signIns: SignIns;
  readonly sessions: Sessions;
  readonly renewals: Renewals;
  readonly organizations: Pick<Organizations, 'servedIn' | 'choose'>;
  readonly adminUserIds: readonly string[];
}

export function createUseCases(dependencies: UseCasesDependencies): UseCases {
  const { signIns, sessions, renewals, organizations, adminUserIds } = dependencies;

  function helpFacts({ person, address }: Asker): HelpFacts {
    const isAdmin = address.place === 'personal' && mayAppOnly(adminUserIds, person);
    return {
      appOnly: isAdmin && organizations.choose(person.tenantId, 'app-only', undefined).kind !== 'none',
      severalOrganizations: organizations.servedIn(person.tenantId).length > 1,
    };
  }

  const help = (asker: Asker, facts: Partial<HelpFacts> = {}): Reply => ({
    view: { kind: 'help', help: { ...helpFacts(asker), ...facts } },
    posted: false,
  });

  function renewReply({ kind, view, session }: Renewed, cardId: string | undefined): Reply {
    if (kind !== 'renewed' || session === undefined) return { view, posted: false };
    if (cardId !== undefined) return { view, posted: cardId === session.cardId };
    return { view: { kind: 'notice', notice: { code: 'renewed', expiresAt: session.expiresAt } }, posted: false };
  }

  async function command(asker: Asker, typed: Command): Promise<Reply> {
    switch (typed.kind) {
      case 'login':
        return signIns.begin(asker, typed);
      case 'status':
        return sessions.status(asker);
      case 'renew':
        return renewReply(await renewals.renew(asker.key), undefined);
      case 'cancel':
        return signIns.cancel(asker);
      case 'logout':
        return sessions.logOut(asker, {});
      case 'help':
        return help(asker);
      case 'unknown':
        return help(asker, { typed: typed.typed, didYouMean: typed.suggestion });
    }
  }

  return {
    command,

    async press(asker, action, cardId) {
      const { verb, id, flow = 'operator', organization } = action;
      switch (verb) {
        case 'new-code':
          return signIns.newCode(asker, id ?? '', cardId);
        case 'cancel':
          return signIns.cancel(asker, id ?? '');
        case 'show-code':
          return signIns.showCode(asker);
        case 'renew':
          return renewReply(await renewals.renew(asker.key, id), cardId ?? '');
        case 'log-out':
        case 'not-me':
          return sessions.logOut(asker, { sessionId: id ?? '', notMe: verb === 'not-me', ...(cardId && { cardId }) });
        case 'try-again':
        case 'sign-in':
        case 'choose-organization':
          return signIns.begin(asker, { flow, organization, cardId });
        case 'sign-in-again':
          return signIns.begin(asker, { flow, organization, cardId, again: true });
        case 'no-notices':
          return sessions.noNotices(asker);
        case 'status':
          return sessions.status(asker);
        case 'help':
          return help(asker);
        case 'command':
          return command(asker, parseCommand(action.command ?? '', 'personal'));
      }
    },

    welcome: (asker) => Promise.resolve({ view: { kind: 'welcome', help: helpFacts(asker) }, posted: false }),
    leave: (conversationId) => sessions.leave(conversationId),
  };
}
