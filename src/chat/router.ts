/** Routes commands and button presses to the use cases of sign-in and restoring. */
import { BoundedMap } from '../core/bounded-map.ts';
import { onStorageUnavailable } from '../core/errors.ts';
import { readState } from '../durable/record.ts';
import type { Asker, PersonKey } from '../core/person.ts';
import type { Clock } from '../core/platform.ts';
import type { RetryWhileStorageUnavailable } from '../core/retry.ts';
import type { ConsentAnswer, FileExports } from '../restore/export/file-exports.ts';
import type { HeldFiles } from '../restore/export/held.ts';
import type { FourEyes } from '../restore/four-eyes/four-eyes.ts';
import { signInFlowIn, type TaskCommands } from '../restore/find/wizard.ts';
import type { AskedFrom, RequestReply } from '../requests/views.ts';
import type { PersonalChat } from '../requests/ports.ts';
import type { TypedFields } from '../requests/presses.ts';
import type { RequestFeature } from '../requests/features.ts';
import type { SessionHistory } from '../restore/run/calls/history.ts';
import type { RestoreService } from '../restore/run/service.ts';
import type { ScopeChoice } from '../restore/state/task-views.ts';
import type { SignInFeature } from '../sign-in/features.ts';
import type { FailureReason, PersonState } from '../sign-in/state/model.ts';
import type { Organizations } from '../sign-in/state/organizations.ts';
import type { PersonStore } from '../sign-in/state/ports.ts';
import { isUsable, replyOn } from '../sign-in/state/presenter.ts';
import type { Uninstall } from '../sign-in/uninstall.ts';
import type { RefusedSessions } from '../sign-in/session/refused-sessions.ts';
import type { Renewed } from '../sign-in/session/renewal.ts';
import { mayAppOnly } from '../sign-in/access/policy.ts';
import type { HelpFacts, Reply } from '../sign-in/state/views.ts';
import type { CardAction, GeneralAction } from './actions/parse-action.ts';
import { isApart } from './commands/commands.ts';
import { parseLine, type Command } from './commands/parse-command.ts';

export type RouterInputs = Pick<
  SignInFeature,
  'signIns' | 'sessions' | 'administration' | 'askToErase' | 'erasePerson' | 'administratorContacts'
> & {
  readonly renewals: Pick<RefusedSessions, 'renew'>;
  readonly uninstall: Pick<Uninstall, 'order'>;
  readonly wizard: TaskCommands;
  readonly restores: Pick<RestoreService, 'press' | 'look'>;
  readonly sessionHistory: Pick<SessionHistory, 'list' | 'show' | 'stop'>;
  readonly fourEyes: Pick<FourEyes, 'press' | 'isApprover'>;
  readonly fileExports: Pick<FileExports, 'answer'>;
  readonly heldFiles: Pick<HeldFiles, 'withdraw'>;
  readonly requests: Pick<RequestFeature, 'asking' | 'duty' | 'press' | 'personalChat'>;
  readonly retryWhileStorageUnavailable: RetryWhileStorageUnavailable;
  readonly organizations: Pick<Organizations, 'get' | 'servedIn' | 'choose'>;
  readonly store: Pick<PersonStore, 'read'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly adminUserIds: readonly string[];
};

/** Nothing that the person can do lets them sign in. */
const NO_OPERATOR: ReadonlySet<FailureReason> = new Set(['not-operator', 'not-assigned']);

/** Longer than what waits for storage waits. */
const LEFT = { max: 10_000, lifetimeMilliseconds: 2 * 3_600_000 };

/** All methods throw StorageUnavailableError, except for `suggest` and `leave`. */
export class Router {
  readonly #inputs: RouterInputs;
  readonly #leftAt: BoundedMap<string, number>;

  constructor(inputs: RouterInputs) {
    this.#inputs = inputs;
    this.#leftAt = new BoundedMap({ ...LEFT, clock: inputs.clock });
  }

