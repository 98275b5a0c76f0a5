import { createServer } from 'node:http';
import { listenNear } from '../../local/free-port.ts';
import { startIdentityProvider } from '../../local/identity-provider.ts';

test('takes another port on loopback where the requested one is occupied', async () => {
  const first = createServer();
  const second = createServer();
  const port = await listenNear(first, 0);
  const other = await listenNear(second, port);
  expect(other).not.toBe(port);
  expect(second.address()).toMatchObject({ address: '127.0.0.1', port: other });
  first.close();
  second.close();
});

test('a stand-in stops with requests open, and a second time without effect', async () => {
  const provider = await startIdentityProvider();
  provider.faults.next('/slow', { kind: 'hang' });
  const open = fetch(`${provider.url}/slow`).catch(() => 'ended');
  while (provider.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await provider.stop();
  await provider.stop();
  expect(await open).toBe('ended');
});
