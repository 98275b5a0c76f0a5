/** Caches Bot Framework's connector clients by service URL; the SDK would build one on each turn. */
import { ConnectorClient, ConnectorFactory } from 'botframework-connector';

import { BoundedMap } from '../../core/bounded-map.ts';
import type { ConnectorToken } from './connector-token.ts';

/** Service URLs are checked first, so there are only a few: one per region. */
const CLIENTS_AT_MOST = 32;

/** Used by the SDK itself (TeamsInfo, deletions); messages go through connector.ts. */
export class CachedConnectorClients extends ConnectorFactory {
  readonly #token: ConnectorToken;
  readonly #clients = new BoundedMap<string, ConnectorClient>({ max: CLIENTS_AT_MOST });

  constructor(token: ConnectorToken) {
    super();
    this.#token = token;
  }

  override async create(serviceUrl: string): Promise<ConnectorClient> {
    const cached = this.#clients.get(serviceUrl);
    if (cached !== undefined) return cached;
    const token = this.#token;
    const client = new ConnectorClient(
      {
        async signRequest(request) {
          const bearer = await token.get();
          if (bearer !== undefined) request.headers.set('authorization', `Bearer ${bearer}`);
          return request;
        },
      },
      { baseUri: serviceUrl },
    );
    this.#clients.set(serviceUrl, client);
    return client;
  }
}
