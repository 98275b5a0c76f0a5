/** Texts of each workload, in Spanish. */
import { exchange } from './exchange.ts';
import { onedrive } from './onedrive.ts';

export const workloads = { exchange, onedrive };
