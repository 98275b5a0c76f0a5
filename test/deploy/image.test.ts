/** What the Dockerfile says; what it copies and starts is tried in image.slow.ts. */
import { readFile } from 'node:fs/promises';
import { argumentsOf, instructions } from './dockerfile.ts';

test('the image is built on a digest of the Node that the tests run on, stays small, and runs as an unprivileged user', async () => {
  const all = await instructions();
  const stages = argumentsOf(all, 'FROM').map((from) => from.split(/ AS /i));
  const names = stages.flatMap(([, name]) => (name === undefined ? [] : [name]));
  const [base = '', ...others] = new Set(stages.map(([from = '']) => from).filter((from) => !names.includes(from)));
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  expect(others).toEqual([]);
  expect(base).toMatch(/^node:[\d.]+-alpine[\d.]+@sha256:[\da-f]{64}$/);
  expect(base).toMatch(new RegExp(`^node:${packages['node_modules/node']?.version ?? '?'}-`));
  const [user = ''] = argumentsOf(all, 'USER');
  expect(Number(user.split(':')[0])).toBeGreaterThan(0);
  expect(all.findIndex((line) => line.startsWith('USER'))).toBeLessThan(
    all.findIndex((line) => line.startsWith('CMD')),
  );
  const [command = '', ...more] = argumentsOf(all, 'CMD');
  const flags = [
    '--disable-warning=DEP0040',
    '--no-memory-reducer',
    '--min-semi-space-size=4',
    '--max-semi-space-size=16',
  ];
  expect([JSON.parse(command), more]).toEqual([['node', ...flags, 'dist/index.js'], []]);
});

test('packages are installed as locked, without scripts of theirs, and listed in the image', async () => {
  const all = await instructions();
  const runs = argumentsOf(all, 'RUN');
  const installs = runs.filter((run) => /npm (?:ci|i|install|add)\b/.test(run));
  expect(installs.length).toBeGreaterThan(1);
  for (const install of installs) expect(install).toMatch(/npm ci --ignore-scripts/);
  expect(runs).toContainEqual('npm sbom --sbom-format=cyclonedx > sbom.cdx.json');
  expect(argumentsOf(all, 'COPY')).toContain('--from=modules /app/sbom.cdx.json ./');
});

test('the build sees only what the image needs', async () => {
  const ignore = (await readFile('.dockerignore', 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const needed = ['!package.json', '!package-lock.json', '!LICENSE', '!src', '!scripts/build.ts', '!scripts/bundle'];
  expect(ignore).toEqual(['*', ...needed, '!deploy/Dockerfile']);
  const copied = argumentsOf(await instructions(), 'COPY')
    .filter((copy) => !copy.startsWith('--from'))
    .flatMap((copy) => copy.split(' ').slice(0, -1));
  expect(new Set(copied)).toEqual(new Set(needed.map((line) => line.slice(1))));
});
