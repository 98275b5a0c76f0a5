/** What package.json and the lock file admit. */
import { readFileSync } from 'node:fs';

type Ranges = Readonly<Record<string, string>>;

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Readonly<
  Record<'dependencies' | 'devDependencies' | 'overrides', Ranges>
>;
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly integrity?: string; readonly resolved?: string }>
  >;
};

/** 1.0.0-beta.45 by a caret admits 1.0.0-preview.6, which is years older and sorts behind it. */
const admitsPrereleases = (range: string): boolean => /^[\^~<>=*]/.test(range) && /\d-[a-z\d]/i.test(range);

test('a prerelease is required exactly, because a range admits any other of that version', () => {
  const ranges = [manifest.dependencies, manifest.devDependencies, manifest.overrides].flatMap(Object.entries<string>);
  expect(ranges.length).toBeGreaterThan(40);
  expect(ranges.filter(([, range]) => admitsPrereleases(range))).toEqual([]);
  expect(manifest.dependencies['@azure/monitor-opentelemetry-exporter']).toMatch(/^1\.0\.0-beta\.\d+$/);
  expect(['^1.0.0-beta.45', '~2.0.0-rc.1', '1.0.0-beta.45', '^1.0.0'].map(admitsPrereleases)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('the lock file has a hash of every package, and names no registry', () => {
  const locked = Object.entries(packages).filter(([path]) => path !== '');
  expect(locked.length).toBeGreaterThan(500);
  expect(locked.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([]);
  expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});
