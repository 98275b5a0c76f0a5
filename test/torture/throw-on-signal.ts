/** Preloaded into the real process: SIGUSR2 throws an error that nobody catches and that contains secrets. */
import { readFileSync } from 'node:fs';

process.on('SIGUSR2', () => {
  const secrets = JSON.parse(readFileSync(process.env['TORTURE_SECRETS'] ?? '', 'utf8')) as readonly string[];
  const [token = '', ...others] = secrets;
  const config = { headers: { Authorization: `Bearer ${token}` }, data: secrets.join('&') };
  const error = new Error(`request failed: Authorization: Bearer ${token}`, {
    cause: new Error(`POST /token with {"refresh_token":"${others[0] ?? ''}"} failed`),
  });
  throw Object.assign(error, { config, request: { body: secrets }, response: { config } });
});
