/** `npm run docs`: regenerates the documents that are generated from source code. */
import { writeFileSync } from 'node:fs';
import { environmentSample, settingsPages } from './docs/settings.ts';

for (const [name, text] of Object.entries(settingsPages())) writeFileSync(`docs/${name}`, text);
writeFileSync('.env.sample', environmentSample());
