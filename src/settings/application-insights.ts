/** Where telemetry goes. Nothing of it is ever quoted. */
import type { SettingName } from './definitions.ts';
import { Wrong } from './reader.ts';
import type { Parse, Reader } from './reader.ts';
import { endpoint } from './urls.ts';
import { isGuid } from './values.ts';

/** Only what the exporter would fail on later, and in a thread of its own. */
const connectionString: Parse<string> = (text) => {
  const parts = new Map(
    text.split(';').map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()] as const;
    }),
  );
  if (!isGuid(parts.get('instrumentationkey') ?? '')) {
    return new Wrong('is no connection string of Application Insights, it lacks InstrumentationKey. Copy it anew.');
  }
  const ingestion = parts.get('ingestionendpoint');
  return ingestion !== undefined && endpoint(ingestion) instanceof Wrong
    ? new Wrong('has no https:// address in its IngestionEndpoint. Copy it anew.')
    : text;
};

export function readApplicationInsights(reader: Reader<SettingName>): string | undefined {
  return reader.optional('APPLICATIONINSIGHTS_CONNECTION_STRING', connectionString);
}
