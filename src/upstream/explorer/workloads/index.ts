/** The endpoints of all workloads. */
import type { Workload } from '../../../restore/backups/workloads/index.ts';
import { exchange } from './exchange.ts';
import { oneDrive } from './onedrive.ts';
import type { WorkloadApi } from '../api/workload-api.ts';
import { sharePoint } from './sharepoint.ts';
import { teams } from './teams.ts';

/** A new workload is a file in this folder and an entry here. */
export const WORKLOADS: Readonly<Record<Workload, WorkloadApi>> = {
  exchange,
  onedrive: oneDrive,
  sharepoint: sharePoint,
  teams,
};
