/** The states of people, one blob per person and conversation: the secrets are sealed, the rest is plain JSON. */
import * as z from 'zod';
import { BoundedMap } from '../core/bounded-map.ts';
import type { Found } from '../durable/record.ts';
import { personKeySchema, type PersonKey } from '../core/person.ts';
import { personStateSchema, SECRET_FIELDS, type PersonState } from '../sign-in/state/model.ts';
import type { PersonStore } from '../sign-in/state/ports.ts';
import { listBlobs } from './blobs/blob.ts';
import { conversationFolder, fromMetadata, STATES, stateName, teamMetadata, toMetadata } from './blobs/names.ts';
import { createCodec, StateRepository, type RepositoryOptions } from './blobs/repository.ts';
import type { Sealer } from './blobs/encryption.ts';

type Fields = Readonly<Record<string, unknown>>;

function split(fields: Fields | undefined): { readonly plain?: Fields; readonly secrets?: Fields } {
  if (fields === undefined) return {};
  const plain: Record<string, unknown> = {};
  const secrets: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) (SECRET_FIELDS.has(name) ? secrets : plain)[name] = value;
  return { plain, secrets };
}

const part = z.record(z.string(), z.unknown()).optional();
/** The parts of a state of which some fields are sealed and the others plain. */
const partsSchema = z.looseObject({ signIn: part, session: part, replaced: z.array(part.unwrap()).optional() });
const contentSchema = personStateSchema.extend({ key: personKeySchema });

/** There is always a seal, even an empty one: it authenticates the plain part, which contains identities and addresses. */
export function createStateCodec(sealer: Sealer) {
  const codec = createCodec(sealer, {
    contextOf: (blobName, plain) => `${blobName}\n${JSON.stringify(plain)}`,
    parse(plain, sealed): { readonly key: PersonKey; readonly state: PersonState } | undefined {
      const secrets = partsSchema.safeParse(sealed).data;
      const parts = partsSchema.safeParse(plain).data;
      const { data } = contentSchema.safeParse({
        ...plain,
        signIn: parts?.signIn && { ...parts.signIn, ...secrets?.signIn },
        session: parts?.session && { ...parts.session, ...secrets?.session },
        replaced: parts?.replaced?.map((session, index) => ({ ...session, ...secrets?.replaced?.[index] })),
      });
      if (secrets === undefined || data === undefined) return undefined;
      const { key, ...state } = data;
      return { key, state };
    },
  });
  return {
    ...codec,
    encode(key: PersonKey, state: PersonState, blobName: string): Promise<string> {
      const signIn = split(state.signIn);
      const session = split(state.session);
      const replaced = state.replaced?.map(split);
      const others = { plain: replaced?.map((each) => each.plain), secrets: replaced?.map((each) => each.secrets) };
      const plain = { key, ...state, signIn: signIn.plain, session: session.plain, replaced: others.plain };
      const secrets = { signIn: signIn.secrets, session: session.secrets, replaced: others.secrets };
      return codec.seal(blobName, plain, secrets);
    },
  };
}

const metadataOf = ({ key, state }: { readonly key: PersonKey; readonly state: PersonState }) => ({
  ...toMetadata(key.personId),
  ...teamMetadata(state.address.teamId),
});

export const createArchive = (options: RepositoryOptions) =>
  new StateRepository(options, {
    prefix: STATES,
    noun: 'a state',
    unreadableEvent: 'state-unreadable',
    codec: createStateCodec(options.sealer),
    metadataOf,
  });

type FoundState = Found<{ readonly key: PersonKey; readonly state: PersonState }>;

/** Characters of all states that are kept, as JSON. */
const MAX_KEPT_LENGTH = 4 * 1_048_576;
const KEPT_MILLISECONDS = 60_000;

/**
 * The person's id is also in the blob's metadata: one request lists a conversation, unreadable blobs included. What was read or written within
 * the last minute is kept in memory: each read still asks storage for it, but unless it has changed, nothing is sent and opened again
 * (docs/decisions/states-are-kept-for-a-minute.md).
 */
export function createPersonStore(options: RepositoryOptions): PersonStore {
  const { container, sealer, log } = options;
  const repository = createArchive(options);
  const codec = createStateCodec(sealer);
  const kept = new BoundedMap<string, FoundState>({
    max: MAX_KEPT_LENGTH,
    weigh: ({ state }) => JSON.stringify(state).length,
    lifetimeMilliseconds: KEPT_MILLISECONDS,
  });

  return {
    async read(key) {
      const name = stateName(key);
      const known = kept.get(name);
      const opened = await repository.open(name, known);
      if (opened !== known) kept.delete(name);
      if (opened.kind !== 'found') return opened;
      if (opened !== known) kept.set(name, opened);
      const { state, version } = opened;
      return { kind: 'found', state, version };
    },

    async write(key, state, over) {
      const name = stateName(key);
      const body = await codec.encode(key, state, name);
      const version = await repository.write(name, body, over, metadataOf({ key, state }));
      kept.set(name, { kind: 'found', key, state, version });
      return version;
    },

    async erase(key) {
      const name = stateName(key);
      kept.delete(name);
      await repository.erase(name);
    },

    async eraseVersion(key, version) {
      const name = stateName(key);
      kept.delete(name);
      return repository.erase(name, version);
    },

    async peopleIn(conversationId) {
      const people: PersonKey[] = [];
      for await (const page of listBlobs(container, conversationFolder(conversationId), { includeMetadata: true })) {
        for (const { name, metadata } of page) {
          const key = { conversationId, personId: fromMetadata(metadata) };
          if (stateName(key) === name) people.push(key);
          else log.warn({ event: 'state-without-person', blob: name }, 'a stored state does not name its person');
        }
      }
      return people;
    },

    async peopleInTeam(teamId) {
      const people: PersonKey[] = [];
      const { team } = teamMetadata(teamId);
      for await (const page of repository.everything()) {
        for (const { name } of page.filter(({ metadata }) => metadata['team'] === team)) {
          const opened = await repository.open(name);
          // One that cannot be read has no session that could be revoked; the sweep erases it.
          if (opened.kind === 'found') people.push(opened.key);
        }
      }
      return people;
    },
  };
}
