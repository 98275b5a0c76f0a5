/** Jest's globalSetup. */
import { join } from 'node:path';
import { SHARED_AZURITE_FOLDER, startAzuriteProcess } from '../common-azurite.ts';
import { COST_FILE } from './cost.ts';

/** Most tests do not need Azurite, so nobody waits for it here. */
export default async function setUp(): Promise<void> {
  const folder = await startAzuriteProcess();
  process.env[SHARED_AZURITE_FOLDER] = folder;
  process.env[COST_FILE] = join(folder, 'cost.jsonl');
}
