/** Records that belong to no single person, such as a request that several people act on: one sealed blob each. */
import type * as z from 'zod';
import type { SharedRecords } from '../durable/record.ts';
import { sharedRecordName } from './blobs/names.ts';
import { createCodec, StateRepository, type RepositoryOptions } from './blobs/repository.ts';

interface SharedRecordFormat<State> {
  /** Ends with a slash. */
  readonly prefix: string;
  /** For errors and the log, such as `a request`. */
  readonly noun: string;
  readonly schema: z.ZodType<State>;
}

/** The whole record is sealed, bound to the blob's name. */
const createSharedCodec = <State>({ sealer }: RepositoryOptions, schema: z.ZodType<State>) =>
  createCodec<{ readonly state: State }>(sealer, {
    contextOf: (blobName, { version }) => `${blobName}\n${version}`,
    parse(_, sealed) {
      const { data: state } = schema.safeParse(sealed);
      return state === undefined ? undefined : { state };
    },
  });

export const createSharedRepository = <State>(
  options: RepositoryOptions,
  { prefix, noun, schema }: SharedRecordFormat<State>,
) =>
  new StateRepository(options, {
    prefix,
    noun,
    unreadableEvent: 'state-unreadable',
    codec: createSharedCodec(options, schema),
  });

export function createSharedRecords<State extends object>(
  options: RepositoryOptions,
  format: SharedRecordFormat<State>,
): SharedRecords<State> {
  const { prefix, schema } = format;
  const repository = createSharedRepository(options, format);
  const codec = createSharedCodec(options, schema);
  const nameOf = (id: string): string => sharedRecordName(prefix, id);

  return {
    read: (id) => repository.open(nameOf(id)),

    async write(id, state, over) {
      const name = nameOf(id);
      return repository.write(name, await codec.seal(name, {}, state), over);
    },

    async all() {
      const states: State[] = [];
      for await (const page of repository.everything()) {
        const opened = await Promise.all(page.map(({ name }) => repository.open(name)));
        states.push(...opened.flatMap((each) => (each.kind === 'found' ? [each.state] : [])));
      }
      return states;
    },

    async isEmpty() {
      for await (const page of repository.everything()) if (page.length > 0) return false;
      return true;
    },

    erase: (id, only) => repository.erase(nameOf(id), only),

    async sweep(unchangedSince, signal) {
      let erased = 0;
      for await (const page of repository.everything()) {
        for (const { name, changedAt } of page) {
          if (changedAt >= unchangedSince) continue;
          signal.throwIfAborted();
          const opened = await repository.open(name);
          if (opened.kind !== 'absent' && (await repository.erase(name, opened.version))) erased += 1;
        }
      }
      return erased;
    },
  };
}
