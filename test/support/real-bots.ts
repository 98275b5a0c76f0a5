/** Bots as separate processes, on a stack in this process. */
import { join } from 'node:path';
import { startBotProcess, type BotProcess } from '../../local/bot-process.ts';
import type { Stack } from '../../local/stack.ts';
import { startTestStack } from './running-bot.ts';

export interface RealBots extends Stack {
  /** Starts the script with additional or changed settings. Killed with the stack. */
  start(environment?: Readonly<Record<string, string>>): Promise<BotProcess>;
  /** Directs people's messages to this bot from now on. */
  talkTo(bot: { readonly port: number }): void;
}

export const BOT_SCRIPT = join(process.cwd(), 'src/index.ts');

/**
 * Ends it as Container Apps does: SIGTERM, and ten seconds later SIGKILL.
 *
 * @returns the exit code, or null where it had to be killed
 */
export async function terminate(bot: BotProcess): Promise<number | null> {
  const killing = setTimeout(() => bot.child.kill('SIGKILL'), 10_000);
  try {
    return await bot.stop('SIGTERM');
  } finally {
    clearTimeout(killing);
  }
}

/** @param script the bot's, or a whole command; from its sources by default */
export async function startRealBots(script: string | readonly string[] = BOT_SCRIPT): Promise<RealBots> {
  const talkedTo = { port: 0 };
  const stack = await startTestStack({ botEndpoint: () => `http://127.0.0.1:${talkedTo.port}/api/messages` });
  const processes: BotProcess[] = [];
  return {
    ...stack,
    async start(environment = {}) {
      const started = await startBotProcess({
        script,
        environment: { HOST: '127.0.0.1', ...stack.environment, PORT: '0', LOG_LEVEL: 'debug', ...environment },
        // Other tests start at the same time.
        limitMilliseconds: 60_000,
      });
      processes.push(started);
      return started;
    },
    talkTo: ({ port }) => void (talkedTo.port = port),
    async stop() {
      await Promise.all(processes.map((each) => each.stop('SIGKILL')));
      await stack.stop();
    },
  };
}
