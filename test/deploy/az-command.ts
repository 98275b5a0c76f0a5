/** The stand-in for `az` as a command, with its world in the file `STAND_IN_AZ`. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { answer, type World } from './stand-in-az.ts';

const path = process.env['STAND_IN_AZ'] ?? '';
const world = JSON.parse(readFileSync(path, 'utf8')) as World;
const args = process.argv.slice(2);
appendFileSync(`${path}.calls`, `${args.join(' ')}\n`);
const given = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
const { code, stdout, stderr } = answer(world, args, Object.fromEntries(given) as Readonly<Record<string, string>>);
writeFileSync(path, JSON.stringify(world));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
