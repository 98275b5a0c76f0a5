/** Addresses: URLs, origins, host names. */
import { isIP } from 'node:net';

import { isLoopback } from '../core/net.ts';
import { Wrong } from './reader.ts';
import type { Parse } from './reader.ts';

function parseUrl(text: string): URL | Wrong {
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return new Wrong('must be a URL such as https://host.example.');
  if (url.username !== '' || url.password !== '') {
    return new Wrong('has a user name or password in its URL. Take them out.');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return new Wrong('must begin with https:// (http:// only on loopback).');
  }
  return url;
}

/** A URL of Bot Framework's, handed on as it is written. */
export const endpoint: Parse<string> = (text) => {
  const url = parseUrl(text);
  return url instanceof Wrong ? url : text;
};

/** The root of a service, to which paths are appended: no trailing slash. */
export const baseUrl: Parse<string> = (text) => {
  const url = parseUrl(text);
  if (url instanceof Wrong) return url;
  if (/[?#]/.test(text)) return new Wrong('must end after the host, port and path, without "?" or "#".');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
};

export const origin: Parse<string> = (text) => {
  const url = parseUrl(text);
  if (url instanceof Wrong) return url;
  if (url.pathname !== '/' || /[?#]/.test(text)) {
    return new Wrong('must be an origin such as https://host.example:8443, without a path.');
  }
  return url.origin;
};

/** A host without scheme, port or path, as `URL.hostname` spells it. */
export const hostName: Parse<string> = (text) => {
  const host = /^(?:\[[\da-f:.]+\]|[^\s/?#@:\\*[\]]+)$/i.test(text)
    ? URL.parse(`https://${text}/`)?.hostname
    : undefined;
  return host === undefined || host === ''
    ? new Wrong('must be a host name such as login.example.com, without scheme, port or path.')
    : host;
};

/** An address to listen on: an IP address or a host name. */
export const listenHost: Parse<string> = (text) => {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) > 0 || /^(?!\d+$)[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(bare)
    ? bare
    : new Wrong('must be an address to listen on, such as 127.0.0.1. Leave it out for all.');
};
