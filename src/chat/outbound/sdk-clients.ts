/** Bot Framework's own connector client, one kept for each service URL instead of one built each turn. */
import { ConnectorClient, ConnectorFactory } from 'botframework-connector';

import type { ConnectorToken } from './connector-token.ts';

/** Service URLs are checked before, so more than a few only come with many regions. */
const CLIENTS_AT_MOST = 32;

/** For what the SDK itself asks of the connector (TeamsInfo, deletions); messages go through connector.ts. */
export class KeptConnectorClients extends ConnectorFactory {
  readonly #token: ConnectorToken;
  readonly #clients = new Map<string, ConnectorClient>();

  constructor(token: ConnectorToken) {
    super();
    this.#token = token;
  }

  override async create(serviceUrl: string): Promise<ConnectorClient> {
    const known = this.#clients.get(serviceUrl);
    if (known !== undefined) return known;
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
    const [oldest] = this.#clients.keys();
    if (this.#clients.size >= CLIENTS_AT_MOST && oldest !== undefined) this.#clients.delete(oldest);
    this.#clients.set(serviceUrl, client);
    return client;
  }
}
