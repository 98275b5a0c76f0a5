/** `npm run docs`: regenerates the documents that are generated from source code. */
import { writeFileSync } from 'node:fs';
import { environmentSample, settingsPage } from './docs/settings.ts';

writeFileSync('docs/settings.md', settingsPage());
writeFileSync('.env.sample', environmentSample());
