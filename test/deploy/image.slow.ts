/** The Dockerfile's steps, done by hand in a folder: no engine is needed to see that what it copies runs. What it builds: build.slow.ts. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startBotProcess } from '../../local/bot-process.ts';
import { startTestStack } from '../support/running-bot.ts';
import { argumentsOf, instructions } from './dockerfile.ts';

const run = promisify(execFile);
const PATIENCE_MILLISECONDS = 60_000;

interface Locked {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

/** Links every package that production has, and no other; those within others come with them. */
async function linkProductionModules(folder: string): Promise<void> {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as Locked;
  const wanted = Object.entries(packages).flatMap(([path, { dev, devOptional }]) => {
    const isTop = path.startsWith('node_modules/') && !path.slice('node_modules/'.length).includes('/node_modules/');
    return isTop && dev !== true && devOptional !== true ? [path] : [];
  });
  for (const path of wanted) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(process.cwd(), path), join(folder, path), 'dir');
  }
}

test(
  'the sources start with production packages only, and the health check detects a dead process',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'restore-bot-image-'));
    const stack = await startTestStack({ botEndpoint: () => 'http://127.0.0.1:9/api/messages' });
    try {
      const all = await instructions();
      for (const name of ['package.json', 'LICENSE', 'src']) await cp(name, join(folder, name), { recursive: true });
      await linkProductionModules(folder);
      // In the image nothing is a link: what a package finds must be found from the folder itself.
      const start = join(folder, 'start.mjs');
      await writeFile(start, "import './src/index.ts';\n");
      const bot = await startBotProcess({
        script: start,
        environment: {
          ...stack.environment,
          HOST: '127.0.0.1',
          PORT: '0',
          NODE_ENV: 'production',
          NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main',
        },
        limitMilliseconds: PATIENCE_MILLISECONDS,
      });
      const [health = ''] = argumentsOf(all, 'HEALTHCHECK');
      const [, ...words] = JSON.parse(health.slice(health.indexOf('CMD') + 'CMD'.length)) as readonly string[];
      const check = () => run(process.execPath, words, { env: { PATH: process.env['PATH'], PORT: String(bot.port) } });
      await expect(check()).resolves.toBeDefined();
      expect(await bot.stop('SIGTERM')).toBe(0);
      await expect(check()).rejects.toMatchObject({ code: 1 });
    } finally {
      await stack.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
  2 * PATIENCE_MILLISECONDS,
);
