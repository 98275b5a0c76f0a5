/** `npm run image`: builds the production image without Docker. */
import { parseArgs } from 'node:util';
import { buildImage } from './image/build-image.ts';

const USAGE = `npm run image -- [options]
  --base IMAGE   in place of the one that deploy/Dockerfile names; debian: made here, of Debian's packages and this Node
  --tag NAME     of the image (restore-bot)
  --help         this text
Needs root and buildah; mmdebstrap for --base debian.`;

/** sysexits.h: EX_USAGE. */
const EXIT_USAGE = 64;

function readOptions() {
  try {
    return parseArgs({
      options: {
        base: { type: 'string' },
        tag: { type: 'string', default: 'restore-bot' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    return process.exit(EXIT_USAGE);
  }
}

const { base, tag, help } = readOptions();
if (help) {
  process.stdout.write(`${USAGE}\n`);
} else {
  try {
    await buildImage({ base, tag, say: (text) => process.stderr.write(text) });
    process.stdout.write(`${tag}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
