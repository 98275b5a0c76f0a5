/** MSAL-node's acquireTokenByDeviceCode as documented, as many at once as requested. Stores nothing. */
import { PublicClientApplication } from '@azure/msal-node';
import type { Environment } from '../../src/settings/reader.ts';
import { BENCH } from '../names.ts';

export async function runBot({ PROVIDER_URL = '', PENDING }: Environment): Promise<void> {
  const tenantUrl = `${PROVIDER_URL}/${BENCH.tenantId}`;
  const metadata = await (await fetch(`${tenantUrl}/v2.0/.well-known/openid-configuration`)).text();
  // MSAL requires a TLS authority but does not contact it: the given metadata name plain HTTP endpoints.
  const authority = tenantUrl.replace('http:', 'https:');
  const application = new PublicClientApplication({
    auth: {
      clientId: BENCH.appId,
      authority,
      knownAuthorities: [new URL(PROVIDER_URL).host],
      authorityMetadata: metadata,
      protocolMode: 'OIDC',
    } as never,
  });

  let begun = 0;
  const ends: Record<string, number> = {};
  const scopes = ['openid', 'profile', 'offline_access'];
  const all = Array.from({ length: Number(PENDING) }, () =>
    application
      .acquireTokenByDeviceCode({ scopes, deviceCodeCallback: () => void (begun += 1) })
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message.slice(0, 120) : 'unknown';
        ends[why] = (ends[why] ?? 0) + 1;
      }),
  );
  void Promise.all(all);
  const timer = setInterval(() => {
    if (begun + Object.values(ends).reduce((sum, each) => sum + each, 0) < all.length) return;
    clearInterval(timer);
    if (Object.keys(ends).length > 0) process.stderr.write(`${JSON.stringify(ends)}\n`);
    process.stdout.write('{"msg":"listening","port":0}\n'.replace('0}', '1}'));
  }, 20);

  // Keeps the process alive until its memory has been measured.
  setInterval(() => undefined, 1_000_000);
}
