/**
 * The ports of the stand-ins and the bot, the same in every run with one folder: addresses are part of tokens, cards and whatever else is
 * kept from one run to the next.
 */
import type { StateFolder } from './stored-state.ts';

type PortName = 'bot' | 'chat' | 'identityProvider' | 'directory' | 'backupService' | 'secondBackupService';
export type Ports = Readonly<Partial<Record<PortName, number | undefined>>>;

/** A part that listens elsewhere than in the previous run: its port is taken, or another was asked for. */
export interface MovedPort {
  readonly name: PortName;
  readonly before: number;
  readonly now: number;
}

interface PortChoice {
  /** The port to try first; 0: any. */
  first(name: PortName): number;
  /** Keeps what came out for the next run. A port that was only taken for the moment is tried again then. */
  settle(urls: Readonly<Partial<Record<PortName, string>>>): readonly MovedPort[];
}

/**
 * @param requested come before the previous run's, unless 0
 * @param usual for the first run
 */
export function choosePorts(requested: Ports, usual: Ports, state: StateFolder): PortChoice {
  const kept = state.open<Ports>('ports');
  const { previous = {} } = kept;

  function first(name: PortName): number {
    const port = requested[name] ?? usual[name] ?? 0;
    return requested[name] === undefined || port === 0 ? (previous[name] ?? port) : port;
  }

  return {
    first,
    settle(urls) {
      const listening = Object.entries(urls).map(([name, url]) => {
        const now = Number(new URL(url).port);
        return { name: name as PortName, now, before: previous[name as PortName] ?? now };
      });
      kept.save(() =>
        Object.fromEntries(listening.map(({ name, now, before }) => [name, now === first(name) ? now : before])),
      );
      return listening.filter(({ before, now }) => before !== now);
    },
  };
}
