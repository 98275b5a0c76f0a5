/** Who may do what only restore operators and administrators do. */
import { UpstreamError } from '../../core/errors.ts';
import type { Asker } from '../../core/person.ts';
import type { Session } from '../../sign-in/state/model.ts';
import { troubleOf } from '../backups/service-error.ts';
import type { RestoreNotice } from '../state/notice.ts';
import type { RestorePorts } from '../state/ports.ts';
import { noticeReply, type RestoreReply } from '../state/views.ts';
import type { ServiceAccess } from './service-access.ts';

type OperatorResult =
  | { readonly kind: 'operator'; readonly session: Session }
  /** Signed in to an organization that is not asked. */
  | { readonly kind: 'elsewhere'; readonly session: Session }
  | { readonly kind: 'refused'; readonly notice: RestoreNotice };

interface Ports {
  readonly explorer: Pick<RestorePorts['explorer'], 'isOperator'>;
  readonly access: Pick<ServiceAccess, 'authorize'>;
}

export class Operators {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * Asks the service now; where it does not answer, nobody is one.
   *
   * @param isAsked whether the organization of their session is @throws StorageUnavailableError
   */
  async sessionOf(asker: Asker, isAsked: (organization: string) => boolean = () => true): Promise<OperatorResult> {
    const { access, explorer } = this.#ports;
    let result: OperatorResult | undefined;
    const { view }: RestoreReply = await access.authorize(asker, async ({ connection }) => {
      const { session, kind } = connection;
      try {
        if (!isAsked(session.organization)) result = { kind: 'elsewhere', session };
        else if (kind === 'administrator' || (await connection.call((service) => explorer.isOperator(service))))
          result = { kind: 'operator', session };
        return noticeReply({ code: 'operators-only' });
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        return noticeReply({ code: 'service', trouble: troubleOf(error) });
      }
    });
    if (result !== undefined) return result;
    return {
      kind: 'refused',
      notice: view.kind === 'restore-notice' ? view.notice : { code: 'session-refused', access: 'operator' },
    };
  }
}
