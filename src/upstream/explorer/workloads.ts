/** The workloads of the explorer. A new one is a file in this folder and an entry below. */
import { workloadSchema, type Workload } from '../../restore/model/catalog.ts';
import { exchange } from './exchange.ts';
import { oneDrive } from './onedrive.ts';
import type { WorkloadApi } from './service-api.ts';

export const WORKLOADS: Readonly<Record<Workload, WorkloadApi>> = { exchange, onedrive: oneDrive };

export const workloadsWhere = (condition: (api: WorkloadApi) => boolean): readonly Workload[] =>
  workloadSchema.options.filter((workload) => condition(WORKLOADS[workload]));
