/** The options of `npm run local`. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const USAGE = `npm run local [-- options]
  --chat-port N        chat page (3979)
  --bot-port N         the bot's /api/messages (3978)
  --folder PATH        where storage, the stand-ins' state and the bot's log are kept (.local)
  --fresh              starts with an empty folder: nothing of earlier runs remains
  --token-seconds N    lifetime of the backup service's tokens (3600); short ones show notices and the end
  --code-seconds N     lifetime of a code (900)
  --lookup WHICH       claims or directory (claims)
  --sign-in HOW        device-code, browser or both (device-code)
  --approval WHICH     off, others or always (off): Petra and Mika approve restores
An occupied port is replaced by a free one, which later runs use again. Everything listens on 127.0.0.1 only.`;

export interface LocalOptions {
  readonly help: boolean;
  readonly fresh: boolean;
  readonly folder: string;
  /** By default the previous run's, or the default port. */
  readonly chatPort: number | undefined;
  readonly botPort: number | undefined;
  readonly tokenSeconds: number;
  readonly codeSeconds: number;
  readonly lookup: string;
  readonly signIn: 'device-code' | 'browser' | 'both';
  readonly approval: 'off' | 'others' | 'always';
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'USAGE';
}

/** @throws UsageError with what is wrong, in a sentence */
export function readOptions(args: readonly string[]): LocalOptions {
  const values = parse(args);
  const { folder, lookup, approval, 'sign-in': signIn } = values;
  if (folder === '') throw new UsageError('--folder takes the path of a folder.');
  if (lookup !== 'claims' && lookup !== 'directory') {
    throw new UsageError(`--lookup takes claims or directory, not "${lookup}".`);
  }
  if (signIn !== 'device-code' && signIn !== 'browser' && signIn !== 'both') {
    throw new UsageError(`--sign-in takes device-code, browser or both, not "${signIn}".`);
  }
  if (approval !== 'off' && approval !== 'others' && approval !== 'always') {
    throw new UsageError(`--approval takes off, others or always, not "${approval}".`);
  }
  const port = (name: 'chat-port' | 'bot-port') => {
    const text = values[name];
    return text === undefined ? undefined : wholeNumber(name, text, 0, 65_535);
  };
  return {
    help: values.help,
    fresh: values.fresh,
    folder,
    chatPort: port('chat-port'),
    botPort: port('bot-port'),
    tokenSeconds: wholeNumber('token-seconds', values['token-seconds'], 1, 86_400),
    codeSeconds: wholeNumber('code-seconds', values['code-seconds'], 1, 86_400),
    lookup,
    signIn,
    approval,
  };
}

function parse(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        'chat-port': { type: 'string' },
        'bot-port': { type: 'string' },
        folder: { type: 'string', default: fileURLToPath(new URL('../.local', import.meta.url)) },
        fresh: flag,
        'token-seconds': { type: 'string', default: '3600' },
        'code-seconds': { type: 'string', default: '900' },
        lookup: { type: 'string', default: 'claims' },
        'sign-in': { type: 'string', default: 'device-code' },
        approval: { type: 'string', default: 'off' },
        help: flag,
      },
    }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, not "${text}".`);
}
