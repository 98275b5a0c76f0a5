import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = process.cwd();

/** A file, what it imports, and the rule that refuses it: one of each kind (.dependency-cruiser.mjs). */
const FORBIDDEN: readonly (readonly [file: string, imports: string, rule: string])[] = [
  ['core/bad.ts', '../sign-in/target.ts', 'core-imports'],
  ['sign-in/bad.ts', '../restore/target.ts', 'sign-in-imports'],
  ['sign-in/start/bad.ts', '../../state/target.ts', 'sign-in-imports'],
  ['sign-in/follow/bad.ts', 'node:fs', 'domain-is-pure'],
  ['restore/bad.ts', '../upstream/target.ts', 'restore-imports'],
  ['restore/run/bad.ts', 'zod', 'domain-is-pure'],
  ['sign-in/start/model.ts', 'zod', 'domain-is-pure'],
  ['sign-in/state/model.ts', 'node:crypto', 'models-use-only-zod'],
  ['restore/backups/bad.ts', 'jose', 'models-use-only-zod'],
  ['sign-in/start/backwards.ts', '../follow/target.ts', 'sign-in-one-way'],
  ['sign-in/unlisted/bad.ts', '../state/target.ts', 'sign-in-one-way'],
  ['restore/backups/workloads/bad.ts', '../target.ts', 'restore-one-way'],
  ['restore/run/backwards.ts', '../find/target.ts', 'restore-one-way'],
  ['cards/layout/bad.ts', '../target.ts', 'cards-one-way'],
  ['chat/outbound/bad.ts', '../inbound/target.ts', 'chat-one-way'],
  ['upstream/explorer/workloads/bad.ts', '../target.ts', 'upstream-one-way'],
  ['state/blobs/bad.ts', '../target.ts', 'state-one-way'],
  ['cards/bad.ts', '../chat/target.ts', 'cards-imports'],
  ['cards/restore/bad.ts', 'node:crypto', 'cards-know-no-effects'],
  ['chat/bad.ts', '../state/target.ts', 'chat-imports'],
  ['upstream/bad.ts', '../chat/target.ts', 'upstream-imports'],
  ['state/bad.ts', '../upstream/target.ts', 'state-imports'],
  ['jobs/bad.ts', '../chat/target.ts', 'jobs-imports'],
  ['telemetry/bad.ts', '../settings/target.ts', 'telemetry-imports'],
  ['settings/bad.ts', '../doctor/target.ts', 'settings-imports'],
  ['server/bad.ts', '../state/target.ts', 'server-imports'],
  ['log/bad.ts', '../state/target.ts', 'log-imports'],
  ['proxy/bad.ts', '../chat/target.ts', 'proxy-imports'],
  ['doctor/bad.ts', '../cards/target.ts', 'doctor-imports'],
  ['audit/bad.ts', '../chat/target.ts', 'audit-imports'],
  ['upstream/bad-package.ts', 'botbuilder', 'package-botbuilderbotframework-'],
  ['chat/bad-package.ts', '@azure/storage-blob', 'package-azurestorage-'],
  ['sign-in/bad-package.ts', 'undici', 'package-undici'],
  ['state/bad-package.ts', 'restify', 'package-restify'],
  ['doctor/bad-package.ts', 'pino', 'package-pino'],
];

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

function cruise(folder: string): Promise<Report> {
  const options = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'];
  const script = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...options], { cwd: folder, maxBuffer: 2 ** 24 }, (_error, stdout, errors) => {
      if (stdout === '') reject(new Error(errors));
      else resolve(JSON.parse(stdout) as Report);
    });
  });
}

test('a forbidden import of each kind is refused, type-only imports, cycles and folders that import each other among them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'imports-'));
  try {
    await cp(join(root, '.dependency-cruiser.mjs'), join(folder, '.dependency-cruiser.mjs'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const write = async (path: string, text: string): Promise<void> => {
      await mkdir(dirname(join(folder, 'src', path)), { recursive: true });
      await writeFile(join(folder, 'src', path), text);
    };
    for (const [file, imports] of FORBIDDEN) {
      if (imports.startsWith('.')) await write(join(dirname(file), imports), 'export interface Target {}\n');
      await write(
        file,
        imports.startsWith('.') ? `export type { Target } from '${imports}';\n` : `import '${imports}';\n`,
      );
    }
    await write('restore/run/target.ts', 'export interface Target {}\n');
    await write('core/allowed.ts', 'export interface Allowed {}\n');
    await write('sign-in/allowed.ts', "export type { Allowed } from '../core/allowed.ts';\n");
    await write('restore/backups/allowed.ts', "import 'zod';\n");
    await write('restore/find/allowed.ts', "export type { Target } from '../run/target.ts';\n");
    await write('sign-in/cycle-a.ts', "import type { B } from './cycle-b.ts';\nexport interface A { readonly b: B }\n");
    await write('sign-in/cycle-b.ts', "import type { A } from './cycle-a.ts';\nexport interface B { readonly a: A }\n");

    const { summary } = await cruise(folder);
    const refused = summary.violations.map(({ from, rule }) => `${from} ${rule.name}`);

    expect(
      FORBIDDEN.map(([file, , rule]) => `src/${file} ${rule}`).filter((expected) => !refused.includes(expected)),
    ).toEqual([]);
    expect(refused).toContain('src/sign-in/cycle-a.ts no-cycles');
    expect(refused.filter((violation) => violation.includes('allowed.ts'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
