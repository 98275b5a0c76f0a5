/** Texts of each workload, in German. */
import { exchange } from './exchange.ts';
import { onedrive } from './onedrive.ts';
import { sharepoint } from './sharepoint.ts';
import { teams } from './teams.ts';

export const workloads = { exchange, onedrive, sharepoint, teams };
