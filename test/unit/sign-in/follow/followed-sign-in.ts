/** A sign-in and the job that follows it, for the tests of sign-in-job.ts. */
import type { FollowJob } from '../../../../src/sign-in/follow/sign-in-job.ts';
import type { PersonState } from '../../../../src/sign-in/state/model.ts';
import { createDomain, type Choices, type Domain } from '../../../support/domain.ts';
import { aPersonKey, aPersonState, aWaitingSignIn } from '../../../support/builders.ts';

export const key = aPersonKey();
export const job: FollowJob = { kind: 'follow', key, signInId: 'sign-in-0' };

/** A sign-in whose card is posted and whose job has not started. */
export function waiting(choices: Choices = {}, state: Partial<PersonState> = {}): Domain {
  const domain = createDomain(choices);
  domain.store.put(key, aPersonState({ signIn: aWaitingSignIn({ cardId: 'card-0' }), ...state }));
  return domain;
}

export const followed = (domain: Domain, controller = new AbortController()): Promise<void> =>
  domain.clock.run(domain.follow(job, controller));

export const lastCard = (domain: Domain) => domain.announcer.cards.at(-1)?.views.at(-1);
