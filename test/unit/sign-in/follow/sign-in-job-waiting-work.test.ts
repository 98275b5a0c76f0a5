/** The hook that continues the work that waited for a sign-in. */
import { StorageUnavailableError } from '../../../../src/core/errors.ts';
import type { FollowJob } from '../../../../src/sign-in/follow/sign-in-job.ts';
import type { PersonState } from '../../../../src/sign-in/state/model.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import {
  aPersonKey,
  aPersonState,
  aRedeemedSignIn,
  aSession,
  aWaitingSignIn,
  refused,
} from '../../../support/builders.ts';
import { createDomain, onBegin, type Choices, type Domain } from '../../../support/domain.ts';

const key = aPersonKey();
const job: FollowJob = { kind: 'follow', key, signInId: 'sign-in-0' };

function domainWith(state: Partial<PersonState>, choices: Choices): Domain {
  const domain = createDomain(choices);
  domain.store.put(key, aPersonState(state));
  return domain;
}

const followed = (domain: Domain, controller = new AbortController()): Promise<void> =>
  domain.clock.run(domain.follow(job, controller));

test('others are told once the session is stored and shown on the card', async () => {
  const calls: unknown[] = [];
  const domain: Domain = domainWith(
    { signIn: aRedeemedSignIn({ cardId: 'card-0' }) },
    {
      onSession: onBegin(async (who) => {
        calls.push([who, domain.store.stateOf(key)?.session?.signInId, [...domain.announcer.acts]]);
      }),
    },
  );

  await followed(domain);

  expect(calls).toEqual([[key, 'sign-in-0', ['edit card-0 signed-in']]]);
});

test('others are not told after a sign-in that failed', async () => {
  let calls = 0;
  const signedIn = async (): Promise<void> => void (calls += 1);
  const domain = domainWith({ signIn: aWaitingSignIn({ cardId: 'card-0' }) }, { onSession: onBegin(signedIn) });
  domain.identityProvider.polls = [refused('authorization_declined')];

  await followed(domain);

  expect(calls).toBe(0);
});

test('the hook is not called for an unreachable conversation', async () => {
  let calls = 0;
  const signedIn = async (): Promise<void> => void (calls += 1);
  const domain = domainWith({ signIn: aWaitingSignIn({ cardId: 'card-0' }) }, { onSession: onBegin(signedIn) });
  domain.identityProvider.polls = [granted()];
  domain.announcer.mode = 'is unreachable';

  await followed(domain);

  expect(calls).toBe(0);
  expect(domain.store.stateOf(key)).toBeUndefined();
});

test('the hook is called again when the job is repeated, also after a crash', async () => {
  let calls = 0;
  const signedIn = async (): Promise<void> => void (calls += 1);
  const domain = domainWith({ session: aSession() }, { onSession: onBegin(signedIn) });

  await followed(domain);
  await followed(domain);

  expect(calls).toBe(2);
});

test('a hook that fails is logged, and the sign-in succeeds', async () => {
  const domain = domainWith({ session: aSession() }, { onSession: () => Promise.reject(new Error('broken')) });

  await followed(domain);

  expect(domain.announcer.acts).toEqual(['edit card-0 signed-in']);
  expect(domain.log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
    { fields: { reference: 'sign-in-0' }, message: 'waiting work could not be continued' },
  ]);
});

test('waits for storage', async () => {
  let tries = 0;
  const signedIn = async (): Promise<void> => {
    tries += 1;
    if (tries < 4) throw new StorageUnavailableError('away');
  };
  const domain = domainWith({ session: aSession() }, { onSession: onBegin(signedIn) });

  await followed(domain);

  expect(tries).toBe(4);
  expect(domain.log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
});

test('a hook that is waiting when the process stops is left to the next delivery of the job', async () => {
  const domain = domainWith(
    { session: aSession() },
    { onSession: () => Promise.reject(new StorageUnavailableError('away')) },
  );
  const stopping = new AbortController();
  const following = domain.follow(job, stopping);
  await domain.clock.advance(1000);
  stopping.abort(new Error('The process stops.'));
  domain.end();

  await expect(domain.clock.run(following)).rejects.toThrow('The process ends.');
});
