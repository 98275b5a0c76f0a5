/** Every command that a document or the program tells people to type works on a machine with any Node. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { pages } from './pages.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Commands that no test can execute, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  az: 'needs a subscription of Azure',
  'deploy/deploy.sh': 'needs a subscription of Azure',
  'deploy/register-operator-app.sh': 'needs a tenant of Microsoft Entra',
  docker: 'needs a container engine',
  'node dist/doctor.js': 'the Node of the image, which has no package manager',
  git: 'needs the repository of whoever deploys',
  sudo: 'needs a server of somebody’s own',
  cp: 'part of every shell',
  'npx -p @microsoft/m365agentsplayground': 'downloads a package whose license allows evaluation only',
};

const elsewhere = (command: string): string | undefined =>
  Object.keys(ELSEWHERE).find((beginning) => command === beginning || command.startsWith(`${beginning} `));

/** What is wrong with a command; undefined for one that works. */
function faultOf(command: string): string | undefined {
  if (elsewhere(command) !== undefined) return undefined;
  const [program = '', ...words] = command.split(/\s+/);
  const named = words.filter((word) => !word.startsWith('-'));
  if (program === 'npm') {
    const [verb = '', script = ''] = named;
    if (['install', 'ci'].includes(verb)) return undefined;
    const name = verb === 'run' ? script : verb;
    return scripts[name] === undefined ? `no npm script ${name}` : undefined;
  }
  if (program === 'npx') {
    const [tool = '', file] = named;
    if (!existsSync(`node_modules/.bin/${tool}`)) return `no tool ${tool}`;
    const isMissing = tool === 'node' && file?.endsWith('.ts') === true && !existsSync(file);
    return isMissing ? `no file ${file}` : undefined;
  }
  return `${program} is neither npm, npx nor listed`;
}

/** The command lines of a shell block: continued lines joined, without prompts, comments and settings. */
function linesOf(block: string): readonly string[] {
  return block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) =>
      line
        .trimStart()
        .replace(/^\$ /, '')
        .replace(/(^|\s+)#.*/, ''),
    )
    .filter((line) => line.trim() !== '' && !/^\w+=/.test(line));
}

/** What stands between backquotes and is a whole command, not the mere name of one. */
const COMMAND =
  /^(?:npm (?:run [a-z-]|(?!run\b)[a-z])|npx [@\w-]|node (?:\S+ )*\S+\.[jt]s|(?:az|docker|curl|deploy\/\S+\.sh) )/;

const documented = pages.flatMap(({ path, text }) => {
  const blocks = [...text.matchAll(/^ *```sh\n([^]*?)^ *```/gm)].flatMap(([, block = '']) => linesOf(block));
  const sessions = [...text.matchAll(/^\$ (.*)$/gm)].flatMap(([line]) => linesOf(line));
  const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter((code) => COMMAND.test(code));
  return [...blocks, ...sessions, ...inline].map((command) => [path, command] as const);
});

const SOURCES = ['src/**/*.ts', 'local/**/*.ts', 'scripts/**/*.ts', 'bench/*.ts', 'test/torture/*.ts', 'deploy/*.sh'];

/** What the program, a script or the settings' sample tells people to type, comments included. */
const printed = [...globSync(SOURCES), '.env.sample'].flatMap((path) =>
  [
    ...readFileSync(path, 'utf8').matchAll(
      /\b(?:npm (?:run (?:-s |--silent )?[\w:-]+|test\b|start\b)|npx (?:-p )?[@\w/.-]+|(?<!npx )node (?:--?[a-z-]+(?:=\S+)? )*[\w./-]+\.[jt]s)/g,
    ),
  ].map(([command]) => [path, command] as const),
);

test('every command in the documents is an npm script, a tool of this project, or one that is listed', () => {
  expect(documented.length).toBeGreaterThan(30);
  const wrong = documented.map(([path, command]) => [path, command, faultOf(command)]);
  expect(wrong.filter(([, , fault]) => fault !== undefined)).toEqual([]);
});

test('every new application for operators is registered with the group that may sign in to it', () => {
  const registering = documented.filter(([, command]) => command.startsWith('deploy/register-operator-app.sh '));
  const added = registering.filter(([, command]) => !command.includes('--app-id '));
  expect(added.length).toBeGreaterThan(3);
  expect(added.filter(([, command]) => !command.includes('--group '))).toEqual([]);
});

test('every command that the program prints is an npm script or a tool of this project', () => {
  expect(printed.length).toBeGreaterThan(20);
  const wrong = printed.map(([path, command]) => [path, command, faultOf(command)]);
  expect(wrong.filter(([, , fault]) => fault !== undefined)).toEqual([]);
});

test('every command that is listed as working elsewhere is in a document', () => {
  const used = new Set(documented.map(([, command]) => elsewhere(command)));
  expect(Object.keys(ELSEWHERE).filter((beginning) => !used.has(beginning))).toEqual([]);
});

test("a missing script, a missing tool and the machine's own Node are found", () => {
  expect(
    ['npm run no-such', 'npx no-such-tool', 'npx node src/no-such.ts', 'node src/doctor.ts', 'make'].map(faultOf),
  ).toEqual([
    'no npm script no-such',
    'no tool no-such-tool',
    'no file src/no-such.ts',
    'node is neither npm, npx nor listed',
    'make is neither npm, npx nor listed',
  ]);
  expect(linesOf('# a comment\nNAME=value\nnpm run package -- \\\n  --bot-id 1 # why\n')).toEqual([
    'npm run package -- --bot-id 1',
  ]);
});
