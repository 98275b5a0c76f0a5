/** What is measured, in nobody's SDK's terms. No attribute ever holds a secret, a person's name or id, or a text from outside. */

/** `histogram`: each value counts; `counter`: how often; `gauge`: how it stands. Names as they come out in Application Insights. */
export const INSTRUMENTS = {
  /** An activity of the channel, from its arrival to its answer. */
  'restore.turn.duration': { kind: 'histogram', unit: 's' },
  /** Lines of the audit log: starts, outcomes, renewals, log-outs. */
  'restore.sign_in.events': { kind: 'counter', unit: '{event}' },
  /** From the device code to the stored session. */
  'restore.sign_in.duration': { kind: 'histogram', unit: 's' },
  /** From **Restore** to the end of all its calls. */
  'restore.restores.duration': { kind: 'histogram', unit: 's' },
  /** What became of the items of restores that have ended. */
  'restore.restores.items': { kind: 'counter', unit: '{item}' },
  /** Reading, writing and erasing what is kept of somebody's restoring; larger and oftener than a sign-in. */
  'restore.restores.store': { kind: 'histogram', unit: 's' },
  /** Answers to the question whether a person has approved. */
  'restore.polls': { kind: 'counter', unit: '{poll}' },
  /** A job's run. A `follow` runs as long as its person takes, a `restore` as long as the service. */
  'restore.job.duration': { kind: 'histogram', unit: 's' },
  /** How late a job with a due time began. */
  'restore.job.lateness': { kind: 'histogram', unit: 's' },
  /** A call to a service outside, its repetitions included. */
  'restore.upstream.duration': { kind: 'histogram', unit: 's' },
  /** Messages in the queue, hidden and owned ones included. */
  'restore.queue.messages': { kind: 'gauge', unit: '{message}' },
  /** How long the oldest message waits that anybody could take. */
  'restore.queue.age': { kind: 'gauge', unit: 's' },
  /** Jobs that were set aside. */
  'restore.queue.poison': { kind: 'gauge', unit: '{message}' },
} as const;

export type InstrumentName = keyof typeof INSTRUMENTS;
export type Attributes = Readonly<Record<string, string | number>>;

/** Part of a trace that is under way. */
export interface Section {
  set(attributes: Attributes): void;
  /** `code` is a stable word of ours, never a message. */
  fail(code: string): void;
}

/** `entrance`: somebody asked us; `job`: from the queue; `call`: we ask somebody. */
export type SectionKind = 'entrance' | 'job' | 'call';

/** None of it ever throws by itself or waits for a network. */
export interface Telemetry {
  record(instrument: InstrumentName, value: number, attributes: Attributes): void;
  /** Runs the work as a section of its own, inside of the one it is called in. Throws what the work throws. */
  section<T>(
    kind: SectionKind,
    name: string,
    attributes: Attributes,
    work: (section: Section) => Promise<T>,
  ): Promise<T>;
  /** Sends what is not sent yet, for two seconds at most. */
  stop(): Promise<void>;
}
