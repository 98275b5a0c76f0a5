/** How the settings of Azure's storage and Application Insights are written. */
import { check, InvalidValueError, isGuid, matching, parseUrl, type Parse } from './parsers.ts';

function connectionFields(value: string): ReadonlyMap<string, string> {
  const fields = value.split(';').map((field) => field.split('='));
  return new Map(fields.map(([name = '', ...rest]) => [name.trim(), rest.join('=').trim()]));
}

const PUBLIC_SUFFIX = 'core.windows.net';
const STORAGE_ENDPOINTS = ['BlobEndpoint', 'QueueEndpoint'];
/** As the storage library spells them; Azure's other libraries take them in any case. */
const STORAGE_FIELDS = new Map(
  [
    'DefaultEndpointsProtocol',
    'AccountName',
    'AccountKey',
    'EndpointSuffix',
    'SharedAccessSignature',
    ...STORAGE_ENDPOINTS,
  ].map((name) => [name.toLowerCase(), name]),
);

/**
 * Checks only what the storage library would fail on later, and what blobs and queue both need. What Azure's documentation makes
 * optional and the library asks for (protocol, suffix) gets its default.
 * @see https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string
 */
export const storageConnectionString: Parse<string> = (value) => {
  if (value.startsWith('UseDevelopmentStorage=true')) return value;
  const given = connectionFields(value)
    .entries()
    .filter(([name, text]) => name !== '' && text !== '')
    .map(([name, text]) => [STORAGE_FIELDS.get(name.toLowerCase()) ?? name, text] as const);
  const fields = new Map(given);
  const isShared = fields.has('SharedAccessSignature');
  const named = STORAGE_ENDPOINTS.filter((name) => fields.has(name));
  if (!isShared && !fields.has('DefaultEndpointsProtocol')) fields.set('DefaultEndpointsProtocol', 'https');
  if (!isShared && named.length === 0 && !fields.has('EndpointSuffix')) fields.set('EndpointSuffix', PUBLIC_SUFFIX);
  const needed = [
    ...(isShared ? [] : ['AccountName', 'AccountKey']),
    ...(!isShared && fields.has('EndpointSuffix') ? [] : STORAGE_ENDPOINTS),
  ];
  const missing = needed.filter((name) => !fields.has(name)).join(', ');
  check(missing === '', `is no whole connection string, it lacks ${missing}. Copy it anew.`);
  const bad = named.filter((name) => !/^https?:\/\/[^/]/.test(fields.get(name) ?? ''));
  check(bad.length === 0, `has no URL in its ${bad.join(', ')}. Copy it anew.`);
  const isProtocol = /^https?$/i.test(fields.get('DefaultEndpointsProtocol') ?? 'https');
  check(isProtocol, 'has a DefaultEndpointsProtocol that is not https. Copy it anew.');
  const suffix = fields.get('EndpointSuffix') ?? PUBLIC_SUFFIX;
  check(isStorageSuffix(suffix), `has an EndpointSuffix that is no domain such as ${PUBLIC_SUFFIX}. Copy it anew.`);
  const isBase64 = /^[A-Za-z\d+/]+={0,2}$/.test(fields.get('AccountKey') ?? 'none');
  check(isBase64, 'has an AccountKey that is not base64. Copy it anew.');
  return Array.from(fields, (field) => field.join('=')).join(';') + (value.endsWith(';') ? ';' : '');
};

/** Checks only what the exporter would fail on later, in a thread of its own. */
export const insightsConnectionString: Parse<string> = (value) => {
  const fields = connectionFields(value.toLowerCase());
  const sentence = 'is no connection string of Application Insights, it lacks InstrumentationKey. Copy it anew.';
  check(isGuid(fields.get('instrumentationkey') ?? ''), sentence);
  try {
    parseUrl(fields.get('ingestionendpoint') ?? 'https://default.example');
  } catch {
    throw new InvalidValueError('has no https:// address in its IngestionEndpoint. Copy it anew.');
  }
  return value;
};

export const accountName = matching(
  /^[a-z\d]{3,24}$/,
  'must be the name of a storage account alone: 3 to 24 lower-case letters and digits.',
);

/** Without the service, which goes before it: `blob.core.windows.net` would become `account.blob.blob.core.windows.net`. */
const isStorageSuffix = (value: string): boolean =>
  /^(?!(?:blob|queue|table|file|dfs|web)\.)[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(value);

export const storageSuffix: Parse<string> = (value) => {
  check(isStorageSuffix(value), 'must be a domain such as core.usgovcloudapi.net, without scheme, account or service.');
  return value;
};

export function storageName(max: number): Parse<string> {
  return matching(
    new RegExp(`^(?=.{3,${max}}$)[a-z\\d]+(?:-[a-z\\d]+)*$`),
    `must have 3 to ${max} lower-case letters, digits and single dashes, and neither begin nor end with a dash.`,
  );
}
