/** Pending sign-ins as another process would have left them behind: a sealed state and a job each. */
import { createJobQueue } from '../src/jobs/job-queue.ts';
import { readSettings } from '../src/settings.ts';
import type { PersonState } from '../src/sign-in/sign-in.ts';
import { createPersonStore } from '../src/state/conversation-store.ts';
import { createSealer } from '../src/state/sealed.ts';
import { createStorage } from '../src/state/storage.ts';
import { person } from './load.ts';
import { BENCH } from './names.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const DAY_MILLISECONDS = 86_400_000;
const AT_ONCE = 64;

export const seeded = (number: number): { readonly deviceCode: string; readonly cardId: string } => ({
  deviceCode: `device-code-${number}`,
  cardId: `card-${number}`,
});

/** @param environment of the bot that is to find them */
export async function seedSignIns(
  environment: Readonly<Record<string, string>>,
  count: number,
  channelUrl: string,
  intervalSeconds: number,
): Promise<void> {
  const settings = readSettings(environment, () => '');
  const storage = createStorage(settings.storage, { container: settings.stateContainer, queue: settings.jobQueue });
  const sealer = createSealer(settings.stateEncryptionKeys);
  const store = createPersonStore({ container: storage.container, sealer, log: silent });
  const queue = createJobQueue(storage);
  const startedAt = Date.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) {
      const { conversationId, oid } = person(number);
      const { deviceCode, cardId } = seeded(number);
      const id = `bench-${number}`;
      const state: PersonState = {
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
        signIn: {
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
          intervalSeconds,
          userCode: 'BENCHCODE',
          deviceCode,
        },
        usedAt: startedAt,
      };
      const key = { conversationId, personId: oid };
      await store.write(key, state, undefined);
      await queue.send({ kind: 'follow', key, signInId: id }, 0);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
