/** Starts and stops the process; the only file with effects at import. */
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';

// Before anything large is loaded: loading modules is most of a start.
enableCompileCache();

const [{ SettingsError }, { createLog }, { readSettings }] = await Promise.all([
  import('./errors.ts'),
  import('./log.ts'),
  import('./settings.ts'),
]);

/** sysexits.h, EX_CONFIG. */
const EXIT_CONFIG = 78;

function settingsOrExit(): ReturnType<typeof readSettings> {
  try {
    return readSettings(process.env, (path) => readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { mistakes } = error;
    createLog('info').fatal({ mistakes }, `the settings hold ${mistakes.length} mistake(s); nothing was started`);
    process.stderr.write(`${mistakes.join('\n')}\n`);
    process.exit(EXIT_CONFIG);
  }
}

const settings = settingsOrExit();
const log = createLog(settings.logLevel);
const { createApp } = await import('./app.ts');
const app = createApp(settings, log);

let stopping = false;

/** A second signal changes nothing: what runs is still finished or handed over. */
function stop(signal: string): void {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, 'stopping');
  app.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      log.fatal({ error }, 'could not stop in order');
      process.exit(1);
    },
  );
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// What is stored survives; what a stray promise left behind is better seen in the log than guessed at.
process.on('unhandledRejection', (error) => log.error({ error }, 'a promise was rejected and nobody looked'));
process.on('uncaughtException', (error) => {
  log.fatal({ error }, 'something went wrong that nobody caught');
  process.exit(1);
});

try {
  const { port } = await app.start();
  log.info({ port }, 'listening');
} catch (error) {
  log.fatal({ error }, 'could not start');
  process.exit(1);
}
