/** Telemetry to Application Insights by OpenTelemetry's SDK. Loaded only where its connection string is set. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { AzureMonitorMetricExporter, AzureMonitorTraceExporter } from '@azure/monitor-opentelemetry-exporter';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Counter, Gauge, Histogram } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { within } from '../core/time-limit.ts';
import { INSTRUMENTS, type InstrumentName, type SectionKind, type Telemetry } from './telemetry.ts';

const EXPORT_EVERY_MILLISECONDS = 60_000;
const STOP_LIMIT_MILLISECONDS = 2_000;

/** From 5 ms to the 15 minutes that a device code is valid. */
const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900];

const KINDS: Readonly<Record<SectionKind, SpanKind>> = {
  entrance: SpanKind.SERVER,
  // As a consumer of a message, Application Insights would list it without its name.
  job: SpanKind.SERVER,
  call: SpanKind.CLIENT,
};

/** @param connectionString secret */
export function createAzureMonitor(connectionString: string, instance: string): Telemetry {
  // What cannot be sent is dropped: the process may have no disk, and metrics lose their value.
  const options = { connectionString, disableOfflineStorage: true };
  const reader = new PeriodicExportingMetricReader({
    exporter: new AzureMonitorMetricExporter(options),
    exportIntervalMillis: EXPORT_EVERY_MILLISECONDS,
  });
  const spans = new BatchSpanProcessor(new AzureMonitorTraceExporter(options));
  const resource = resourceFromAttributes({ 'service.name': 'restore-bot', 'service.instance.id': instance });
  const meters = new MeterProvider({ resource, readers: [reader] });
  const tracers = new BasicTracerProvider({ resource, spanProcessors: [spans] });
  const meter = meters.getMeter('restore-bot');
  const tracer = tracers.getTracer('restore-bot');
  /** The section that runs, through each of its awaits. */
  const current = new AsyncLocalStorage<Context>();
  const instruments = new Map<InstrumentName, Counter | Gauge | Histogram>();

  function createInstrument(name: InstrumentName): Counter | Gauge | Histogram {
    const { kind, unit } = INSTRUMENTS[name];
    if (kind === 'counter') return meter.createCounter(name, { unit });
    if (kind === 'gauge') return meter.createGauge(name, { unit });
    return meter.createHistogram(name, { unit, advice: { explicitBucketBoundaries: SECONDS_BUCKETS } });
  }

  return {
    record(name, value, attributes) {
      const instrument = instruments.get(name) ?? createInstrument(name);
      instruments.set(name, instrument);
      if ('add' in instrument) instrument.add(value, { ...attributes });
      else instrument.record(value, { ...attributes });
    },
    async section(kind, name, attributes, work) {
      const parent = current.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, parent);
      const section = {
        set: (more: typeof attributes) => void span.setAttributes({ ...more }),
        // No exception is recorded: its message may quote a person or a service.
        fail: (code: string) => void span.setStatus({ code: SpanStatusCode.ERROR, message: code }),
      };
      try {
        return await current.run(trace.setSpan(parent, span), () => work(section));
      } finally {
        span.end();
      }
    },
    async stop() {
      const shutDown = () => Promise.allSettled([meters.shutdown(), tracers.shutdown()]);
      await within(STOP_LIMIT_MILLISECONDS, shutDown);
    },
  };
}
