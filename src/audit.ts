/** `npm run audit`; the process around audit/run.ts. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { runAudit } from './audit/run.ts';
import { readStateSettings } from './settings/read-settings.ts';
import { shareWithLibraries, withEnvironmentFile } from './settings/environment-file.ts';
import { createAuditReader } from './state/audit/reader.ts';
import { createContainer, createStorageConnection } from './state/azure/storage.ts';

// The reader of a pipe may end first: `npm run audit -- … | head`.
process.stdout.on('error', () => process.exit(0));

// A function of its own, because the bundled script cannot await at its top level.
async function audit(): Promise<void> {
  process.exitCode = await runAudit({
    args: process.argv.slice(2),
    now: Date.now(),
    openReader(files) {
      const env = withEnvironmentFile(files, process.env, (path) => readFileSync(path, 'utf8'));
      shareWithLibraries(env, process.env);
      const { storage, stateContainer, auditContainer, ...access } = readStateSettings(env);
      const connection = createStorageConnection(access);
      const open = (name: string) => createContainer(storage, name, connection);
      return createAuditReader({ container: open(auditContainer), older: open(stateContainer) });
    },
    async print(line) {
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
    },
    printError: (line) => void process.stderr.write(`${line}\n`),
  });
}

void audit();
