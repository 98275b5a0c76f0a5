/** How the values of settings are written. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { isLoopback, withoutTrailingSlashes } from '../core/net.ts';
import { readExemption } from '../proxy/routes.ts';
import type { SealingKey } from '../state/blobs/encryption.ts';

/**
 * What is wrong with a value and the remedy, as a sentence that follows the setting's name. It never quotes the value: a
 * secret may have been pasted into the wrong setting.
 */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
  readonly code = 'INVALID_VALUE';
}

/** @throws InvalidValueError */
export type Parse<T> = (text: string) => T;

export function check(isValid: boolean, sentence: string): asserts isValid {
  if (!isValid) throw new InvalidValueError(sentence);
}

export function matching(pattern: RegExp, sentence: string): Parse<string> {
  return (value) => {
    check(pattern.test(value), sentence);
    return value;
  };
}

/** Parses each item. A mistake names the positions of the wrong ones. */
export function parseItems<T>(items: readonly string[], parse: Parse<T>, word = 'item'): readonly T[] {
  const wrong: number[] = [];
  let mistake = '';
  const values = items.flatMap((item, index) => {
    try {
      return [parse(item)];
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      wrong.push(index + 1);
      mistake ||= error.message;
      return [];
    }
  });
  check(wrong.length === 0, `${word} ${wrong.join(', ')} of the list ${mistake}`);
  return values;
}

export function splitList(value: string, remedy: string): readonly string[] {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  check(items.length > 0, `has only commas. ${remedy}`);
  return items;
}

/** Comma-separated, each item once. */
export function listOf(parse: Parse<string>): Parse<readonly string[]> {
  return (value) => [...new Set(parseItems(splitList(value, 'List at least one, or leave it out.'), parse))];
}

// Plain values

export const text: Parse<string> = (value) => value;

export const line = matching(/^\P{Cc}*$/u, 'has a line break or a control character in it. Write it on one line.');

/** In decimal digits only, so that neither `0x10` nor `1e3` passes. */
export function wholeNumber(min: number, max: number): Parse<number> {
  return (value) => {
    const isInRange = /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max;
    check(isInRange, `must be a whole number from ${min} to ${max}.`);
    return Number(value);
  };
}

/** Above 0, fractions allowed. */
export function positiveNumber(max: number): Parse<number> {
  return (value) => {
    const isInRange = /^\d{1,9}(?:\.\d{1,9})?$/.test(value) && Number(value) > 0 && Number(value) <= max;
    check(isInRange, `must be a number above 0 and at most ${max}.`);
    return Number(value);
  };
}

/** In any case. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Parse<Word> {
  return (value) => {
    const found = words.find((word) => word.toLowerCase() === value.toLowerCase());
    check(found !== undefined, `must be one of ${words.join(', ')}.`);
    return found;
  };
}

export const trueOrFalse: Parse<boolean> = (value) => oneOf('true', 'false')(value) === 'true';

interface Pattern {
  readonly source: string;
  test(text: string): boolean;
}

/** RE2 takes time linear in the text, so no expression can hold up the process. */
export const pattern: Parse<Pattern> = (value) => {
  check(value.length <= 500, 'is too long: at most 500 characters.');
  let parsed: RE2JS | undefined;
  try {
    parsed = RE2JS.compile(RE2JS.translateRegExp(value));
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
  }
  check(
    parsed !== undefined,
    'is not a regular expression in the syntax of RE2, which has neither lookaround nor backreferences ' +
      '(https://github.com/google/re2/wiki/Syntax).',
  );
  return { source: value, test: (text) => parsed.test(text) };
};

// Ids and names

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
export const isGuid = (value: string): boolean => GUID.test(value);
export const guid = matching(GUID, 'must be an id of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.');

/** Lower case, for comparing. */
export const comparableGuid: Parse<string> = (value) => guid(value.toLowerCase());

/** An identifier without a defined form (RFC 6749, section 2.2). A GUID in lower case, as tokens name their audience. */
export const applicationId: Parse<string> = (value) => {
  check(/^[\w.~-]{1,128}$/.test(value), 'must be an application id: letters, digits and dashes, no spaces.');
  return isGuid(value) ? value.toLowerCase() : value;
};

