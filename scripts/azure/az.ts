/** Runs `az`, waits where Azure asks for it, and says what to do about everything else. */
import { spawn } from 'node:child_process';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * @param args without `az`
 * @param variables of the environment, for what other users of this machine may not see in a list of processes
 */
export type RunAz = (args: readonly string[], variables?: Readonly<Record<string, string>>) => Promise<Ran>;

/** What ends a command: printed without a stack. */
export class Stop extends Error {
  /** Of the process, as in sysexits.h. */
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const EXIT = { failed: 1, usage: 64, refused: 65, noInput: 66, unavailable: 69, noPermission: 77 } as const;

/** An answer of `az` that is an error. */
export class AzError extends Stop {
  /** As Azure names it, such as `ResourceNotFound`; empty if it names none. */
  readonly code: string;

  /** @param times that it was put off */
  constructor(args: readonly string[], { stderr, code: exitCode }: Ran, times: number) {
    const code = codeOf(stderr);
    super(
      explain(args, stderr.trim() || `exit code ${exitCode}`, times),
      SIGN_IN.test(stderr) ? EXIT.noPermission : EXIT.failed,
    );
    this.code = code;
  }
}

/** Errors read `ERROR: (Code) text`, with `Code: …` below it, or have the JSON of the answer. */
function codeOf(stderr: string): string {
  return /^(?:ERROR: )?\((\w+)\)|^Code: (\w+)|"code": ?"(\w+)"/m.exec(stderr)?.slice(1).find(Boolean) ?? '';
}

const SIGN_IN = /az login|AADSTS\d+|(?:Expired|Invalid)AuthenticationToken|Interactive authentication is needed/;
/** What was asked for is not allowed. */
export const DENIED =
  /AuthorizationFailed|LinkedAuthorizationFailed|Authorization_RequestDenied|Insufficient privileges/;
/** Nothing was done, or not yet possible: the same call is repeated. Other failures may have been done in part. */
const LATER =
  /TooManyRequests|Too Many Requests|\b429\b|throttl|OperationNotAllowed.*rate|NoBackingApplicationObject|does not reference a valid application object/i;
/** Seconds before each repetition. */
const WAITS = [5, 10, 20, 40, 60, 60];

function explain(args: readonly string[], answer: string, times: number): string {
  const options = args.findIndex((arg) => arg.startsWith('-'));
  const command = ['az', ...args.slice(0, options < 0 ? args.length : options)].join(' ');
  const said = answer.replaceAll(/\s*\n\s*/g, ' ').replace(/^ERROR: /, '');
  if (SIGN_IN.test(answer))
    return `az is not signed in, or no longer: ${said}\nRun: az login, then the same command again.`;
  if (DENIED.test(answer)) {
    return `${command} was refused: ${said}\nAsk for the role that docs/deploy.md names under "Who needs what", or activate it if it is one on demand, then run the same command again.`;
  }
  if (LATER.test(answer))
    return `${command} was put off${times === 0 ? '' : ` ${times} times`}: ${said}\nRun the same command again later: it goes on.`;
  return `${command} failed: ${said}\nOnce that is mended, run the same command again: it goes on.`;
}

/**
 * Arguments as one types them: `words\`group show --name ${group}\``.
 * @param values each stays whole, whatever is in it; a list is several words, and stands alone
 */
export function words(
  texts: TemplateStringsArray,
  ...values: readonly (string | readonly string[])[]
): readonly string[] {
  const all = [''];
  for (const [index, text] of texts.entries()) {
    const [joined = '', ...others] = text.split(' ');
    all.push(`${all.pop() ?? ''}${joined}`, ...others);
    const value = values[index] ?? '';
    if (typeof value === 'string') all.push(`${all.pop() ?? ''}${value}`);
    else all.push(...value);
  }
  return all.filter((word) => word !== '');
}

export interface Az {
  /**
   * @returns what it printed, which is JSON; undefined if nothing
   * @throws AzError with the remedy, once repeating does not help
   */
  readonly call: (args: readonly string[], variables?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** The same for what must not be done twice: it is never repeated, since an answer to wait may come after it was begun. */
  readonly callOnce: Az['call'];
  /**
   * The same for something that may not exist.
   * @param absent codes that mean so; every other error is one
   * @returns undefined if it does not exist
   */
  readonly find: (args: readonly string[], absent: RegExp) => Promise<unknown>;
}

/** @param wait that many seconds */
export function createAz(run: RunAz, wait: (seconds: number) => Promise<void>): Az {
  const callAfter =
    (waits: readonly number[]): Az['call'] =>
    async (args, variables) => {
      for (let times = 0; ; times += 1) {
        const ran = await run([...args, '--only-show-errors', '--output', 'json'], variables);
        if (ran.code === 0) return parse(args, ran.stdout);
        const seconds = waits[times];
        if (seconds === undefined || !LATER.test(ran.stderr)) throw new AzError(args, ran, times);
        await wait(seconds);
      }
    };
  const call = callAfter(WAITS);
  return {
    call,
    callOnce: callAfter([]),
    find: (args, absent) =>
      call(args).catch((error: unknown) => {
        if (error instanceof AzError && absent.test(error.code)) return undefined;
        throw error;
      }),
  };
}

function parse(args: readonly string[], stdout: string): unknown {
  if (stdout.trim() === '') return undefined;
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Stop(`az ${args.slice(0, 2).join(' ')} printed what is not JSON. Update it: az upgrade`);
  }
}

/** The `az` of this machine. */
export const runAz: RunAz = (args, variables = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn('az', args, {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', (error) => {
      reject(
        (error as NodeJS.ErrnoException).code === 'ENOENT'
          ? new Stop(
              'az is not installed, or not found from here. Install the Azure CLI, or use Azure Cloud Shell, which has it; on Windows, use WSL or Cloud Shell.',
              EXIT.unavailable,
            )
          : error,
      );
    });
    child.once('close', (code) => {
      resolve({ code: code ?? EXIT.failed, stdout, stderr });
    });
  });

/** What a command has around it; replaced in tests. */
export interface Surroundings {
  readonly az: Az;
  readonly say: (line: string) => void;
  readonly wait: (seconds: number) => Promise<void>;
}
