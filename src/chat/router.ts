/** Routes commands and button presses to the use cases of sign-in and restoring. */
import { StorageUnavailableError } from '../core/errors.ts';
import { readState } from '../core/optimistic-update.ts';
import type { PersonKey } from '../core/person.ts';
import type { Clock } from '../core/platform.ts';
import type { RestoreReply } from '../restore/views.ts';
import type { RestoreService } from '../restore/run/service.ts';
import { isSignInFirst, type Wizard } from '../restore/find/wizard.ts';
import type { ScopeChoice } from '../restore/views.ts';
import type { AdministratorContacts } from '../sign-in/administrators.ts';
import type { Uninstall } from '../sign-in/privacy/uninstall.ts';
import type { ErasePerson } from '../sign-in/privacy/erase-person.ts';
import { mayAppOnly } from '../sign-in/start/policy.ts';
import type { Organizations } from '../sign-in/organizations.ts';
import { createOwnCard, type OwnCard } from '../sign-in/card-ownership.ts';
import type { Session } from '../sign-in/model.ts';
import type { PersonStore } from '../sign-in/ports.ts';
import { isUsable } from '../sign-in/presenter.ts';
import type { RefusedSessions } from '../sign-in/session/refused-sessions.ts';
import type { Renewed } from '../sign-in/session/renewal.ts';
import type { Sessions } from '../sign-in/session/actions.ts';
import type { Asker } from '../core/person.ts';
import type { Reply } from '../sign-in/views.ts';
import type { SignIns } from '../sign-in/index.ts';
import type { RetryWhileStorageUnavailable } from '../core/retry.ts';
import type { HelpFacts } from '../sign-in/views.ts';
import { parseCommand, type Command } from './commands/parse-command.ts';
import { createRestoreRouter, isRestoreAction, isRestoreCommand } from './restore-router.ts';
import type { CardAction, SignInAction } from './actions/parse-action.ts';

export interface Router {
  /** Which card a press may change. */
  readonly ownCard: OwnCard;
  /** @throws StorageUnavailableError */
  command(asker: Asker, command: Command): Promise<RestoreReply>;
  /** @param cardId the pressed card @throws StorageUnavailableError */
  press(asker: Asker, action: CardAction, cardId: string | undefined): Promise<RestoreReply>;
  /** Whether a press is answered on a card of its own, so that the pressed one stays as it is. */
  isApart(action: CardAction): boolean;
  /** Whose data it could be, while one types. Never throws. */
  suggest(asker: Asker, typed: string, most: number): Promise<readonly ScopeChoice[]>;
  welcome(asker: Asker): Promise<Reply>;
  /** Somebody wrote: where an administrator can be written to is kept. @throws StorageUnavailableError */
  meet(asker: Asker): Promise<void>;
  /** The app was removed from the asker's conversation. Waits for storage. */
  leave(asker: Asker): Promise<void>;
}

export interface RouterDependencies {
  readonly signIns: SignIns;
  readonly sessions: Sessions;
  readonly renewals: Pick<RefusedSessions, 'renew'>;
  readonly erasePerson: ErasePerson;
  readonly administratorContacts: AdministratorContacts;
  readonly uninstall: Uninstall;
  readonly wizard: Wizard;
  readonly restores: Pick<RestoreService, 'press' | 'sessions' | 'stopSession'>;
  readonly retryWhileStorageUnavailable: RetryWhileStorageUnavailable;
  readonly organizations: Pick<Organizations, 'get' | 'servedIn' | 'choose'>;
  readonly store: Pick<PersonStore, 'read'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly adminUserIds: readonly string[];
}

const SIGN_INS: ReadonlySet<string> = new Set<SignInAction['verb']>(['sign-in', 'sign-in-again']);

