/** The parts of the bot with measuring around them; without telemetry each is handed back as it is. */
import type { QueueClient } from '@azure/storage-queue';
import type { Connector } from '../chat/outbound/connector.ts';
import type { Handlers } from '../jobs/run-job.ts';
import type { RestoreStore } from '../restore/ports.ts';
import type { Audit } from '../core/audit.ts';
import type { Clock, Log } from '../core/platform.ts';
import type { IdentityProvider, PersonStore } from '../sign-in/ports.ts';
import type { Http } from '../upstream/http.ts';
import { createLateTelemetry } from './late-telemetry.ts';
import { measureRestores } from './measure-restores.ts';
import { measureAudit, measureStore } from './measure-sign-ins.ts';
import { measureConnector, measureHttp, measurePolls } from './measure-upstreams.ts';
import { measureJobs, measureTurns } from './measure-work.ts';
import { watchQueue } from './queue-watch.ts';
import type { Telemetry } from './telemetry.ts';

type Receive<Answer> = (body: unknown, authorization: string | undefined) => Promise<Answer>;

export interface Measures {
  http(http: Http): Http;
  identityProvider(provider: IdentityProvider): IdentityProvider;
  connector(connector: Connector): Connector;
  store(store: PersonStore): PersonStore;
  restores(store: RestoreStore): RestoreStore;
  audit<A extends Audit>(audit: A): A;
  jobs(handlers: Handlers): Handlers;
  turns<Answer extends { readonly status: number }>(receive: Receive<Answer>): Receive<Answer>;
  watch(queues: { readonly queue: QueueClient; readonly poisonQueue: QueueClient }, ending: AbortSignal): void;
  /** Sends what is not sent yet, for two seconds at most. */
  stop(): Promise<void>;
}

const UNMEASURED: Measures = {
  http: (http) => http,
  identityProvider: (provider) => provider,
  connector: (connector) => connector,
  store: (store) => store,
  restores: (store) => store,
  audit: (audit) => audit,
  jobs: (handlers) => handlers,
  turns: (receive) => receive,
  watch: () => undefined,
  stop: () => Promise.resolve(),
};

/** @param telemetry absent: nothing is measured, and nothing is loaded or wrapped for it */
export function measuresWith(telemetry: Telemetry | undefined, clock: Clock): Measures {
  if (telemetry === undefined) return UNMEASURED;
  const both = { telemetry, clock };
  return {
    http: (http) => measureHttp(both, http),
    identityProvider: (provider) => measurePolls(both, provider),
    connector: (connector) => measureConnector(both, connector),
    store: (store) => measureStore(both, store),
    restores: (store) => measureRestores(both, store),
    audit: (audit) => measureAudit(telemetry, audit),
    jobs: (handlers) => measureJobs(both, handlers),
    turns: (receive) => measureTurns(both, receive),
    watch: (queues, ending) => void watchQueue({ ...queues, ...both, ending }),
    stop: () => telemetry.stop(),
  };
}

/** @param connectionString of Application Insights; secret @param dependencies.newId names this instance */
export function createMeasures(
  connectionString: string | undefined,
  { clock, log, newId }: { readonly clock: Clock; readonly log: Log; readonly newId: () => string },
): Measures {
  if (connectionString === undefined) return UNMEASURED;
  const load = async (): Promise<Telemetry> => {
    const { createAzureMonitor } = await import('./azure-monitor.ts');
    return createAzureMonitor(connectionString, newId());
  };
  return measuresWith(createLateTelemetry(load, log), clock);
}
