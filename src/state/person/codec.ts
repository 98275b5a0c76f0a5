import { z } from 'zod';
import { personKeySchema, type PersonKey } from '../../core/person.ts';
import { personStateSchema, type PersonState, type Session, type SignIn } from '../../sign-in/model.ts';
import type { Decoded } from '../blobs/repository.ts';
import { SealError, type Sealer } from '../encryption.ts';

export interface StateContent {
  readonly key: PersonKey;
  readonly state: PersonState;
}

/** Converts a person's state to and from its stored form. */
export interface StateCodec {
  /** @param blobName the seal is bound to it */
  readonly encode: (key: PersonKey, state: PersonState, blobName: string) => Promise<string>;
  readonly decode: (stored: string, blobName: string) => Promise<Decoded<StateContent>>;
}

const VERSION = 1;

const envelopeSchema = z.looseObject({ version: z.literal(VERSION), sealed: z.string() });

const part = z.record(z.string(), z.unknown()).optional();
const plainSchema = z.looseObject({ signIn: part, session: part });
const secretsSchema = z.object({ signIn: part, session: part });

interface Split {
  readonly plain: object;
  readonly secrets: object;
}

function splitSignIn(signIn: SignIn): Split {
  switch (signIn.kind) {
    case 'waiting': {
      const { userCode, deviceCode, ...plain } = signIn;
      return { plain, secrets: { userCode, deviceCode } };
    }
    case 'redeemed': {
      const { answer, ...plain } = signIn;
      return { plain, secrets: { answer } };
    }
    case 'ended':
      return { plain: signIn, secrets: {} };
  }
}

function splitSession(session: Session): Split {
  const { accessToken, refreshToken, identityRefreshToken, answer, ...plain } = session;
  return { plain, secrets: { accessToken, refreshToken, identityRefreshToken, answer } };
}

/** The seal is bound to the blob's name and to its plain part, so that neither can be changed. */
const contextOf = (blobName: string, plain: object): string => `${blobName}\n${JSON.stringify(plain)}`;

/** JSON.parse keeps the order of members, so the plain part serializes to the text that the seal is bound to. */
function parse(stored: string): { readonly plain: object; readonly sealed: string } | undefined {
  let json: unknown;
  try {
    json = JSON.parse(stored);
  } catch {
    return undefined;
  }
  if (!envelopeSchema.safeParse(json).success) return undefined;
  // zod's result has another order of members.
  const { sealed, ...plain } = json as { readonly sealed: string };
  return { plain, sealed };
}

const merge = (plain: object | undefined, secrets: object | undefined): object | undefined =>
  plain === undefined ? undefined : { ...plain, ...secrets };

/**
 * Secrets are in one seal, the rest is plain. There always is a seal, even an empty one: it authenticates the plain part,
 * which says where to write to and who somebody is.
 */
export function createStateCodec(sealer: Sealer): StateCodec {
  return {
    async encode(key, state, blobName) {
      const signIn = state.signIn && splitSignIn(state.signIn);
      const session = state.session && splitSession(state.session);
      const plain = { version: VERSION, key, ...state, signIn: signIn?.plain, session: session?.plain };
      const secrets = { signIn: signIn?.secrets, session: session?.secrets };
      return JSON.stringify({ ...plain, sealed: await sealer.seal(secrets, contextOf(blobName, plain)) });
    },

    async decode(stored, blobName) {
      const parsed = parse(stored);
      if (parsed === undefined) return { kind: 'unreadable', why: 'unknown version' };
      try {
        const secrets = secretsSchema.safeParse(await sealer.open(parsed.sealed, contextOf(blobName, parsed.plain)));
        const plain = plainSchema.safeParse(parsed.plain);
        if (!secrets.success || !plain.success) return { kind: 'unreadable', why: 'unexpected shape' };
        const state = personStateSchema.safeParse({
          ...plain.data,
          signIn: merge(plain.data.signIn, secrets.data.signIn),
          session: merge(plain.data.session, secrets.data.session),
        });
        const key = personKeySchema.safeParse(plain.data['key']);
        if (!state.success || !key.success) return { kind: 'unreadable', why: 'unexpected shape' };
        return { kind: 'state', key: key.data, state: state.data };
      } catch (error) {
        if (error instanceof SealError) return { kind: 'unreadable', why: error.reason };
        throw error;
      }
    },
  };
}
