/** `npm run attack`: attacks the bot and measures what everybody else notices. Exits with 1 where a limit is not held. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ATTACKS, type Attack } from './attacks.ts';
import { startBattlefield, type Measured } from './measure.ts';
import { isDisturbed, linesOf, missedLimits, resultsPage, type AttackResults, type AttackRun } from './report.ts';

const USAGE = `npm run attack [-- options]
  --quick       some of the attacks, a few seconds each, in under a minute; writes nothing
  --only TEXT   only attacks with this in their name; writes nothing
  --bot FOLDER  attacks the bot of another working copy, which is built there first
  --before      writes the column "before" instead of "now"
  --output PATH writes PATH.md and PATH.json (test/attack/RESULTS.md and results.json)`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function readOptions() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        bot: { type: 'string', default: ROOT },
        before: { type: 'boolean', default: false },
        output: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    process.exit(78);
  }
}

const options = readOptions();
const say = (text: string): void => void process.stdout.write(`${text}\n`);
if (options.help) {
  say(USAGE);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
const { quick, only } = options;
const folder = resolve(options.bot);
const files =
  options.output === undefined
    ? { page: join(ROOT, 'test/attack/RESULTS.md'), data: join(ROOT, 'test/attack/results.json') }
    : { page: `${options.output}.md`, data: `${options.output}.json` };

const startedAt = performance.now();
execFileSync(process.execPath, ['scripts/build.ts'], { cwd: folder });
const field = await startBattlefield(join(folder, 'dist/index.js'), await productionFlags());
const measured: Measured[] = [];
for (const attack of ATTACKS) {
  const seconds = quick ? attack.quickSeconds : attack.seconds;
  if (seconds === undefined || !attack.name.includes(only)) continue;
  measured.push(await measure(attack, seconds));
}
await field.stop();

/** Node's flags in the image of the version that is attacked. */
async function productionFlags(): Promise<readonly string[]> {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(await readFile(join(folder, 'deploy/Dockerfile'), 'utf8')) ?? [];
  return (JSON.parse(command) as readonly string[]).filter((word) => word.startsWith('--'));
}

/** What else the machine does counts as well: with `--quick`, a limit that was missed is tried a second time. */
async function measure(attack: Attack, seconds: number): Promise<Measured> {
  const first = await field.measure(attack, seconds);
  say(linesOf(first));
  if (!quick || missedLimits(first).length === 0) return first;
  const second = await field.measure(attack, seconds);
  say(`again: ${linesOf(second)}`);
  return second;
}

/** A whole run needs a quiet machine. The quick one, which is part of CI, takes the machine as it is: memory counts always, times do not. */
const unjudged = quick ? measured.filter(isDisturbed) : [];
const missed = measured.flatMap((each) => missedLimits(each, { times: !unjudged.includes(each) }));
const run: AttackRun = {
  commit: execFileSync('git', ['-C', folder, 'describe', '--always', '--dirty'], { encoding: 'utf8' }).trim(),
  at: new Date().toISOString().slice(0, 10),
  seconds: Math.round((performance.now() - startedAt) / 1_000),
  processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  node: process.version,
  attacks: measured,
};
if (!quick && only === '') {
  const others = JSON.parse(await readFile(files.data, 'utf8').catch(() => '{}')) as AttackResults;
  const results: AttackResults = { ...others, [options.before ? 'before' : 'now']: run };
  await writeFile(files.data, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(files.page, resultsPage(results));
}
const listOf = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
if (unjudged.length > 0)
  say(`Times not judged, because others took much of the processors:\n${listOf(unjudged.map(({ attack }) => attack))}`);
const held = unjudged.length > 0 ? 'All other limits are held.' : 'All limits are held.';
say(missed.length === 0 ? held : `Not held:\n${listOf(missed)}`);
say(`Took ${run.seconds} s.`);
process.exit(missed.length > 0 && !options.before ? 1 : 0);
