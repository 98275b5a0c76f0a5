/** Telling the service that a token is not to be used any more. */
import { UpstreamError } from '../../core/errors.ts';
import type { Organizations } from '../organizations.ts';
import type { BackupService } from '../ports.ts';
import type { Log } from '../../core/platform.ts';
import type { Revoked, Session } from '../model.ts';

export interface RevokeDependencies {
  readonly service: Pick<BackupService, 'logOut'>;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly log: Log;
}

/** @returns whether the service knows that the session's token is worth nothing any more */
export async function revoke(
  { service, organizations, log }: RevokeDependencies,
  session: Pick<Session, 'organization' | 'accessToken' | 'signInId'>,
): Promise<Revoked> {
  const organization = organizations.get(session.organization);
  if (organization === undefined) return 'unreachable';
  try {
    await service.logOut(organization, session.accessToken);
    return 'yes';
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn(
      { event: 'token-not-revoked', reference: session.signInId, error },
      'the token could not be revoked at the service',
    );
    // A token the service does not know is no longer worth anything there.
    if (error.status === 401) return 'yes';
    return error.transient ? 'unreachable' : 'refused';
  }
}
