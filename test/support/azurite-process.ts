/**
 * Azurite in a process of its own: `node azurite-process.ts FOLDER`. It writes where it listens to `FOLDER/address.json`.
 * It ends with its parent, and then removes the folder.
 */
import { rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startStorage } from '../../local/storage.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder.');
process.stdin.resume().once('end', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
const { connectionString, blobPort, queuePort } = await startStorage({ folder });
// Renamed when complete, so that no incomplete file is read.
const file = join(folder, 'address.json');
await writeFile(`${file}.new`, JSON.stringify({ connectionString, blobPort, queuePort }));
await rename(`${file}.new`, file);
