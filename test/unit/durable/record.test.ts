import { ConflictError, StateUnreadableError, StorageUnavailableError } from '../../../src/core/errors.ts';
import type { PersonState } from '../../../src/sign-in/state/model.ts';
import { changeState, readForJob, readState, type Decided } from '../../../src/durable/record.ts';
import { createFakePersonStore } from '../../fakes/person-store.ts';
import { aPersonKey, aPersonState } from '../../support/builders.ts';

const key = aPersonKey();
const addOne = (state: PersonState | undefined): Decided<number, PersonState> => {
  const usedAt = (state?.usedAt ?? 0) + 1;
  return { kind: 'write', state: aPersonState({ usedAt }), result: usedAt };
};

test('writes a state where there is none', async () => {
  const store = createFakePersonStore();

  await expect(changeState(store, key, addOne)).resolves.toMatchObject({ result: 1, loaded: { unreadable: false } });
  expect(store.stateOf(key)?.usedAt).toBe(1);
});

test('loses no change when many are made at once', async () => {
  const store = createFakePersonStore();

  await Promise.all(Array.from({ length: 10 }, () => changeState(store, key, addOne)));

  expect(store.stateOf(key)?.usedAt).toBe(10);
});

test('decides again after another process wrote the state', async () => {
  const store = createFakePersonStore();
  store.put(key, aPersonState({ usedAt: 1 }));
  const loaded = await readState(store, key);
  store.put(key, aPersonState({ usedAt: 41 }));

  await expect(changeState(store, key, addOne, loaded)).resolves.toMatchObject({ result: 42 });
});

test('a loaded state is overwritten without another read', async () => {
  const store = createFakePersonStore();
  const { loaded } = await changeState(store, key, addOne);

  await expect(
    changeState({ ...store, read: () => Promise.reject(new Error('no')) }, key, addOne, loaded),
  ).resolves.toMatchObject({ result: 2 });
});

test('a decision to keep the state writes nothing', async () => {
  const store = createFakePersonStore();

  await changeState(store, key, () => ({ kind: 'keep', result: undefined }));

  expect(store.written).toEqual([]);
});

test('overwrites an unreadable blob', async () => {
  const store = createFakePersonStore();
  store.put(key, aPersonState({ usedAt: 41 }));
  store.spoil(key);

  await expect(readState(store, key)).resolves.toMatchObject({ state: undefined, unreadable: true });
  await expect(changeState(store, key, addOne)).resolves.toMatchObject({ result: 1, loaded: { unreadable: false } });
});

test('what a newer version has just written is neither taken for absent nor overwritten', async () => {
  const store = createFakePersonStore();
  store.put(key, aPersonState({ usedAt: 41 }));
  const read = async () => ({ kind: 'unreadable', version: '1', isNewer: true }) as const;

  await expect(readState({ read }, key)).rejects.toThrow(StorageUnavailableError);
  await expect(changeState({ ...store, read }, key, addOne)).rejects.toThrow(StorageUnavailableError);
  await expect(readForJob({ read }, key)).rejects.toThrow(StateUnreadableError);
  expect(store.written).toEqual([]);
});

test('gives up after twenty conflicts in a row, not nineteen', async () => {
  const store = createFakePersonStore();
  store.put(key, aPersonState());

  store.conflicts = 19;
  await expect(changeState(store, key, addOne)).resolves.toBeDefined();
  store.conflicts = 20;
  await expect(changeState(store, key, addOne)).rejects.toThrow(ConflictError);
});

test('throws when storage is unavailable', async () => {
  const store = createFakePersonStore();
  store.away = true;

  await expect(changeState(store, key, addOne)).rejects.toThrow(StorageUnavailableError);
});
