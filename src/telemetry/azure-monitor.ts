/** Telemetry to Application Insights. Loaded only where its connection string is set. */
import { AzureMonitorMetricExporter, AzureMonitorTraceExporter } from '@azure/monitor-opentelemetry-exporter';
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createOpenTelemetry } from './open-telemetry.ts';
import type { Telemetry } from './telemetry.ts';

const EXPORT_EVERY_MILLISECONDS = 60_000;

/** @param connectionString secret @param instance tells instances apart */
export function createAzureMonitor(connectionString: string, instance: string): Telemetry {
  // What cannot be sent is dropped, not kept on disk: the process may have none, and figures grow old.
  const options = { connectionString, disableOfflineStorage: true };
  return createOpenTelemetry({
    reader: new PeriodicExportingMetricReader({
      exporter: new AzureMonitorMetricExporter(options),
      exportIntervalMillis: EXPORT_EVERY_MILLISECONDS,
    }),
    spans: new BatchSpanProcessor(new AzureMonitorTraceExporter(options)),
    instance,
  });
}
