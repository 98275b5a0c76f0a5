import * as z from 'zod';
import { parseJson } from '../core/json.ts';
import type { SweepPlan } from '../sign-in/state/ports.ts';
import type { StateContainer } from './azure/storage.ts';
import { readBlob, writeBlob } from './blobs/blob.ts';

const NAME = 'housekeeping/sweep.json';

const planSchema = z.object({ runId: z.string(), dueAt: z.number() });

/** A plan that cannot be read counts as overdue, so that it is replaced. */
const parse = (body: string): z.infer<typeof planSchema> =>
  planSchema.safeParse(parseJson(body)).data ?? { runId: '', dueAt: 0 };

/** One blob names the next sweep; any other sweep job in the queue does nothing. */
export const createSweepPlan = (container: StateContainer): SweepPlan => ({
  async read() {
    const found = await readBlob(container, NAME, 'reading the plan of the sweep');
    return found && { ...parse(found.body), version: found.version };
  },
  async write(plan, over) {
    await writeBlob(container, NAME, JSON.stringify(plan), over, 'writing the plan of the sweep');
  },
});
