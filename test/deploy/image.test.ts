/** What the Dockerfile says; what it copies and starts is tried in image.slow.ts. */
import { readFile } from 'node:fs/promises';
import { argumentsOf, instructions } from './dockerfile.ts';

test('the image is built on a Node 24 tag, stays small, and runs as an unprivileged user', async () => {
  const all = await instructions();
  const bases = argumentsOf(all, 'FROM').map((from) => from.split(' ')[0]);
  expect(new Set(bases)).toEqual(new Set(['node:24-alpine', 'modules']));
  const [user = ''] = argumentsOf(all, 'USER');
  expect(Number(user.split(':')[0])).toBeGreaterThan(0);
  expect(all.findIndex((line) => line.startsWith('USER'))).toBeLessThan(
    all.findIndex((line) => line.startsWith('CMD')),
  );
  const [command = '', ...more] = argumentsOf(all, 'CMD');
  const flags = ['--disable-warning=DEP0040', '--no-memory-reducer'];
  expect([JSON.parse(command), more]).toEqual([['node', ...flags, 'dist/index.js'], []]);
  expect(argumentsOf(all, 'RUN').join('\n')).toContain('npm install --omit=dev --ignore-scripts');
});

test('the build sees only what the image needs', async () => {
  const ignore = (await readFile('.dockerignore', 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const needed = ['!package.json', '!package-lock.json', '!LICENSE', '!src', '!scripts/build.ts'];
  expect(ignore).toEqual(['*', ...needed, '!deploy/Dockerfile']);
  const copied = argumentsOf(await instructions(), 'COPY')
    .filter((copy) => !copy.startsWith('--from'))
    .flatMap((copy) => copy.split(' ').slice(0, -1));
  expect(new Set(copied)).toEqual(new Set(needed.map((line) => line.slice(1))));
});
