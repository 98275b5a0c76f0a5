/** Stored state as another process would have left it: encrypted, with a job for each pending sign-in. */
import { type JobQueue, StorageJobQueue } from '../src/jobs/job-queue.ts';
import { readSettings } from '../src/settings/read-settings.ts';
import type { PersonStore, SweepPlan } from '../src/sign-in/state/ports.ts';
import type { PersonKey } from '../src/core/person.ts';
import type { PersonState, Session, WaitingSignIn } from '../src/sign-in/state/model.ts';
import { createPersonStore } from '../src/state/person-store.ts';
import { createSealer } from '../src/state/blobs/encryption.ts';
import { createStorage } from '../src/state/azure/storage.ts';
import { createSweepPlan } from '../src/state/sweep-schedule.ts';
import { atOnce } from './at-once.ts';
import { person } from './load.ts';
import { FERNWEH } from '../local/people.ts';
import { BENCH } from './names.ts';
import type { Operator } from './outside/operators.ts';
import { deviceCodeOf } from './outside/provider.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const DAY_MILLISECONDS = 86_400_000;
const AT_ONCE = 16;

export const seeded = (number: number): { readonly deviceCode: string; readonly cardId: string } => ({
  deviceCode: deviceCodeOf(number),
  cardId: `card-${number}`,
});

interface Stored {
  readonly store: PersonStore;
  readonly queue: JobQueue;
  readonly sweepPlan: SweepPlan;
}

function openStorage(environment: Readonly<Record<string, string>>): Stored {
  const settings = readSettings(environment, () => '');
  const storage = createStorage(settings.storage, {
    container: settings.stateContainer,
    auditContainer: settings.auditContainer,
    queue: settings.jobQueue,
  });
  const sealer = createSealer(settings.stateEncryptionKeys);
  return {
    store: createPersonStore({ container: storage.container, sealer, log: silent }),
    queue: new StorageJobQueue(storage),
    sweepPlan: createSweepPlan(storage.container),
  };
}

function stateOf(number: number, channelUrl: string, at: number): PersonState {
  const { conversationId, oid } = person(number);
  return {
    person: { objectId: oid, tenantId: BENCH.tenantId, name: 'Bench Person' },
    address: {
      channelId: 'msteams',
      serviceUrl: `${channelUrl}/`,
      conversationId,
      place: 'personal',
      tenantId: BENCH.tenantId,
      userId: `29:${oid}`,
      botId: `28:${BENCH.appId}`,
      locale: 'en-GB',
    },
    usedAt: at,
  };
}

const keyOf = (number: number): PersonKey => {
  const { conversationId, oid } = person(number);
  return { conversationId, personId: oid };
};

/** Plans the daily sweep, as a replica that was started before has done: a new deployment sweeps a minute after its first start. */
export async function seedSweep(environment: Readonly<Record<string, string>>): Promise<void> {
  const { sweepPlan } = openStorage(environment);
  await sweepPlan.write({ runId: 'bench', dueAt: Date.now() + DAY_MILLISECONDS }, undefined);
}

/** Stores people without a sign-in or session. @param environment of the bot that reads them */
export async function seedPeople(
  environment: Readonly<Record<string, string>>,
  count: number,
  channelUrl: string,
): Promise<void> {
  const { store } = openStorage(environment);
  const at = Date.now();
  await atOnce(AT_ONCE, count, async (number) => {
    await store.write(keyOf(number), stateOf(number, channelUrl, at), undefined);
  });
}

/** Stores pending sign-ins. @param environment of the bot that follows them @param intervalSeconds by their number */
export async function seedSignIns(
  environment: Readonly<Record<string, string>>,
  count: number,
  channelUrl: string,
  intervalSeconds: (number: number) => number,
): Promise<void> {
  const { store, queue } = openStorage(environment);
  const startedAt = Date.now();
  await atOnce(AT_ONCE, count, async (number) => {
    const { deviceCode, cardId } = seeded(number);
    const id = `bench-${number}`;
    const signIn: WaitingSignIn = {
      kind: 'waiting',
      id,
      flow: 'operator',
      organization: BENCH.organization,
      clientId: BENCH.appId,
      scope: 'openid',
      startedAt,
      cardId,
      verificationUri: 'https://microsoft.com/devicelogin',
      expiresAt: startedAt + DAY_MILLISECONDS,
      intervalSeconds: intervalSeconds(number),
      userCode: 'BENCHCODE',
      deviceCode,
    };
    const key = keyOf(number);
    await store.write(key, { ...stateOf(number, channelUrl, startedAt), signIn }, undefined);
    await queue.send({ kind: 'follow', key, signInId: id }, 0);
  });
}

/** Stores that operators are signed in, each in a personal chat. @param environment of the bot that reads them */
export async function seedSessions(
  environment: Readonly<Record<string, string>>,
  operators: readonly Operator[],
  channelUrl: string,
): Promise<void> {
  const { store } = openStorage(environment);
  const at = Date.now();
  await Promise.all(
    operators.map(async ({ person, conversationId, accessToken }, number) => {
      const { objectId, tenantId, name, signInName, teamsUserId: userId } = person;
      const { address, ...state } = stateOf(number, channelUrl, at);
      const session: Session = {
        id: `session-${number}`,
        signInId: `sign-in-${number}`,
        flow: 'operator',
        organization: FERNWEH.organization,
        clientId: FERNWEH.operatorApplicationId,
        scope: 'openid',
        account: signInName,
        userId: objectId,
        tenantId,
        signedInAt: at,
        issuedAt: at,
        expiresAt: at + DAY_MILLISECONDS,
        accessToken,
      };
      const signedIn: PersonState = {
        ...state,
        person: { objectId, tenantId, name },
        address: { ...address, conversationId, tenantId, userId },
        session,
      };
      await store.write({ conversationId, personId: objectId }, signedIn, undefined);
    }),
  );
}
