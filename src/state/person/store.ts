import type { Version } from '../../core/optimistic-update.ts';
import type { PersonKey } from '../../core/person.ts';
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import type { Archive, PersonStore } from '../../sign-in/ports.ts';
import { CALL_LIMIT_MILLISECONDS } from '../azure/calls.ts';
import { listBlobs } from '../blobs/list.ts';
import { conversationFolder, fromMetadata, STATES, stateName, toMetadata } from '../blobs/names.ts';
import { StateRepository, type RepositoryOptions } from '../blobs/repository.ts';
import type { Sealer } from '../encryption.ts';
import { createStateCodec, type StateContent } from './codec.ts';

export interface StoreOptions extends RepositoryOptions {
  readonly sealer: Sealer;
}

const repositoryOf = (options: StoreOptions): StateRepository<StateContent> =>
  new StateRepository(options, {
    prefix: STATES,
    noun: 'a state',
    decode: createStateCodec(options.sealer).decode,
  });

/**
 * One blob per person and conversation. The person's id is also in the blob's metadata, so that one request lists
 * everybody in a conversation, including those whose blob cannot be read.
 */
export function createPersonStore(options: StoreOptions): PersonStore {
  const { container, sealer, log } = options;
  const repository = repositoryOf(options);
  const codec = createStateCodec(sealer);

  return {
    async read(key) {
      const opened = await repository.open(stateName(key));
      if (opened.kind !== 'found') return opened;
      const { state, version } = opened;
      return { kind: 'found', state, version };
    },

    async isCurrent(key: PersonKey, version: Version) {
      const asked = withTimeout(
        CALL_LIMIT_MILLISECONDS,
        async (signal) => (await container.fast?.isUnchanged(stateName(key), version, signal)) === true,
      );
      return (await asked.catch(undefinedIfTimedOut)) === true;
    },

    async write(key, state, over) {
      const name = stateName(key);
      return repository.write(name, await codec.encode(key, state, name), over, toMetadata(key.personId));
    },

    async erase(key) {
      await repository.erase(stateName(key));
    },

    async peopleIn(conversationId) {
      const people: PersonKey[] = [];
      const pages = listBlobs(container, conversationFolder(conversationId), { includeMetadata: true });
      for await (const page of pages) {
        for (const { name, metadata } of page) {
          const key = { conversationId, personId: fromMetadata(metadata) };
          if (stateName(key) === name) people.push(key);
          else log.warn({ event: 'state-without-person', blob: name }, 'a stored state does not name its person');
        }
      }
      return people;
    },
  };
}

/** The states of everybody. */
export function createArchive(options: StoreOptions): Archive {
  const repository = repositoryOf(options);
  return {
    everything: () => repository.everything(),
    ofPerson: (personIds) => repository.ofPerson(personIds),
    open: (name) => repository.open(name),
    erase: (name, version) => repository.erase(name, version),
  };
}
