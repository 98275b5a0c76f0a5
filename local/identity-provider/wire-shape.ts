/** What the library's answers lack beside the real identity provider's. */
import type { Provider } from 'oidc-provider';
import { entraBody, translate } from './entra-errors.ts';

export const DEVICE_CODE_PATH = '/oauth2/v2.0/devicecode';
export const TOKEN_PATH = '/oauth2/v2.0/token';

export interface WireShape {
  readonly intervalSeconds: number;
  /** The text of a token answer; what it returns is sent byte for byte. */
  readonly tokenAnswerText: (answer: TokenAnswerBody) => string;
}

/** A token response (RFC 6749, section 5.1), in the order the real one answers in. */
export interface TokenAnswerBody {
  readonly token_type: string;
  readonly scope: string;
  readonly expires_in: number;
  readonly ext_expires_in: number;
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  readonly id_token?: string | undefined;
}

export function shapeAnswers(provider: Provider, shape: WireShape): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.method !== 'POST' || ![DEVICE_CODE_PATH, TOKEN_PATH].includes(ctx.path)) return;
    const body: unknown = ctx.body;
    if (typeof body !== 'object' || body === null) return;
    const fields = body as Readonly<Record<string, unknown>>;
    if (typeof fields['error'] === 'string') {
      const description = fields['error_description'];
      const error = translate(fields['error'], typeof description === 'string' ? description : undefined);
      ctx.status = 400;
      ctx.body = entraBody(error);
    } else if (ctx.path === DEVICE_CODE_PATH) {
      ctx.body = deviceCodeAnswer(fields, shape.intervalSeconds);
    } else {
      ctx.body = shape.tokenAnswerText(tokenAnswer(fields));
      ctx.type = 'application/json; charset=utf-8';
    }
  });
}

/** No `verification_uri_complete`: the real one never gives a link with the code in it. */
function deviceCodeAnswer(fields: Readonly<Record<string, unknown>>, intervalSeconds: number): object {
  const { user_code, device_code, verification_uri, expires_in } = fields;
  return {
    user_code,
    device_code,
    verification_uri,
    expires_in,
    interval: intervalSeconds,
    message: `Open ${String(verification_uri)} in a browser and enter the code ${String(user_code)}.`,
  };
}

function tokenAnswer(fields: Readonly<Record<string, unknown>>): TokenAnswerBody {
  const { token_type, scope, expires_in, access_token, refresh_token, id_token } = fields;
  return {
    token_type: String(token_type),
    scope: String(scope),
    expires_in: Number(expires_in),
    ext_expires_in: Number(expires_in),
    access_token: String(access_token),
    ...(typeof refresh_token === 'string' ? { refresh_token } : {}),
    ...(typeof id_token === 'string' ? { id_token } : {}),
  };
}
