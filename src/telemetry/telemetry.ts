/** What is measured, without types of an SDK. No attribute ever contains a secret, a person's name or id, or a text from outside. */
import type { Log } from '../core/platform.ts';

const SECONDS = { kind: 'histogram', unit: 's' } as const;

/** docs/metrics.md says what each of them measures. Application Insights shows these names. */
export const INSTRUMENTS = {
  'restore.turn.duration': SECONDS,
  'restore.sign_in.events': { kind: 'counter', unit: '{event}' },
  'restore.sign_in.duration': SECONDS,
  'restore.restores.duration': SECONDS,
  'restore.restores.items': { kind: 'counter', unit: '{item}' },
  'restore.restores.store': SECONDS,
  'restore.polls': { kind: 'counter', unit: '{poll}' },
  'restore.job.duration': SECONDS,
  'restore.job.lateness': SECONDS,
  'restore.upstream.duration': SECONDS,
  'restore.queue.messages': { kind: 'gauge', unit: '{message}' },
  'restore.queue.age': { kind: 'gauge', unit: 's' },
  'restore.queue.poison': { kind: 'gauge', unit: '{message}' },
} as const;

export type InstrumentName = keyof typeof INSTRUMENTS;
export type Attributes = Readonly<Record<string, string | number>>;

export interface Section {
  set(attributes: Attributes): void;
  /** `code` is a stable word of this project, never a message. */
  fail(code: string): void;
}

export const UNTRACED: Section = { set: () => undefined, fail: () => undefined };

/** `entrance`: a request to the bot; `job`: from the queue; `call`: a request of the bot. */
export type SectionKind = 'entrance' | 'job' | 'call';

/** Never throws by itself or waits for a network. */
export interface Telemetry {
  record(instrument: InstrumentName, value: number, attributes: Attributes): void;
  /** Runs the work as a section, nested in the one it is called in. Throws what the work throws. */
  section<T>(
    kind: SectionKind,
    name: string,
    attributes: Attributes,
    work: (section: Section) => Promise<T>,
  ): Promise<T>;
  /** Sends what is not sent yet, for two seconds at most. */
  stop(): Promise<void>;
}

/**
 * Telemetry that is loaded in the background, so that the first answer does not wait for it. Measures nothing until it is
 * loaded, nor if that fails.
 */
export function createLateTelemetry(load: () => Promise<Telemetry>, log: Pick<Log, 'warn'>): Telemetry {
  let telemetry: Telemetry | undefined;
  async function start(): Promise<void> {
    try {
      telemetry = await load();
    } catch (error) {
      log.warn({ event: 'telemetry-unavailable', error }, 'telemetry could not be started; the bot runs without it');
    }
  }
  const loading = start();
  return {
    record: (...measured) => telemetry?.record(...measured),
    section: (kind, name, attributes, work) =>
      telemetry === undefined ? work(UNTRACED) : telemetry.section(kind, name, attributes, work),
    async stop() {
      await loading;
      await telemetry?.stop();
    },
  };
}