const CHANNEL_ID = /^19:[\w.-]{1,200}@thread\.(?:tacv2|skype)$/;

/** Of a channel or a team, which has that of its general channel; or of the link to it that Teams gives. */
const placeInTeams =
  (what: 'channel' | 'team'): Parse<string> =>
  (value) => {
    const linked = new RegExp(`^https://[\\w.-]+/l/${what}/([^/?#]{1,400})`).exec(value)?.[1];
    const id = linked?.replace(/%3a/i, ':').replace(/%40/i, '@') ?? value;
    check(
      CHANNEL_ID.test(id),
      `must be the id of a ${what} in Teams (19:…@thread.tacv2), or its link ("Get link to ${what}").`,
    );
    return id;
  };

export const teamsChannel = placeInTeams('channel');
export const teamsTeam = placeInTeams('team');

/** Never `common`, `organizations` or `consumers`: accounts of any tenant can sign in there. */
export const organizationName: Parse<string> = (value) => {
  const isName = /^[a-z\d][a-z\d-]*\.(?:onmicrosoft\.(?:com|us|de)|partner\.onmschina\.cn)$/i.test(value);
  check(isName || isGuid(value), 'must be of the form name.onmicrosoft.com, or a tenant id.');
  return value;
};

export const displayName: Parse<string> = (value) => {
  check(value.length <= 100, 'must have at most 100 characters.');
  return line(value);
};

export const emailAddress = matching(
  /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/,
  'must be a mail address such as restore@contoso.com.',
);

const DIRECTORY_SCOPES = ['Directory.Read.All', 'Directory.ReadWrite.All', 'Directory.AccessAsUser.All'];
const USER_SCOPES = ['User.Read', 'User.ReadWrite', 'User.ReadBasic.All', 'User.Read.All', 'User.ReadWrite.All'];

/** Those that an app-only sign-in needs must be among them. A scope may be written in full, with the directory's address before it. */
export const appOnlyScopes: Parse<string> = (value) => {
  const scopes = value.split(/\s+/);
  const names = new Set(scopes.map((scope) => scope.slice(scope.lastIndexOf('/') + 1).toLowerCase()));
  const missing = [DIRECTORY_SCOPES, USER_SCOPES, ['offline_access']]
    .filter((choice) => !choice.some((name) => names.has(name.toLowerCase())))
    .map((choice) => (choice.length > 1 ? `one of ${choice.join(', ')}` : choice.join('')));
  check(missing.length === 0, `lacks ${missing.join('; and ')}. Add it; scopes are separated by spaces.`);
  return scopes.join(' ');
};

// Addresses

export function parseUrl(value: string): URL {
  const url = URL.parse(value);
  check(url !== null && url.hostname !== '', 'must be a URL such as https://host.example.');
  check(url.username === '' && url.password === '', 'has a user name or password in its URL. Take them out.');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  check(isSafe, 'must begin with https:// (http:// only on loopback).');
  return url;
}

/** A URL of the Bot Framework, passed on as it is written. */
export const endpoint: Parse<string> = (value) => {
  parseUrl(value);
  return value;
};

