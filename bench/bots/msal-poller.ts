/** MSAL-node's acquireTokenByDeviceCode, as documented, as many at once as asked for. It keeps nothing. */
import { PublicClientApplication } from '@azure/msal-node';
import { BENCH } from '../names.ts';

const { PROVIDER_URL = '', PENDING = '100' } = process.env;
const tenantUrl = `${PROVIDER_URL}/${BENCH.tenantId}`;
const metadata = await (await fetch(`${tenantUrl}/v2.0/.well-known/openid-configuration`)).text();
// It takes no authority without TLS, and never asks there: the metadata say where, over plain HTTP as ours does.
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

// With nothing pending the process would end before it is asked what it holds.
setInterval(() => undefined, 1_000_000);
