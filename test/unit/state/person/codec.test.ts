import { randomBytes } from 'node:crypto';
import { endedSignIn, type PersonState } from '../../../../src/sign-in/model.ts';
import { createSealer } from '../../../../src/state/encryption.ts';
import { createStateCodec } from '../../../../src/state/person/codec.ts';
import {
  SECRETS,
  aKey,
  aRedeemedSignIn,
  aReport,
  aSession,
  aState,
  aWaitingSignIn,
  anEndedSession,
  leaksIn,
} from '../states.ts';

const key = { kid: 'one', key: new Uint8Array(randomBytes(32)) };
const codec = createStateCodec(createSealer([key]));
const full = aState({ signIn: aWaitingSignIn(), session: aSession(), lastOrganization: 'x', noNotices: true });

const failure = { reason: 'declined', detail: 'No.', correlationId: 'c', account: 'a@b.example' } as const;
const ended = endedSignIn(aRedeemedSignIn(), failure, 5);

test.each<[string, PersonState]>([
  ['a sign-in that waits and a session', full],
  ['an answer', aState({ signIn: aRedeemedSignIn() })],
  ['a sign-in that ended', aState({ signIn: ended })],
  ['a session without refresh tokens', aState({ session: { ...aSession(), refreshToken: undefined } })],
  [
    'a renewal that is not finished',
    aState({ session: { ...aSession(), answer: SECRETS.answer, answerExpiresAt: 9 } }),
  ],
  ['what still has to be told', aState({ ended: anEndedSession(), reports: [aReport()] })],
  ['no secret at all', aState()],
])('reads back %s', async (_, state) => {
  const stored = await codec.encode(aKey(), state, 'a/b.json');
  expect(await codec.decode(stored, 'a/b.json')).toEqual({ kind: 'state', key: aKey(), state });
});

test('leaves no secret outside the seal', async () => {
  const renewing = { ...aSession(), answer: SECRETS.answer };
  for (const state of [full, aState({ signIn: aRedeemedSignIn(), session: renewing })]) {
    const stored = await codec.encode(aKey(), state, 'a/b.json');
    expect(leaksIn(stored)).toEqual([]);
    expect(leaksIn(JSON.stringify(state))).not.toEqual([]);
  }
});

test('stores what names people and places plainly', async () => {
  const stored: unknown = JSON.parse(await codec.encode(aKey(), full, 'a/b.json'));
  expect(stored).toMatchObject({
    version: 1,
    key: aKey(),
    person: full.person,
    address: full.address,
    signIn: { kind: 'waiting', id: 'sign-in-1' },
    session: { id: 'session-1', account: 'olga@contoso.example' },
    sealed: expect.any(String) as unknown,
  });
});

interface Stored {
  version: number;
  sealed?: string;
  address: { serviceUrl: string };
  session: { userId: string; expiresAt: number };
  extra?: string;
}

test.each<[string, string, (stored: Stored) => void]>([
  ['the address is edited', 'moved', (stored) => (stored.address.serviceUrl = 'https://evil.example/')],
  ['the session is edited', 'moved', (stored) => (stored.session.expiresAt += 1)],
  ['a member is added', 'moved', (stored) => (stored.extra = 'x')],
  ['the seal is gone', 'unknown version', (stored) => delete stored.sealed],
  ['the seal is no seal', 'malformed', (stored) => (stored.sealed = 'x')],
  ['the version is newer', 'unknown version', (stored) => (stored.version = 2)],
])('does not read a state when %s', async (_, why, edit) => {
  const stored = JSON.parse(await codec.encode(aKey(), full, 'a/b.json')) as Stored;
  edit(stored);
  expect(await codec.decode(JSON.stringify(stored), 'a/b.json')).toEqual({ kind: 'unreadable', why });
});

test('does not mind how the JSON is laid out', async () => {
  const stored: unknown = JSON.parse(await codec.encode(aKey(), full, 'a/b.json'));
  expect((await codec.decode(JSON.stringify(stored, undefined, 2), 'a/b.json')).kind).toBe('state');
});

test.each(['', '{', 'null', '[]', '"text"', '{"version":1}', '<html>'])('does not read %j', async (stored) => {
  expect((await codec.decode(stored, 'a/b.json')).kind).toBe('unreadable');
});

test('does not read a state under another name, or with another key', async () => {
  const stored = await codec.encode(aKey(), full, 'a/b.json');
  expect(await codec.decode(stored, 'a/c.json')).toEqual({ kind: 'unreadable', why: 'moved' });
  const other = createStateCodec(createSealer([{ kid: 'two', key: new Uint8Array(randomBytes(32)) }]));
  expect(await other.decode(stored, 'a/b.json')).toEqual({ kind: 'unreadable', why: 'unknown-key' });
});

test('does not read a sealed state of another shape', async () => {
  const odd = { ...full, usedAt: 'yesterday' } as unknown as PersonState;
  const stored = await codec.encode(aKey(), odd, 'a/b.json');
  expect(await codec.decode(stored, 'a/b.json')).toEqual({ kind: 'unreadable', why: 'unexpected shape' });
});
