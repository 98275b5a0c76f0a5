/** The storage account and the keys that seal what is stored there. Nothing of a secret is ever quoted. */
import type { SettingName } from './definitions.ts';
import { Wrong } from './reader.ts';
import type { Parse, Reader } from './reader.ts';
import type { SealingKey, StorageSettings } from './types.ts';

const KEY_BYTES = 32;
const REMEDY = 'Set AZURE_STORAGE_CONNECTION_STRING, or AZURE_STORAGE_ACCOUNT to use an Azure identity.';
const MAKE_A_KEY = "Make one with: npx node -p \"'k1:' + crypto.randomBytes(32).toString('base64url')\"";

/** Names of blob containers and queues follow the same rules. */
function storageName(longest: number): Parse<string> {
  return (text) =>
    text.length >= 3 && text.length <= longest && /^[a-z\d]+(?:-[a-z\d]+)*$/.test(text)
      ? text
      : new Wrong(
          `must have 3 to ${longest} lower-case letters, digits and single dashes, and neither begin nor end with a dash.`,
        );
}

export const containerName = storageName(63);
/** Shorter: `<queue>-poison` takes what cannot be done. */
export const queueName = storageName(56);

const accountName: Parse<string> = (text) =>
  /^[a-z\d]{3,24}$/.test(text)
    ? text
    : new Wrong('must be the name of a storage account alone: 3 to 24 lower-case letters and digits.');

/** Storage of another cloud: core.usgovcloudapi.net, core.chinacloudapi.cn. */
const storageSuffix: Parse<string> = (text) =>
  /^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(text)
    ? text
    : new Wrong('must be a domain such as core.usgovcloudapi.net, without scheme or account.');

/** Only what the storage SDK would fail on later, and what blobs and queue both need. */
const connectionString: Parse<string> = (text) => {
  const parts = new Map(
    text.split(';').map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim(), value.join('=').trim()] as const;
    }),
  );
  if (text.startsWith('UseDevelopmentStorage=true')) return text;
  const lacking = (...names: readonly string[]): readonly string[] => names.filter((name) => !parts.get(name));
  const endpoints = ['BlobEndpoint', 'QueueEndpoint'];
  const missing = parts.has('SharedAccessSignature')
    ? lacking('SharedAccessSignature', ...endpoints)
    : lacking(
        'DefaultEndpointsProtocol',
        'AccountName',
        'AccountKey',
        ...(parts.get('EndpointSuffix') ? [] : endpoints),
      );
  if (missing.length > 0)
    return new Wrong(`is no whole connection string, it lacks ${missing.join(', ')}. Copy it anew.`);
  const bad = endpoints.filter((name) => parts.get(name) && !/^https?:\/\/[^/]/.test(parts.get(name) ?? ''));
  if (bad.length > 0) return new Wrong(`has no URL in its ${bad.join(', ')}. Copy it anew.`);
  const key = parts.get('AccountKey');
  return key !== undefined && !/^[A-Za-z\d+/]+={0,2}$/.test(key)
    ? new Wrong('has an AccountKey that is not base64. Copy it anew.')
    : text;
};

/** Exactly one of the two. */
export function readStorage(reader: Reader<SettingName>): StorageSettings {
  const fromString = reader.optional('AZURE_STORAGE_CONNECTION_STRING', connectionString);
  const account = reader.optional('AZURE_STORAGE_ACCOUNT', accountName);
  const suffix = reader.optional('AZURE_STORAGE_SUFFIX', storageSuffix);
  if (reader.has('AZURE_STORAGE_SUFFIX') && reader.has('AZURE_STORAGE_CONNECTION_STRING')) {
    reader.mistake('AZURE_STORAGE_SUFFIX', 'has no effect beside AZURE_STORAGE_CONNECTION_STRING. Leave it out.');
  }
  const given = [reader.has('AZURE_STORAGE_CONNECTION_STRING'), reader.has('AZURE_STORAGE_ACCOUNT')];
  if (given.every(Boolean)) {
    reader.mistake(
      'AZURE_STORAGE_CONNECTION_STRING',
      'cannot stand beside AZURE_STORAGE_ACCOUNT. Leave one of them out.',
    );
  } else if (!given.some(Boolean)) {
    reader.mistake('AZURE_STORAGE_CONNECTION_STRING', `is missing. ${REMEDY}`);
  }
  return fromString === undefined
    ? { kind: 'account', account: account ?? '', ...(suffix !== undefined && { suffix }) }
    : { kind: 'connection-string', connectionString: fromString };
}

function sealingKey(text: string): SealingKey | undefined {
  const colon = text.lastIndexOf(':');
  const kid = text.slice(0, Math.max(colon, 0)).trim();
  const encoded = text
    .slice(colon + 1)
    .trim()
    .replace(/=$/, '');
  const key = Buffer.from(encoded, 'base64url');
  const isWhole = key.length === KEY_BYTES && key.toString('base64url') === encoded;
  return isWhole && /^[\x21-\x7e]{1,64}$/.test(kid) ? { kid, key: new Uint8Array(key) } : undefined;
}

/** A kid is not quoted either: whoever swaps kid and key would see the key. */
const sealingKeys: Parse<readonly SealingKey[]> = (text) => {
  const keys = text
    .split(',')
    .filter((item) => item.trim() !== '')
    .map(sealingKey);
  if (keys.length === 0) return new Wrong(`has only commas. ${MAKE_A_KEY}`);
  const bad = keys.flatMap((key, index) => (key === undefined ? [index + 1] : []));
  if (bad.length > 0) {
    return new Wrong(`key ${bad.join(', ')} of the list must be kid:key, the key 32 bytes in base64url. ${MAKE_A_KEY}`);
  }
  const whole = keys.filter((key) => key !== undefined);
  const twice = whole.findIndex(({ kid }, index) => whole.findIndex((other) => other.kid === kid) < index);
  return twice < 0 ? whole : new Wrong(`key ${twice + 1} of the list has the kid of one before it. Give each its own.`);
};

export function readSealingKeys(reader: Reader<SettingName>): readonly SealingKey[] {
  return reader.required('STATE_ENCRYPTION_KEYS', sealingKeys, MAKE_A_KEY, []);
}
