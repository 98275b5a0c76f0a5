/** Telemetry that is loaded beside the start, so that the first answer does not wait for it. */
import type { Log } from '../core/platform.ts';
import type { Section, Telemetry } from './telemetry.ts';

const UNHEARD: Section = { set: () => undefined, fail: () => undefined };

/** Until it is there, and where it cannot be loaded, nothing is measured and nothing else is changed. */
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
      telemetry === undefined ? work(UNHEARD) : telemetry.section(kind, name, attributes, work),
    async stop() {
      await loading;
      await telemetry?.stop();
    },
  };
}
