/** Texts of each workload, in English. */
import type { Workload } from '../../../../restore/backups/workloads/index.ts';
import type { WorkloadWords } from '../../workload-words.ts';
import { exchange } from './exchange.ts';
import { onedrive } from './onedrive.ts';
import { sharepoint } from './sharepoint.ts';
import { teams } from './teams.ts';

export const workloads = { exchange, onedrive, sharepoint, teams } satisfies Record<Workload, WorkloadWords>;
