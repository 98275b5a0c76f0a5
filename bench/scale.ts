/** `npm run scale`: a day of so many operators, from the measured rows: load, costs, and what ends first. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MissingRowsError } from './scale/measured.ts';
import { readScaleOptions } from './scale/options.ts';
import { PAGE, pageFrom } from './scale/page.ts';

const USAGE = `npm run scale [-- options]
  --operators N   who work on a day (100000)
  --replicas N    of the bot (as many as the day needs)
  --tenants N     among which the operators are spread evenly (1)
  --zones A,B     UTC offsets in hours, over which they are spread evenly (0)
  --latency MS    until storage answers (10)
  --account N     requests a second that one account takes (20000)
  --seed TEXT     other operators with the same habits
  --most N        limits are looked for up to so many operators (5000000)
  --results PATH  what \`npm run bench\` measured (bench/results.json)
  --write         writes bench/scale/results.md instead of printing the page`;

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
  process.exit(78);
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        operators: { type: 'string' },
        replicas: { type: 'string' },
        tenants: { type: 'string' },
        zones: { type: 'string' },
        latency: { type: 'string' },
        account: { type: 'string' },
        seed: { type: 'string' },
        most: { type: 'string' },
        results: { type: 'string', default: fileURLToPath(new URL('results.json', import.meta.url)) },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return { ...values, options: readScaleOptions(values) };
  } catch (error) {
    return fail(error);
  }
}

const { help, results, write, options } = readArguments();
if (help) {
  process.stdout.write(`${USAGE}\n`);
} else {
  const page = await pageFrom(results, options).catch((error: unknown) => {
    if (error instanceof MissingRowsError) {
      process.stderr.write(`${results}: ${error.message}\n`);
      process.exit(1);
    }
    throw error;
  });
  if (write) await writeFile(PAGE, page);
  else process.stdout.write(page);
}