  /** @param cardId of the button that stands for the command */
  async command(asker: Asker, command: Command, cardId?: string): Promise<RequestReply> {
    const { signIns, sessions, renewals, wizard, sessionHistory } = this.#inputs;
    switch (command.kind) {
      case 'login':
        return signIns.begin(asker, { ...command, cardId });
      case 'status':
        return sessions.status(asker);
      case 'renew':
        return renewReply(await renewals.renew(asker.key), undefined);
      case 'cancel':
        return signIns.cancel(asker);
      case 'logout':
        return sessions.logOut(asker, {});
      case 'forget':
        return this.#inputs.askToErase(asker);
      case 'find':
        return wizard.find(asker, command.words);
      case 'scope':
        return wizard.scope(asker, command.words);
      case 'points':
        return wizard.points(asker);
      case 'list':
        return wizard.list(asker);
      case 'sessions':
        return sessionHistory.list(asker);
      case 'ask':
        return this.#inputs.requests.asking.form(asker);
      case 'on duty':
        return this.#inputs.requests.duty.begin(asker);
      case 'off duty':
        return this.#inputs.requests.duty.end(asker);
      case 'admin-sessions':
        return this.#inputs.administration.command(asker, { kind: command.kind });
      case 'admin-suspend':
      case 'admin-lift':
        return this.#inputs.administration.command(asker, { kind: command.kind, words: command.words });
      case 'help':
        return this.#help(asker);
      case 'unknown':
        return this.#help(asker, {
          typed: command.typed,
          didYouMean: command.suggestion,
          search: command.search,
        });
    }
  }

  /** @param cardId undefined for a refresh, which changes nothing */
  async press(asker: Asker, action: CardAction, cardId: string | undefined): Promise<RequestReply> {
    const { wizard, restores, sessionHistory } = this.#inputs;
    if (action.verb === 'task') return wizard.press(asker, action.task, action.press, cardId);
    if (action.verb === 'restore' && action.isRefresh === true) return restores.look(asker, action.restore);
    if (action.verb === 'restore') return restores.press(asker, action.restore, action.press, cardId);
    if (action.verb === 'approval') return this.#inputs.fourEyes.press(asker, action.restore, action.press);
    if (action.verb === 'request') return this.#inputs.requests.press(asker, action.request, action.press, cardId);
    if (action.verb === 'sessions') return sessionHistory.list(asker, action.list);
    if (action.verb === 'session') return sessionHistory.show(asker, action.session, action.page, action.list);
    if (action.verb === 'stop-session') return sessionHistory.stop(asker, action.session, action.list);
    if (action.verb === 'administer') return this.#inputs.administration.press(asker, action.admin);
    return this.#pressGeneral(asker, action, cardId);
  }

  /** **Ask for a restore** in a message's menu: the form, for a dialog. */
  askingForm(asker: Asker): RequestReply {
    return this.#inputs.requests.asking.form(asker, true);
  }

  /** That form, sent. */
  ask(asker: Asker, requestId: string, fields: TypedFields, message: AskedFrom | undefined): Promise<RequestReply> {
    return this.#inputs.requests.asking.ask(asker, requestId, fields, undefined, message);
  }

  /** That form again, after a failure. */
  notAsked(requestId: string, fields: TypedFields, message?: AskedFrom): RequestReply {
    return this.#inputs.requests.asking.notSent(requestId, fields, message);
  }

  /** What a press is answered with after a failure. @returns undefined where a notice says it */
  otherwise(action: CardAction): (() => RequestReply) | undefined {
    if (action.verb !== 'request' || action.press.kind !== 'ask') return undefined;
    const { request, press } = action;
    return () => this.notAsked(request, press.fields);
  }

  /** @throws UpstreamError of the chat service */
  personalChat(asker: Asker): Promise<PersonalChat> {
    return this.#inputs.requests.personalChat(asker);
  }

  /** The answer to a card that offers a file. */
  consent(asker: Asker, answer: ConsentAnswer, cardId: string | undefined): Promise<RequestReply> {
    return this.#inputs.fileExports.answer(asker, answer, cardId);
  }

  async #pressGeneral(asker: Asker, action: GeneralAction, cardId: string | undefined): Promise<RequestReply> {
    const { signIns, sessions, renewals, erasePerson, organizations } = this.#inputs;
    const { verb, id, flow = 'operator' } = action;
    const named = action.organization;
    // An older card may name an organization that has left the settings.
    const isGone = named !== undefined && verb !== 'choose-organization' && organizations.get(named) === undefined;
    const organization = isGone ? undefined : named;
    const below = action.below === true ? undefined : cardId;
    switch (verb) {
      case 'withdraw-file':
        return this.#inputs.heldFiles.withdraw(asker, id ?? '');
      case 'new-code':
        return signIns.newCode(asker, id ?? '', cardId);
      case 'use-code':
        return signIns.useCode(asker, id ?? '', cardId);
      case 'cancel':
        return signIns.cancel(asker, { signInId: id ?? '', cardId });
      case 'show-code':
        return signIns.showCode(asker, id ?? '', cardId);
      case 'renew':
        return renewReply(await renewals.renew(asker.key, id), cardId);
      case 'log-out':
      case 'not-me':
        return sessions.logOut(asker, {
          sessionId: id ?? '',
          notMe: verb === 'not-me',
          anyway: action.anyway,
          all: action.all,
          ...(cardId && { cardId }),
        });
      case 'try-again':
      case 'sign-in': {
        // What waits on the card goes on in no other organization.
        const picked = action.below === true && organization !== undefined;
        return signIns.begin(asker, { flow, organization, cardId: below, picked });
      }
      case 'choose-organization':
        return signIns.begin(asker, {
          flow,
          organization,
          cardId,
          picked: true,
        });
      case 'other-organization':
        return signIns.begin(asker, { flow, cardId, ask: true });
      case 'sign-in-again':
        return signIns.begin(asker, {
          flow,
          organization,
          cardId: below,
          again: true,
        });
      case 'no-notices':
      case 'notices':
        return sessions.setNotices(asker, verb === 'notices');
      case 'forget-me':
        return erasePerson(asker);
      case 'keep':
        return {
          kind: 'render',
          view: { kind: 'notice', notice: { code: 'kept' } },
        };
      case 'find': {
        const reply = await this.#inputs.wizard.find(asker, undefined);
        // Finding continues by itself once the person has signed in.
        const flow = signInFlowIn(reply);
        return flow === undefined ? reply : signIns.begin(asker, { flow });
      }
      case 'status':
        return sessions.status(asker, cardId);
      case 'ask':
      case 'help':
        return this.command(asker, { kind: verb });
      case 'all-commands':
        return this.#help(asker, { all: true });
      case 'command':
        return this.command(asker, parseLine(action.command ?? '', 'personal'), cardId);
    }
  }

  /** Whether the card is stored as that of the asker's sign-in, session or notice. */
  async isStoredCard({ key }: Asker, cardId: string | undefined): Promise<boolean> {
    const { signIn, session } = (await readState(this.#inputs.store, key)).state ?? {};
    return cardId !== undefined && [signIn?.cardId, session?.cardId, session?.noticeCardId].includes(cardId);
  }

  /** Whether the code of the asker's sign-in is shown on another card. */
  async isSuperseded({ key }: Asker, cardId: string): Promise<boolean> {
    const { signIn } = (await readState(this.#inputs.store, key)).state ?? {};
    return signIn?.kind === 'waiting' && signIn.cardId !== undefined && signIn.cardId !== cardId;
  }

  /** In a shared place the client could name somebody else's card, so only the asker's stored cards may be edited. */
  async mayEdit(asker: Asker, cardId: string | undefined): Promise<boolean> {
    return asker.address.place === 'personal' || (await this.isStoredCard(asker, cardId));
  }

  /** Whether a press is answered on a card of its own, so that the pressed one stays as it is. */
  isApart(action: CardAction): boolean {
    const { verb } = action;
    if (verb === 'command') {
      const { kind } = parseLine(action.command ?? '', 'personal');
      return kind !== 'unknown' && isApart(kind);
    }
    return (
      verb === 'find' || verb === 'ask' || ((verb === 'sign-in' || verb === 'sign-in-again') && action.below === true)
    );
  }

  suggest(asker: Asker, typed: string, max: number): Promise<readonly ScopeChoice[]> {
    return this.#inputs.wizard.suggest(asker, typed, max);
  }

  async welcome(asker: Asker): Promise<Reply> {
    return { kind: 'render', view: { kind: 'welcome', help: await this.#helpFacts(asker) } };
  }

  /**
   * After each message, and where the app was added: stores where an administrator or an approver can be reached. The next message
   * repeats it; that the app was added is said once, so that this waits for storage.
   */
  saveAdministratorContact(asker: Asker, added?: 'added'): Promise<void> {
    const { administratorContacts, retryWhileStorageUnavailable, clock } = this.#inputs;
    if (added === undefined) return administratorContacts.save(asker);
    const { conversationId } = asker.key;
    const addedAt = clock.now();
    return retryWhileStorageUnavailable("an administrator's address", conversationId, async () => {
      // The erasure may have come between two tries.
      if ((this.#leftAt.get(conversationId) ?? 0) <= addedAt) await administratorContacts.save(asker, addedAt);
    });
  }

  /** The app was removed from the asker's conversation, or the team of it: a job erases it. Waits for storage. */
  leave({ key: { conversationId, personId }, address: { teamId } }: Asker): Promise<void> {
    const { retryWhileStorageUnavailable, uninstall, clock } = this.#inputs;
    const at = clock.now();
    this.#leftAt.set(conversationId, at);
    return retryWhileStorageUnavailable('the erasure of a conversation', conversationId, () =>
      // An event may not say who caused it.
      uninstall.order({ conversationId, personId: personId || undefined, teamId, at }),
    );
  }

  async #help(asker: Asker, facts: Partial<HelpFacts> = {}): Promise<Reply> {
    return {
      kind: 'render',
      view: {
        kind: 'help',
        help: { ...(await this.#helpFacts(asker)), ...facts },
      },
    };
  }

  async #helpFacts(asker: Asker): Promise<HelpFacts> {
    const { key, person, address } = asker;
    const { organizations, adminUserIds, fourEyes, clock } = this.#inputs;
    const { session, signIn } = await this.#stateOf(key);
    const isPersonal = address.place === 'personal';
    const isAdmin = isPersonal && mayAppOnly(adminUserIds, person);
    const isSignedIn = session !== undefined && isUsable(organizations, session, clock.now());
    return {
      appOnly: isAdmin && organizations.choose(person.tenantId, 'app-only', undefined).kind !== 'none',
      administrator: isAdmin,
      severalOrganizations: organizations.servedIn(person.tenantId).length > 1,
      approver: isPersonal && (await fourEyes.isApprover(asker)),
      signedIn: isSignedIn ? session.flow : undefined,
      // The service has said so at the last attempt.
      isNoOperator: !isSignedIn && signIn?.kind === 'ended' && NO_OPERATOR.has(signIn.failure.reason),
    };
  }

  /** Help works without storage too; the person then counts as signed out. */
  async #stateOf(key: PersonKey): Promise<Partial<PersonState>> {
    const found = await readState(this.#inputs.store, key).catch(onStorageUnavailable(() => undefined));
    return found?.state ?? {};
  }
}

/** The session's own card and the notice are edited by the renewal; any other card only says that the session goes on. */
function renewReply({ kind, view, session, noticeCardId }: Renewed, cardId: string | undefined): Reply {
  if (kind !== 'renewed' || session === undefined) return { kind: 'render', view };
  if (cardId !== undefined && cardId === session.cardId) return { kind: 'delivered', view };
  const notice = { code: 'renewed', expiresAt: session.expiresAt } as const;
  return replyOn(cardId, [noticeCardId], { kind: 'notice', notice });
}
