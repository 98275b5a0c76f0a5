/** What the Dockerfile says; it is built, and the image run, in image.buildah.ts. */
import { readFile } from 'node:fs/promises';
import { validate } from 'dockerfile-utils';
import { argumentsOf, DOCKERFILE, parseDockerfile } from './dockerfile.ts';

test('the validator of Dockerfiles that editors use has nothing to say', async () => {
  const text = await readFile(DOCKERFILE, 'utf8');
  expect(validate(text)).toEqual([]);
  expect(validate(text.replace('--interval=', '--intervall='))).toHaveLength(1);
});

test('the image is built on a digest of the Node that the tests run on, stays small, and runs as an unprivileged user', async () => {
  const file = parseDockerfile();
  const all = file.getInstructions();
  const names = file.getFROMs().map((from) => from.getBuildStage());
  const images = file.getFROMs().map((from) => from.getImage() ?? '');
  const [base = '', ...others] = new Set(images.filter((image) => !names.includes(image)));
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  expect(others).toEqual([]);
  expect(base).toMatch(/^node:[\d.]+-alpine[\d.]+@sha256:[\da-f]{64}$/);
  expect(base).toMatch(new RegExp(`^node:${packages['node_modules/node']?.version ?? '?'}-`));
  const [user = ''] = argumentsOf(all, 'USER');
  expect(Number(user.split(':')[0])).toBeGreaterThan(0);
  const keywords = all.map((each) => each.getKeyword());
  expect(keywords.indexOf('USER')).toBeLessThan(keywords.indexOf('CMD'));
  const flags = [
    '--disable-warning=DEP0040',
    '--no-memory-reducer',
    '--min-semi-space-size=4',
    '--max-semi-space-size=16',
  ];
  const commands = file.getCMDs().map((each) => each.getJSONStrings().map((word) => word.getJSONValue()));
  expect(commands).toEqual([['node', ...flags, 'dist/index.js']]);
});

test('packages are installed as locked, without scripts of theirs, and listed in the image', () => {
  const file = parseDockerfile();
  const runs = argumentsOf(file.getInstructions(), 'RUN');
  const installs = runs.filter((run) => /npm (?:ci|i|install|add)\b/.test(run));
  expect(installs.length).toBeGreaterThan(1);
  for (const install of installs) expect(install).toMatch(/npm ci --ignore-scripts/);
  expect(runs).toContainEqual('npm sbom --sbom-format=cyclonedx > sbom.cdx.json');
  const copies = file.getCOPYs().map((copy) => [copy.getFromFlag()?.getValue(), copy.getArgumentsContent()]);
  expect(copies).toContainEqual(['modules', '/app/sbom.cdx.json ./']);
});

test('the build sees only what the image needs', async () => {
  const ignore = (await readFile('.dockerignore', 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const needed = ['!package.json', '!package-lock.json', '!LICENSE', '!src', '!scripts/build.ts', '!scripts/bundle'];
  expect(ignore).toEqual(['*', ...needed, '!deploy/Dockerfile']);
  const copied = parseDockerfile()
    .getCOPYs()
    .filter((copy) => copy.getFromFlag() === null)
    .flatMap((copy) => copy.getArguments().slice(0, -1).map(String));
  expect(new Set(copied)).toEqual(new Set(needed.map((line) => line.slice(1))));
});
