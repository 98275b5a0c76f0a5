/** The proxy that a company's network puts before the outside: `HTTPS_PROXY` and `NO_PROXY`, as most programs read them. */
import { readExemption } from '../proxy/exempt.ts';
import type { ProxySettings } from '../proxy/routes.ts';
import { Wrong, createReader } from './reader.ts';
import type { Parse } from './reader.ts';

type ProxyName = 'HTTPS_PROXY' | 'NO_PROXY';

const proxyUrl: Parse<string> = (text) => {
  const url = URL.parse(text);
  if (url === null || url.hostname === '' || !/^https?:$/.test(url.protocol)) {
    return new Wrong(
      'must be the URL of an HTTP proxy, such as http://proxy.example:8080; special characters of a password in it are ' +
        'percent-encoded.',
    );
  }
  return url.pathname === '/' && !/[?#]/.test(text)
    ? url.href
    : new Wrong('must end after the host and port, without a path, "?" or "#".');
};

const exemptions: Parse<readonly string[]> = (text) => {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  const bad = entries.flatMap((entry, index) => (readExemption(entry) === undefined ? [index + 1] : []));
  return bad.length === 0
    ? entries
    : new Wrong(
        `item ${bad.join(', ')} of the list must be a host name, an address, a range such as 10.0.0.0/8, or *; each but the last ` +
          'two may end in a port.',
      );
};

/** Each name also in lower case, as many systems set it; capitals win, as they do in Azure's libraries. */
export function readProxy(
  env: Readonly<Record<string, string | undefined>>,
  mistakes: string[],
): ProxySettings | undefined {
  const given = (name: ProxyName): string | undefined => env[name]?.trim() || env[name.toLowerCase()];
  const values = { HTTPS_PROXY: given('HTTPS_PROXY'), NO_PROXY: given('NO_PROXY') };
  const reader = createReader<ProxyName>(values, (name) => name, mistakes);
  const url = reader.optional('HTTPS_PROXY', proxyUrl);
  const noProxy = reader.orElse('NO_PROXY', exemptions, []);
  return url === undefined ? undefined : { url, noProxy };
}
