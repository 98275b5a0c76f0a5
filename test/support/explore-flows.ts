/** What the flows about looks into backups share: a bot of its own for each, and the sessions at the service. */
import { eventually } from './eventually.ts';
import { startRunningBot, type RunningBot, type RunningBotOptions } from './running-bot.ts';

/** A bot of its own for each, so that they wait side by side. */
export function flow(what: string, run: (bot: RunningBot) => Promise<void>, options?: RunningBotOptions): void {
  const work = async (): Promise<void> => {
    const bot = await startRunningBot(options);
    try {
      await run(bot);
    } finally {
      await bot.stop();
    }
  };
  test.concurrent(what, work, 120_000);
}

/** How many explore sessions were opened until now. */
export const explored = ({ backupService }: RunningBot): number =>
  backupService.received.filter(({ path }) => path.endsWith('/OperatorExplore')).length;

export const open = ({ backupService }: RunningBot): number => backupService.restore.openExploreSessions;

export const isOpen = (bot: RunningBot, sessions: number): Promise<boolean> =>
  eventually(`${sessions} sessions are open`, () => open(bot) === sessions);
