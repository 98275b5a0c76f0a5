/** What searches and folders of tasks gave, in memory: paging asks nothing of the service. */
import { BoundedMap } from '../../core/bounded-map.ts';
import type { Entry } from '../backups/entries/entry.ts';
import { whereOf } from '../backups/list.ts';
import type { Source, Task } from '../state/task.ts';
import type { Results } from '../state/task-transitions.ts';

const MAX_BYTES = 64 * 1_048_576;
/** Approximate memory of an entry beside its texts. */
const OVERHEAD_BYTES = 400;
/** Of a time in its details. */
const TIME_BYTES = 60;

const bytesOf = (entry: Entry): number =>
  Object.values(entry)
    .flat()
    .reduce<number>((bytes, value) => {
      if (typeof value === 'string') return bytes + value.length;
      return bytes + (typeof value === 'object' ? TIME_BYTES : 0);
    }, OVERHEAD_BYTES);

/** By task, by the data that it works with, and by search or folder. */
export class ResultsCache {
  readonly #results: BoundedMap<string, Results>;

  constructor(maxBytes = MAX_BYTES) {
    const weigh = ({ entries }: Results) => entries.reduce((bytes, entry) => bytes + bytesOf(entry), OVERHEAD_BYTES);
    this.#results = new BoundedMap({ max: maxBytes, weigh });
  }

  get(task: Task, source: Source): Results | undefined {
    return this.#results.get(nameOf(task, source));
  }

  put(task: Task, source: Source, results: Results): void {
    this.#results.set(nameOf(task, source), results);
  }

  find(task: Task, key: string): Entry | undefined {
    const prefix = nameOf(task);
    for (const [name, { entries }] of this.#results) {
      const entry = name.startsWith(prefix) ? entries.find((found) => found.key === key) : undefined;
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  drop(taskId: string): void {
    for (const [name] of this.#results) if (name.startsWith(`${taskId} `)) this.#results.delete(name);
  }
}

/** Of what is found in a place, or of one search or folder there. */
const nameOf = (task: Task, source?: Source): string =>
  `${task.id} ${whereOf(task)} ${source === undefined ? '' : JSON.stringify(source)}`;
