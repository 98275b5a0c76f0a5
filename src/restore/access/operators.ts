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
  | { readonly kind: 'refused'; readonly notice: RestoreNotice };

export class Operators {
  readonly #ports: Pick<RestorePorts, 'explorer'> & { readonly access: ServiceAccess };

  constructor(ports: Pick<RestorePorts, 'explorer'> & { readonly access: ServiceAccess }) {
    this.#ports = ports;
  }

  /** Asks the service now; where it does not answer, nobody is one. @throws StorageUnavailableError */
  async sessionOf(asker: Asker): Promise<OperatorResult> {
    const { access, explorer } = this.#ports;
    let session: Session | undefined;
    const { view }: RestoreReply = await access.authorize(asker, async ({ connection }) => {
      try {
        const isOne =
          connection.kind === 'administrator' || (await connection.call((service) => explorer.isOperator(service)));
        if (isOne) session = connection.session;
        return noticeReply({ code: 'operators-only' });
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        return noticeReply({ code: 'service', trouble: troubleOf(error) });
      }
    });
    if (session !== undefined) return { kind: 'operator', session };
    return {
      kind: 'refused',
      notice: view.kind === 'restore-notice' ? view.notice : { code: 'session-refused', access: 'operator' },
    };
  }
}
