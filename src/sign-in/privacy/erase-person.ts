/** `forget me`: everything about a person is erased, in every conversation. */
import { UpstreamError } from '../../core/errors.ts';
import type { AdministratorContacts } from '../administrators.ts';
import { closeInTime, type Closing } from '../session/closing.ts';
import type { ActiveJobs } from '../follow/active-jobs.ts';
import type { Organizations } from '../organizations.ts';
import type {
  AdministratorAddresses,
  Archive,
  BackupService,
  OpenedState,
  StoredState,
  SignInAnnouncer,
} from '../ports.ts';
import type { Audit } from '../../core/audit.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { displayName } from '../presenter.ts';
import { revoke } from '../session/log-out.ts';
import type { Revoked, Session } from '../model.ts';
import type { Asker } from '../../core/person.ts';
import type { Reply } from '../views.ts';
import type { View } from '../views.ts';

export interface ErasePerson {
  /** Asks whether it is meant: nothing is erased yet. */
  ask(): Reply;
  /** **Erase**. May be repeated after a fault. @throws StorageUnavailableError */
  forget(asker: Asker): Promise<Reply>;
}

export interface ErasePersonDependencies {
  readonly archive: Archive;
  readonly administrators: Pick<AdministratorAddresses, 'find' | 'erase'>;
  readonly administratorContacts: Pick<AdministratorContacts, 'forget'>;
  readonly service: Pick<BackupService, 'logOut'>;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly announcer: SignInAnnouncer;
  readonly audit: Audit;
  readonly activeJobs: ActiveJobs;
  /** Called before a token is revoked. */
  readonly closing?: Closing | undefined;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

type Found = Extract<OpenedState, { kind: 'found' }>;

/** What became of the session that was ended in one conversation, if there was one. */
interface Forgotten {
  readonly revoked?: Revoked | undefined;
  readonly expiresAt?: number | undefined;
}

/** Conversations that are worked on at a time. */
const AT_ONCE = 8;

export function createErasePerson(dependencies: ErasePersonDependencies): ErasePerson {
  const { archive, administrators, administratorContacts, organizations, announcer, audit, activeJobs, log } =
    dependencies;

  async function editQuietly({ state, key }: Found, cardId: string | undefined, view: View): Promise<void> {
    if (cardId === undefined) return;
    try {
      await announcer.edit(state.address, key, cardId, view);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'erased-card-not-edited', error }, 'a card of an erased person could not be edited');
    }
  }

  function loggedOutView({ organization, flow, expiresAt, signInId: reference }: Session, revoked: Revoked): View {
    const name = displayName(organizations, organization);
    return {
      kind: 'logged-out',
      organization: name,
      organizationKey: organization,
      flow,
      revoked,
      expiresAt,
      reference,
    };
  }

  /** The cards lose the buttons that lead nowhere any more. */
  async function tell(found: Found, revoked: Revoked | undefined): Promise<void> {
    const { signIn, session } = found.state;
    if (signIn !== undefined && signIn.kind !== 'ended') {
      await editQuietly(found, signIn.cardId, { kind: 'notice', notice: { code: 'cancelled' } });
    }
    if (session === undefined || revoked === undefined) return;
    const view = loggedOutView(session, revoked);
    await editQuietly(found, session.cardId, view);
    await editQuietly(found, session.noticeCardId, view);
  }

  async function forgetOne({ name }: StoredState): Promise<Forgotten | undefined> {
    for (;;) {
      const opened = await archive.open(name);
      if (opened.kind === 'absent') return undefined;
      const session = opened.kind === 'found' ? opened.state.session : undefined;
      if (opened.kind === 'found' && session !== undefined) await closeInTime(dependencies, opened.key, session);
      // The service is told first: once the token is erased here, nobody could tell it any more.
      const revoked = session && (await revoke(dependencies, session));
      // Changed meanwhile, by a renewal or a sign-in: what it holds now has to be ended too.
      if (!(await archive.erase(name, opened.version))) continue;
      if (opened.kind === 'unreadable') return {};
      const { key, state } = opened;
      if (state.signIn !== undefined) activeJobs.abandon(state.signIn.id);
      const { organization, flow, signInId: reference } = session ?? {};
      audit.record({ event: 'forgotten', key, organization, flow, reference, outcome: revoked });
      await tell(opened, revoked);
      return { revoked, expiresAt: session?.expiresAt };
    }
  }

  async function forgetAddress(personId: string): Promise<boolean> {
    if ((await administrators.find(personId)) === undefined) return false;
    await administrators.erase(personId);
    administratorContacts.forget(personId);
    return true;
  }

  return {
    ask: () => ({ kind: 'render', view: { kind: 'forget-me' } }),

    async forget({ key, address }) {
      const forgotten: Forgotten[] = [];
      for await (const page of archive.ofPerson([...new Set([key.personId, address.userId])])) {
        for (let start = 0; start < page.length; start += AT_ONCE) {
          const some = await Promise.all(page.slice(start, start + AT_ONCE).map(forgetOne));
          forgotten.push(...some.filter((one) => one !== undefined));
        }
      }
      const administrator = await forgetAddress(key.personId);
      const ended = forgotten.filter(({ revoked }) => revoked !== undefined);
      const living = ended.filter(({ revoked }) => revoked !== 'yes').map(({ expiresAt = 0 }) => expiresAt);
      log.info(
        { event: 'person-erased', conversations: forgotten.length, sessions: ended.length },
        'a person was erased',
      );
      const view: View = {
        kind: 'forgotten',
        conversations: forgotten.length,
        revoked: ended.length - living.length,
        notRevoked: living.length,
        livesUntil: living.length === 0 ? undefined : Math.max(...living),
        administrator,
      };
      return { kind: 'render', view };
    },
  };
}
