/** Texts of each workload, in Japanese. */
import { exchange } from './exchange.ts';
import { onedrive } from './onedrive.ts';

export const workloads = { exchange, onedrive };
