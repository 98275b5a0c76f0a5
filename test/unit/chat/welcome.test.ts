/** The first card of a conversation: two events of Teams say that the app was installed. */
import type { TurnContext } from 'botbuilder';

import { TurnHandler } from '../../../src/chat/turn-handler.ts';
import type { Router } from '../../../src/chat/router.ts';
import type { Address, PersonKey } from '../../../src/core/person.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import { anActivity, APP_ID, USER } from '../../support/channel.ts';

const SELF = { id: `28:${APP_ID}` };
/** It names neither the person's account nor their language. */
const ADDED = { type: 'conversationUpdate', membersAdded: [SELF], recipient: SELF, locale: undefined };
const ADDED_BY = { from: { id: '29:person' } };
const INSTALLED = { type: 'installationUpdate', action: 'add', recipient: SELF, locale: 'de-DE' };

function setUp(storageMilliseconds = 0) {
  const clock = createFakeClock();
  const saved: unknown[] = [];
  const welcomes: { readonly key: PersonKey; readonly address: Address }[] = [];
  const typing: number[] = [];
  const router = {
    welcome: async () => {
      if (storageMilliseconds > 0) await clock.sleep(storageMilliseconds);
      return { kind: 'render', view: { kind: 'welcome', help: {} } };
    },
    saveAdministratorContact: async (...[, added]: unknown[]) => void saved.push(added),
    leave: async () => undefined,
  } as unknown as Router;
  const announcer = {
    post: async (address: Address, key: PersonKey) => void welcomes.push({ key, address }),
    typing: async () => void typing.push(clock.now()),
  } as never;
  const handler = new TurnHandler({ router, announcer, clock, log: createRecordingLog(), newId: () => '1' });
  const send = (fields: object): Promise<void> =>
    handler.onTurn({ activity: anActivity('https://smba.example', { ...fields }) } as unknown as TurnContext);
  return { clock, handler, welcomes, typing, saved, send };
}

const INSTALLER = [{ key: { personId: USER }, address: { locale: 'de-DE' } }];

test.each([
  ['first', [{ ...ADDED, ...ADDED_BY }, INSTALLED]],
  ['last', [INSTALLED, { ...ADDED, ...ADDED_BY }]],
])('the event that says less comes %s: there is one welcome, of the other', async (_order, events) => {
  const { clock, welcomes, saved, send } = setUp();
  for (const event of events) await send(event);
  await clock.advance(10_000);
  expect(welcomes).toMatchObject(INSTALLER);
  expect(welcomes).toHaveLength(1);
  // An administrator's address is stored anew.
  expect(saved).toEqual(['added', 'added']);
});

test('without the other event it is welcome enough, and the end of the process waits for it', async () => {
  const { clock, handler, welcomes, send } = setUp();
  await send(ADDED);
  expect(welcomes).toEqual([]);
  await clock.run(handler.settled());
  expect(welcomes).toHaveLength(1);
});

test('it comes within two seconds, or a sign of life does, where only the event that says less is sent', async () => {
  const quick = setUp();
  await quick.send(ADDED);
  await quick.clock.advance(1_999);
  expect(quick.welcomes).toHaveLength(1);
  expect(quick.typing).toEqual([]);

  const slow = setUp(5_000);
  await slow.send(ADDED);
  await slow.clock.advance(1_999);
  expect([slow.welcomes.length, slow.typing.length]).toEqual([0, 1]);
  await slow.clock.run(slow.handler.settled());
  expect([slow.welcomes.length, slow.typing.length]).toEqual([1, 1]);
});

test('an administrator’s address is stored anew also where another instance has heard that the app was removed meanwhile', async () => {
  const { clock, welcomes, saved, send } = setUp();
  for (const event of [INSTALLED, { ...INSTALLED, id: 'later' }]) {
    await send(event);
    await clock.advance(60_000);
  }
  expect(saved).toEqual(['added', 'added']);
  expect(welcomes).toHaveLength(1);
});

test('who removes the app and adds it again at once is welcomed again', async () => {
  const { clock, welcomes, send } = setUp();
  for (const action of ['add', 'remove', 'add']) {
    await send({ ...INSTALLED, action });
    await send({ ...ADDED, membersAdded: action === 'add' ? [SELF] : [] });
    await clock.advance(10_000);
  }
  expect(welcomes).toHaveLength(2);
});
