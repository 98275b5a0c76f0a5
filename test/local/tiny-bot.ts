/** A bot of a few lines on node:http: checks the connector's token, answers as told, and calls back. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import { parseJson, readBody } from '../../local/connector/http.ts';
import type { Json } from '../../local/connector/types.ts';

export interface Turn {
  readonly activity: Json;
  readonly claims?: JWTPayload | undefined;
  /** Why the token was refused. */
  readonly refused?: string | undefined;
}

export interface TurnAnswer {
  readonly status: number;
  readonly body?: unknown;
  /** Cuts the connection instead. */
  readonly cut?: boolean | undefined;
}

export interface TinyBot {
  readonly endpoint: string;
  readonly turns: readonly Turn[];
  /** Safe to call twice. */
  stop(): Promise<void>;
}

export async function startTinyBot({
  appId,
  connector,
  onTurn,
}: {
  readonly appId: string;
  /** Known once the connector has started. */
  readonly connector: () => { readonly openIdMetadataUrl: string; readonly issuer: string };
  readonly onTurn: (turn: Turn, count: number) => TurnAnswer | Promise<TurnAnswer>;
}): Promise<TinyBot> {
  const turns: Turn[] = [];

  const check = async (authorization: string | undefined): Promise<Pick<Turn, 'claims' | 'refused'>> => {
    try {
      const metadata = (await (await fetch(connector().openIdMetadataUrl)).json()) as { readonly jwks_uri: string };
      const verified = await jwtVerify(
        authorization?.replace('Bearer ', '') ?? '',
        createRemoteJWKSet(new URL(metadata.jwks_uri)),
        { audience: appId, issuer: connector().issuer, algorithms: ['RS256'] },
      );
      return { claims: verified.payload };
    } catch (error) {
      return { refused: error instanceof Error ? error.message : String(error) };
    }
  };

  const server: Server = createServer((request, response) => {
    const handle = async () => {
      const activity = parseJson(await readBody(request)) as Json;
      const turn = { activity, ...(await check(request.headers.authorization)) };
      turns.push(turn);
      const answer = turn.refused === undefined ? await onTurn(turn, turns.length) : { status: 401 };
      if (answer.cut === true) return response.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      return response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
    };
    handle().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/messages`,
    turns,
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
