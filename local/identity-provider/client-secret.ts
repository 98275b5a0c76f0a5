/**
 * The operators' application is registered as the real one would be: a device code needs no credential, but what begins in a browser
 * (`web` redirect) does, the code and each refresh of what it brought. The library knows one way for each client, so it never sees the
 * secret, which travels beside the request instead.
 */
import type { IncomingMessage } from 'node:http';
import { unread, type ReceivedRequest } from '../stand-in/serve.ts';

export const SECRET_HEADER = 'x-client-secret';

/** @returns the request as the library gets it, and whether it lacks the secret that it needs */
export function withoutSecret(
  { body }: ReceivedRequest,
  raw: IncomingMessage,
  secret: string,
): { readonly inner: IncomingMessage; readonly isMissing: boolean } {
  const form = new URLSearchParams(body);
  const given = form.get('client_secret') ?? '';
  form.delete('client_secret');
  const rest = form.toString();
  const inner = unread(raw, rest);
  inner.headers = { ...inner.headers, 'content-length': String(Buffer.byteLength(rest)), [SECRET_HEADER]: given };
  return { inner, isMissing: form.get('grant_type') === 'authorization_code' && given !== secret };
}