/** The root of a service, to which paths are appended: no trailing slash. */
export const baseUrl: Parse<string> = (value) => {
  const { origin: root, pathname } = parseUrl(value);
  check(!/[?#]/.test(value), 'must end after the host, port and path, without "?" or "#".');
  return withoutTrailingSlashes(`${root}${pathname}`);
};

export const origin: Parse<string> = (value) => {
  const url = parseUrl(value);
  const isOrigin = url.pathname === '/' && !/[?#]/.test(value);
  check(isOrigin, 'must be an origin such as https://host.example:8443, without a path.');
  return url.origin;
};

/** A host without scheme, port or path, as `URL.hostname` spells it, without the final dot of a full name. */
export const hostName: Parse<string> = (value) => {
  const isHost = /^(?:\[[\da-f:.]+\]|[^\s/?#@:\\*[\]]+)$/i.test(value);
  const host = isHost ? (URL.parse(`https://${value}/`)?.hostname ?? '').replace(/\.$/, '') : '';
  const isWhole = !host.split('.').includes('');
  check(isWhole, 'must be a host name such as login.example.com, without scheme, port, path or a dot in front.');
  return host;
};

/** A page without query, fragment or user name, as it is written; or a host alone, as it was before. */
export const devicePage: Parse<string> = (value) => {
  if (!value.includes('://')) return hostName(value);
  parseUrl(value);
  check(!/[?#]/.test(value), 'must be a whole page such as https://login.example/device, without "?" or "#".');
  return value;
};

export const listenHost: Parse<string> = (value) => {
  const bare = value.replace(/^\[(.*)\]$/, '$1');
  const isHost = isIP(bare) > 0 || /^(?!\d+$)[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(bare);
  check(isHost, 'must be an address to listen on, such as 127.0.0.1. Leave it out for all.');
  return bare;
};

export const proxyUrl: Parse<string> = (value) => {
  const url = URL.parse(value);
  check(
    url !== null && url.hostname !== '' && /^https?:$/.test(url.protocol),
    'must be the URL of an HTTP proxy, such as http://proxy.example:8080; special characters of a password in it are ' +
      'percent-encoded.',
  );
  const isBare = url.pathname === '/' && !/[?#]/.test(value);
  check(isBare, 'must end after the host and port, without a path, "?" or "#".');
  return url.href;
};

export const exemptions: Parse<readonly string[]> = (value) =>
  parseItems(value.split(/[\s,;|]+/).filter(Boolean), (item) => {
    const forms = 'a host name, an address without a zone, a range such as 10.0.0.0/8 or 10.*, <local>, or *';
    check(readExemption(item) !== undefined, `must be ${forms}; a name or an address may end in a port.`);
    return item;
  });

// Certificates and keys

/** Any number of certificates. Other contents of the file, such as a private key, are left out. */
export const certificates: Parse<string> = (pem) => {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  check(blocks.length > 0, 'names a file without a certificate in PEM form (-----BEGIN CERTIFICATE-----).');
  try {
    for (const block of blocks) void new X509Certificate(block).fingerprint256;
  } catch {
    throw new InvalidValueError('names a file with a certificate that cannot be read. Export it anew in PEM form.');
  }
  return `${blocks.join('\n')}\n`;
};

export const fingerprint: Parse<string> = (value) => {
  const isFingerprint = /^(?:[\da-f]{2}:?){32}$/i.test(value);
  check(isFingerprint, 'must be a SHA-256 fingerprint: 64 hex digits, with or without colons.');
  return (value.replaceAll(':', '').toUpperCase().match(/../g) ?? []).join(':');
};

const KEY_BYTES = 32;
export const GENERATE_KEY = "Make one with: npx node -p \"'k1:' + crypto.randomBytes(32).toString('base64url')\"";

function sealingKey(value: string): SealingKey {
  const colon = value.lastIndexOf(':');
  const kid = value.slice(0, Math.max(colon, 0)).trim();
  const encoded = value
    .slice(colon + 1)
    .trim()
    .replace(/=$/, '');
  const key = Buffer.from(encoded, 'base64url');
  const isWhole = key.length === KEY_BYTES && key.toString('base64url') === encoded;
  const isKey = isWhole && /^[\x21-\x7e]{1,64}$/.test(kid);
  check(isKey, `must be kid:key, the key 32 bytes in base64url. ${GENERATE_KEY}`);
  return { kid, key: new Uint8Array(key) };
}

/** The kid is not quoted either: if kid and key were swapped, it would be the key. */
export const sealingKeys: Parse<readonly SealingKey[]> = (value) => {
  const keys = parseItems(splitList(value, GENERATE_KEY), sealingKey, 'key');
  const kids = keys.map(({ kid }) => kid);
  const repeated = kids.findIndex((kid, index) => kids.indexOf(kid) < index);
  check(repeated < 0, `key ${repeated + 1} of the list has the kid of one before it. Give each its own.`);
  return keys;
};
