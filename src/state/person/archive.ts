import type { Archive, StoredState } from '../../sign-in/ports.ts';
import type { Log } from '../../core/platform.ts';
import { FOLDER, short } from './store.ts';
import type { Sealer } from '../encryption.ts';
import { eraseBlob, readBlob, type StateContainer } from '../blobs/blob.ts';
import { createStateCodec } from './codec.ts';
import { statesBelow } from '../blobs/list.ts';

/** The states of everybody, a page of names in memory at a time. Blobs are named by hashes, of a person's id too. */
export function createArchive(dependencies: {
  readonly container: StateContainer;
  readonly sealer: Sealer;
  readonly log: Log;
  /** Names in a page; 5,000 at most. */
  readonly pageSize?: number | undefined;
}): Archive {
  const { container, log, pageSize } = dependencies;
  const codec = createStateCodec(dependencies.sealer);

  const everything = (): AsyncGenerator<readonly StoredState[]> => statesBelow(container, FOLDER, pageSize);

  return {
    everything,

    async *ofPerson(personIds) {
      const endings = personIds.map((id) => `/${short(id)}.json`);
      for await (const page of everything()) {
        yield page.filter(({ name }) => endings.some((ending) => name.endsWith(ending)));
      }
    },

    async open(name) {
      const found = await readBlob(container, name, 'reading a state');
      if (found === undefined) return { kind: 'absent' };
      const { version, body } = found;
      const decoded = await codec.decode(body, name);
      if (decoded.kind === 'state') return { kind: 'found', key: decoded.key, state: decoded.state, version };
      log.warn({ blob: name, why: decoded.why }, 'a stored state does not open and counts as none');
      return { kind: 'unreadable', version };
    },

    erase: (name, version) => eraseBlob(container, name, 'erasing a state', version),
  };
}
