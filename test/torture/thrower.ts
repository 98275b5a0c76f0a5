/** Loaded into the real process before anything else: on SIGUSR2 something nobody catches goes wrong, with secrets all over it. */
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
