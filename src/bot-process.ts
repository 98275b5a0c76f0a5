/** The process around the app: settings, signals, exit codes. No effects at import, so that it can be loaded without a start. */
import { readFileSync } from 'node:fs';
import type { App } from './app.ts';
import { EXIT_CONFIG, SettingsError } from './core/errors.ts';
import { createLog } from './log/log.ts';
import { readSettings, type Settings } from './settings/read-settings.ts';
import type { Environment } from './settings/reader.ts';

function settingsOrExit(environment: Environment): Settings {
  try {
    return readSettings(environment, (path) => readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { mistakes } = error;
    const fields = { event: 'settings-invalid', mistakes };
    createLog('info').fatal(fields, `the settings hold ${mistakes.length} mistake(s); nothing was started`);
    process.stderr.write(`${mistakes.join('\n')}\n`);
    process.exit(EXIT_CONFIG);
  }
}

/** Stops gracefully on SIGTERM or SIGINT. Exits with 78 for invalid settings, 1 if the bot cannot start or continue. */
export async function runBot(environment: Environment): Promise<void> {
  const settings = settingsOrExit(environment);
  const log = createLog(settings.logLevel);
  let app: App | undefined;
  let stopping = false;

  /** A second signal changes nothing: running work is still finished or handed over. */
  function stop(signal: string): void {
    if (stopping) return;
    stopping = true;
    log.info({ event: 'stopping', signal }, 'stopping');
    // Before there is an app, nothing was begun.
    (app?.stop() ?? Promise.resolve()).then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ event: 'stop-failed', error }, 'the bot could not stop gracefully');
        process.exit(1);
      },
    );
  }

  // First, since loading the app takes a while, and a signal that the first process of a container does not handle is dropped.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The process continues: stored state is consistent, and one missed rejection must not stop every other sign-in.
  process.on('unhandledRejection', (error) =>
    log.error({ event: 'unhandled-rejection', error }, 'unhandled promise rejection'),
  );
  process.on('uncaughtException', (error) => {
    log.fatal({ event: 'uncaught-exception', error }, 'uncaught exception');
    process.exit(1);
  });

  try {
    // Loaded only once the settings are valid, so that mistakes are reported at once.
    const { createApp } = await import('./app.ts');
    app = createApp(settings, log);
    const { port } = await app.start();
    log.info({ event: 'listening', port }, 'listening');
  } catch (error) {
    // A stop ends the start; it exits once all of it is done.
    if (stopping) return;
    log.fatal({ event: 'start-failed', error }, 'the bot could not start');
    process.exit(1);
  }
}
