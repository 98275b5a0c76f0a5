import type { PersonState } from '../../../../src/sign-in/state/model.ts';
import type { Decided } from '../../../../src/durable/record.ts';
import {
  withAnswer,
  withCardId,
  withEnd,
  withInterval,
  withSession,
} from '../../../../src/sign-in/state/transitions.ts';
import { START } from '../../../fakes/clock.ts';
import { grantOf } from '../../../fakes/identity-provider.ts';
import { anEndedSignIn, aPersonState, aRedeemedSignIn, aSession, aWaitingSignIn } from '../../../support/builders.ts';

const written = <R>(decided: Decided<R, PersonState>): PersonState => {
  if (decided.kind !== 'write') throw new Error('Nothing would be written.');
  return decided.state;
};

describe('a token response', () => {
  const store = withAnswer({ id: 'sign-in-0', jobId: undefined }, grantOf(), START + 9000);

  test('replaces the code', () => {
    const { signIn } = written(store(aPersonState({ signIn: aWaitingSignIn({ cardId: 'card-1' }) })));

    expect(signIn).toEqual(
      aRedeemedSignIn({ redeemedAt: START + 9000, answerExpiresAt: START + 3_609_000, cardId: 'card-1' }),
    );
  });

  const replace = withAnswer({ id: 'sign-in-0', jobId: 'message-1' }, grantOf(), START + 9000, { id: 'message-2' });

  test('replaces the failure of another worker that found the code spent, and names the job that continues', () => {
    const signIn = anEndedSignIn({ failure: { reason: 'code-unknown' }, jobId: 'message-1' });

    expect(written(replace(aPersonState({ signIn }))).signIn).toMatchObject({ kind: 'redeemed', jobId: 'message-2' });
  });

  test('does not replace that failure while no job would continue', () => {
    const signIn = anEndedSignIn({ failure: { reason: 'code-unknown' } });

    expect(store(aPersonState({ signIn }))).toEqual({ kind: 'keep', result: false });
  });

  test('leaves a sign-in to its job where that has not ended it', () => {
    const signIn = aWaitingSignIn({ jobId: 'message-1' });

    expect(written(replace(aPersonState({ signIn }))).signIn).toMatchObject({ kind: 'redeemed', jobId: 'message-1' });
  });

  test.each([
    [
      'is thrown away once the sign-in was cancelled',
      aPersonState({ signIn: anEndedSignIn({ failure: { reason: 'cancelled' } }) }),
    ],
    ['is thrown away once the sign-in was replaced', aPersonState({ signIn: aWaitingSignIn({ id: 'newer' }) })],
    ['is thrown away once everything was erased', undefined],
    ['is not stored twice', aPersonState({ signIn: aRedeemedSignIn() })],
    [
      'does not come back once it has led to a refusal',
      aPersonState({ signIn: anEndedSignIn({ failure: { reason: 'someone-else' } }) }),
    ],
  ])('%s', (_, state) => {
    expect(store(state).kind).toBe('keep');
    expect(replace(state)).toEqual({ kind: 'keep', result: true });
  });
});

describe('a longer interval', () => {
  test('is stored with the code', () => {
    const state = aPersonState({ signIn: aWaitingSignIn() });

    expect(written(withInterval('sign-in-0', 10)(state)).signIn).toEqual(aWaitingSignIn({ intervalSeconds: 10 }));
  });

  test.each([
    ['beside one that is as long', aPersonState({ signIn: aWaitingSignIn({ intervalSeconds: 10 }) })],
    ['with a sign-in that has ended', aPersonState({ signIn: anEndedSignIn() })],
    ['with a code that replaced it', aPersonState({ signIn: aWaitingSignIn({ id: 'newer' }) })],
  ])('is not written %s', (_, state) => {
    expect(withInterval('sign-in-0', 10)(state).kind).toBe('keep');
  });
});

describe('an end', () => {
  test('keeps neither code nor answer', () => {
    const end = withEnd(aRedeemedSignIn(), { reason: 'not-operator' }, START);
    const state = written(end(aPersonState({ signIn: aRedeemedSignIn() })));

    expect(state.signIn).toEqual(anEndedSignIn({ failure: { reason: 'not-operator' } }));
    expect(JSON.stringify(state)).not.toContain('SECRET');
  });

  test.each([
    ['one that was cancelled', aPersonState({ signIn: anEndedSignIn({ failure: { reason: 'cancelled' } }) })],
    ['one that replaced it', aPersonState({ signIn: aWaitingSignIn({ id: 'newer' }) })],
    ['one whose answer another worker has stored', aPersonState({ signIn: aRedeemedSignIn() })],
    ['nothing', undefined],
  ])('does not end %s', (_, state) => {
    expect(withEnd(aWaitingSignIn(), { reason: 'expired' }, START)(state).kind).toBe('keep');
  });
});

describe('a session', () => {
  const session = aSession({ cardId: undefined });

  test('replaces the sign-in and keeps its card', () => {
    const state = written(withSession(session)(aPersonState({ signIn: aRedeemedSignIn({ cardId: 'card-7' }) })));

    expect(state.signIn).toBeUndefined();
    expect(state.session).toEqual({ ...session, cardId: 'card-7' });
  });

  test('replaces an older session, which is kept until it is ended', () => {
    const older = aSession({ id: 'older', signInId: 'older' });
    const oldest = aSession({ id: 'oldest', signInId: 'oldest' });
    const state = aPersonState({ signIn: aRedeemedSignIn(), session: older, replaced: [oldest] });

    const next = written(withSession(session)(state));

    expect(next.session?.id).toBe('session-0');
    expect(next.replaced).toEqual([oldest, older]);
  });

  test('counts as written when only the response to the write was lost', () => {
    expect(withSession(session)(aPersonState({ session }))).toEqual({ kind: 'keep', result: true });
  });

  test.each([
    ['cancelled', aPersonState({ signIn: anEndedSignIn({ failure: { reason: 'cancelled' } }) })],
    ['replaced', aPersonState({ signIn: aWaitingSignIn({ id: 'newer' }) })],
    ['erased', undefined],
    ['finished by another worker', aPersonState({ session: aSession({ id: 'theirs' }) })],
  ])('is not wanted where the sign-in was %s', (_, state) => {
    expect(withSession(session)(state)).toEqual({ kind: 'keep', result: false });
  });
});

describe('a card', () => {
  test('belongs to the sign-in, and later to the session it became', () => {
    expect(written(withCardId('sign-in-0', 'card-9')(aPersonState({ signIn: aWaitingSignIn() }))).signIn?.cardId).toBe(
      'card-9',
    );
    expect(written(withCardId('sign-in-0', 'card-9')(aPersonState({ session: aSession() }))).session?.cardId).toBe(
      'card-9',
    );
  });

  test.each([
    ['of another sign-in', aPersonState({ signIn: aWaitingSignIn({ id: 'newer' }) })],
    ['that is known already', aPersonState({ signIn: aWaitingSignIn({ cardId: 'card-9' }) })],
    ['of nobody', undefined],
  ])('%s is not written', (_, state) => {
    expect(withCardId('sign-in-0', 'card-9')(state).kind).toBe('keep');
  });
});
