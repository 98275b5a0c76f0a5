import { z } from 'zod';
import type { PersonKey } from '../../core/person.ts';
import type { PersonState, Session, SignIn } from '../../sign-in/model.ts';
import { SealError, type Sealer } from '../encryption.ts';
import { personKeySchema, personStateSchema } from './schema.ts';

/** Turns a person's state into what is stored, and back. */
export interface StateCodec {
  /** @param blobName where it will lie */
  encode(key: PersonKey, state: PersonState, blobName: string): Promise<string>;
  /** @returns why it can't be read where it can't: a word for the log */
  decode(stored: string, blobName: string): Promise<Decoded>;
}

export type Decoded =
  | { readonly kind: 'state'; readonly key: PersonKey; readonly state: PersonState }
  | { readonly kind: 'unreadable'; readonly why: string };

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

/** The blob's name and every plain word of it: whoever edits or moves the one can't keep the seal. */
const boundTo = (blobName: string, plain: object): string => `${blobName}\n${JSON.stringify(plain)}`;

/** JSON's objects keep the order of their members, so that what was sealed reads back to the letter. */
function parse(stored: string): { readonly plain: object; readonly sealed: string } | undefined {
  let json: unknown;
  try {
    json = JSON.parse(stored);
  } catch {
    return undefined;
  }
  if (!envelopeSchema.safeParse(json).success) return undefined;
  // Not what zod made of it: the seal is bound to the order of the members too.
  const { sealed, ...plain } = json as { readonly sealed: string };
  return { plain, sealed };
}

const merge = (plain: object | undefined, secrets: object | undefined): object | undefined =>
  plain === undefined ? undefined : { ...plain, ...secrets };

/**
 * Secrets go into one seal, the rest stays plain. There is always a seal, be it an empty one: the plain part says where
 * to write and who somebody is, and only the seal makes it trustworthy.
 */
export function createStateCodec(sealer: Sealer): StateCodec {
  return {
    async encode(key, state, blobName) {
      const signIn = state.signIn && splitSignIn(state.signIn);
      const session = state.session && splitSession(state.session);
      const plain = { version: VERSION, key, ...state, signIn: signIn?.plain, session: session?.plain };
      const secrets = { signIn: signIn?.secrets, session: session?.secrets };
      return JSON.stringify({ ...plain, sealed: await sealer.seal(secrets, boundTo(blobName, plain)) });
    },

    async decode(stored, blobName) {
      const parsed = parse(stored);
      if (parsed === undefined) return { kind: 'unreadable', why: 'no state of a version known here' };
      try {
        const secrets = secretsSchema.safeParse(await sealer.open(parsed.sealed, boundTo(blobName, parsed.plain)));
        const plain = plainSchema.safeParse(parsed.plain);
        if (!secrets.success || !plain.success) return { kind: 'unreadable', why: 'not of the expected shape' };
        const state = personStateSchema.safeParse({
          ...plain.data,
          signIn: merge(plain.data.signIn, secrets.data.signIn),
          session: merge(plain.data.session, secrets.data.session),
        });
        const key = personKeySchema.safeParse(plain.data['key']);
        if (!state.success || !key.success) return { kind: 'unreadable', why: 'not of the expected shape' };
        return { kind: 'state', key: key.data, state: state.data };
      } catch (error) {
        if (error instanceof SealError) return { kind: 'unreadable', why: error.reason };
        throw error;
      }
    },
  };
}