export function createRouter(dependencies: RouterDependencies): Router {
  const { signIns, sessions, renewals, erasePerson, administratorContacts, uninstall, retryWhileStorageUnavailable } =
    dependencies;
  const { organizations, adminUserIds, store, clock } = dependencies;
  const restoreRouter = createRestoreRouter(dependencies);

  /** Help is answered also while storage does not: then nobody counts as signed in. */
  async function sessionOf(key: PersonKey): Promise<Session | undefined> {
    try {
      return (await readState(store, key)).state?.session;
    } catch (error) {
      if (error instanceof StorageUnavailableError) return undefined;
      throw error;
    }
  }

  async function helpFacts({ key, person, address }: Asker): Promise<HelpFacts> {
    const session = await sessionOf(key);
    const isAdmin = address.place === 'personal' && mayAppOnly(adminUserIds, person);
    return {
      appOnly: isAdmin && organizations.choose(person.tenantId, 'app-only', undefined).kind !== 'none',
      severalOrganizations: organizations.servedIn(person.tenantId).length > 1,
      signedIn: session !== undefined && isUsable(organizations, session, clock.now()) ? session.flow : undefined,
    };
  }

  const help = async (asker: Asker, facts: Partial<HelpFacts> = {}): Promise<Reply> => ({
    kind: 'render',
    view: { kind: 'help', help: { ...(await helpFacts(asker)), ...facts } },
  });

  /** The session has one card of its own; any other one only says that it goes on. */
  function renewReply({ kind, view, session, noticeCardId }: Renewed, cardId: string | undefined): Reply {
    if (kind !== 'renewed' || session === undefined) return { kind: 'render', view };
    if (cardId !== undefined && cardId === session.cardId) return { kind: 'delivered', view };
    const isShown = cardId !== undefined && cardId === noticeCardId;
    const notice = { code: 'renewed', expiresAt: session.expiresAt } as const;
    return { kind: isShown ? 'delivered' : 'render', view: { kind: 'notice', notice } };
  }

  /** @param cardId of the button that stands for the command */
  async function command(asker: Asker, typed: Command, cardId?: string): Promise<RestoreReply> {
    if (isRestoreCommand(typed)) return restoreRouter.command(asker, typed);
    switch (typed.kind) {
      case 'login':
        return signIns.begin(asker, { ...typed, cardId });
      case 'status':
        return sessions.status(asker);
      case 'renew':
        return renewReply(await renewals.renew(asker.key), undefined);
      case 'cancel':
        return signIns.cancel(asker);
      case 'logout':
        return sessions.logOut(asker, {});
      case 'forget':
        return erasePerson.ask();
      case 'help':
        return help(asker);
      case 'unknown':
        return help(asker, { typed: typed.typed, didYouMean: typed.suggestion });
    }
  }

  async function pressSignIn(asker: Asker, action: SignInAction, cardId: string | undefined): Promise<RestoreReply> {
    const { verb, id, flow = 'operator' } = action;
    const named = action.organization;
    // An older card may name an organization that has left the settings.
    const isGone = named !== undefined && verb !== 'choose-organization' && organizations.get(named) === undefined;
    const organization = isGone ? undefined : named;
    const below = action.below === true ? undefined : cardId;
    switch (verb) {
      case 'new-code':
        return signIns.newCode(asker, id ?? '', cardId);
      case 'cancel':
        return signIns.cancel(asker, id ?? '');
      case 'show-code':
        return signIns.showCode(asker);
      case 'renew':
        return renewReply(await renewals.renew(asker.key, id), cardId);
      case 'log-out':
      case 'not-me':
        return sessions.logOut(asker, { sessionId: id ?? '', notMe: verb === 'not-me', ...(cardId && { cardId }) });
      case 'try-again':
      case 'sign-in':
        return signIns.begin(asker, { flow, organization, cardId: below });
      case 'choose-organization':
        return signIns.begin(asker, { flow, organization, cardId, picked: true });
      case 'other-organization':
        return signIns.begin(asker, { flow, cardId, ask: true });
      case 'sign-in-again':
        return signIns.begin(asker, { flow, organization, cardId: below, again: true });
      case 'no-notices':
        return sessions.setNotices(asker, false);
      case 'notices':
        return sessions.setNotices(asker, true);
      case 'forget-me':
        return erasePerson.forget(asker);
      case 'keep':
        return { kind: 'render', view: { kind: 'notice', notice: { code: 'kept' } } };
      case 'status':
        return sessions.status(asker);
      case 'help':
        return help(asker);
      case 'all-commands':
        return help(asker, { all: true });
      case 'command':
        return command(asker, parseCommand(action.command ?? '', 'personal'), cardId);
    }
  }

  return {
    ownCard: createOwnCard(dependencies.store),
    command,

    async press(asker, action, cardId) {
      if (!isRestoreAction(action)) return pressSignIn(asker, action, cardId);
      const reply = await restoreRouter.press(asker, action, cardId);
      // Finding continues by itself once the person has signed in.
      return action.verb === 'find' && isSignInFirst(reply) ? signIns.begin(asker, { flow: 'operator' }) : reply;
    },

    isApart(action) {
      const { verb } = action;
      if (verb === 'command') return isRestoreCommand(parseCommand(action.command ?? '', 'personal'));
      return verb === 'find' || ('below' in action && action.below === true && SIGN_INS.has(verb));
    },

    suggest: (asker, typed, most) => restoreRouter.suggest(asker, typed, most),

    welcome: async (asker) => ({ kind: 'render', view: { kind: 'welcome', help: await helpFacts(asker) } }),
    meet: (asker) => administratorContacts.meet(asker),
    leave: ({ key: { conversationId, personId } }) =>
      retryWhileStorageUnavailable('leaving a conversation', conversationId, () =>
        uninstall.leave(conversationId, personId),
      ),
  };
}
