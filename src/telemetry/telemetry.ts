/** What is measured, without types of an SDK. No attribute ever contains a secret, a person's name or id, or a text from outside. */
import type { Log } from '../core/platform.ts';

/** A histogram counts values by size, a counter adds them up, a gauge shows the latest. Application Insights shows the names. */
export const INSTRUMENTS = {
  /** An activity of the channel, from its arrival to its answer. */
  'restore.turn.duration': { kind: 'histogram', unit: 's' },
  /** Lines of the audit log: starts, outcomes, renewals, log-outs. */
  'restore.sign_in.events': { kind: 'counter', unit: '{event}' },
  /** From the device code to the stored session. */
  'restore.sign_in.duration': { kind: 'histogram', unit: 's' },
  /** From **Restore** to the end of all its calls. */
  'restore.restores.duration': { kind: 'histogram', unit: 's' },
  /** Items of ended restores, by outcome. */
  'restore.restores.items': { kind: 'counter', unit: '{item}' },
  /** Reading, writing and erasing a person's restores. */
  'restore.restores.store': { kind: 'histogram', unit: 's' },
  /** Polls for the approval of a device code. */
  'restore.polls': { kind: 'counter', unit: '{poll}' },
  /** A job's run. A `follow` runs until its person has signed in, a `restore` until the service has finished. */
  'restore.job.duration': { kind: 'histogram', unit: 's' },
  /** How late a job with a due time began. */
  'restore.job.lateness': { kind: 'histogram', unit: 's' },
  /** A call to an external service, its retries included. */
  'restore.upstream.duration': { kind: 'histogram', unit: 's' },
  /** Messages in the queue, invisible ones included. */
  'restore.queue.messages': { kind: 'gauge', unit: '{message}' },
  /** For how long the oldest visible message has waited. */
  'restore.queue.age': { kind: 'gauge', unit: 's' },
  /** Jobs in the poison queue. */
  'restore.queue.poison': { kind: 'gauge', unit: '{message}' },
} as const;

export type InstrumentName = keyof typeof INSTRUMENTS;
export type Attributes = Readonly<Record<string, string | number>>;

/** Part of a trace, while it runs. */
export interface Section {
  set(attributes: Attributes): void;
  /** `code` is a stable word of this project, never a message. */
  fail(code: string): void;
}

/** The section of work that leaves no trace. */
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
