/** Telemetry by OpenTelemetry's SDK, whatever it is exported to. Loaded only where something is exported. */
import { undefinedIfTimedOut, withTimeout } from '../core/time-limit.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Counter,
  type Gauge,
  type Histogram,
  type Span,
} from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, type MetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { INSTRUMENTS, type InstrumentName, type Section, type SectionKind, type Telemetry } from './telemetry.ts';

const STOP_LIMIT_MILLISECONDS = 2_000;

/** From 5 ms to the quarter of an hour that a device code lives. */
const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900];

const KINDS: Readonly<Record<SectionKind, SpanKind>> = {
  entrance: SpanKind.SERVER,
  // As one that consumes a message, Application Insights would list it without its name.
  job: SpanKind.SERVER,
  call: SpanKind.CLIENT,
};

export interface OpenTelemetryDependencies {
  readonly reader: MetricReader;
  readonly spans: SpanProcessor;
  /** Tells instances apart. */
  readonly instance: string;
}

export function createOpenTelemetry({ reader, spans, instance }: OpenTelemetryDependencies): Telemetry {
  const resource = resourceFromAttributes({ 'service.name': 'restore-bot', 'service.instance.id': instance });
  const meters = new MeterProvider({ resource, readers: [reader] });
  const tracers = new BasicTracerProvider({ resource, spanProcessors: [spans] });
  const meter = meters.getMeter('restore-bot');
  const tracer = tracers.getTracer('restore-bot');
  /** The section that runs, through every await of it. */
  const here = new AsyncLocalStorage<Context>();
  const instruments = new Map<InstrumentName, Counter | Gauge | Histogram>();

  function instrument(name: InstrumentName): Counter | Gauge | Histogram {
    const known = instruments.get(name);
    if (known !== undefined) return known;
    const { kind, unit } = INSTRUMENTS[name];
    const made = {
      counter: () => meter.createCounter(name, { unit }),
      gauge: () => meter.createGauge(name, { unit }),
      histogram: () => meter.createHistogram(name, { unit, advice: { explicitBucketBoundaries: SECONDS_BUCKETS } }),
    }[kind]();
    instruments.set(name, made);
    return made;
  }

  return {
    record(name, value, attributes) {
      const target = instrument(name);
      if ('add' in target) target.add(value, { ...attributes });
      else target.record(value, { ...attributes });
    },
    async section(kind, name, attributes, work) {
      const around = here.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, around);
      try {
        return await here.run(trace.setSpan(around, span), () => work(sectionOf(span)));
      } finally {
        span.end();
      }
    },
    async stop() {
      await withTimeout(STOP_LIMIT_MILLISECONDS, () =>
        Promise.allSettled([meters.shutdown(), tracers.shutdown()]),
      ).catch(undefinedIfTimedOut);
    },
  };
}

function sectionOf(span: Span): Section {
  return {
    set: (attributes) => void span.setAttributes({ ...attributes }),
    // No exception is recorded: its message may quote what a person or a service said.
    fail: (code) => void span.setStatus({ code: SpanStatusCode.ERROR, message: code }),
  };
}
