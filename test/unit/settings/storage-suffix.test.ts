import { createContainer, createQueue } from '../../../src/state/azure/storage.ts';
import { mistakesIn, read } from '../../support/environment.ts';

const ACCOUNT = { AZURE_STORAGE_CONNECTION_STRING: undefined, AZURE_STORAGE_ACCOUNT: 'contoso1' };

test('an account is in the public cloud unless its domain is given', () => {
  const { storage } = read(ACCOUNT);
  expect(storage).toEqual({ kind: 'account', account: 'contoso1' });
  expect(createContainer(storage, 'state').url).toBe('https://contoso1.blob.core.windows.net/state');
});

test('blobs and queue are found in the cloud of the domain', () => {
  const { storage } = read({ ...ACCOUNT, AZURE_STORAGE_SUFFIX: 'core.usgovcloudapi.net' });
  expect(createContainer(storage, 'state').url).toBe('https://contoso1.blob.core.usgovcloudapi.net/state');
  expect(createQueue(storage, 'jobs').url).toBe('https://contoso1.queue.core.usgovcloudapi.net/jobs');
});

test.each(['https://core.usgovcloudapi.net', 'windows', 'CORE.windows.net', 'core.windows.net/'])(
  '%s is no domain',
  (suffix) => {
    expect(mistakesIn({ ...ACCOUNT, AZURE_STORAGE_SUFFIX: suffix })).toEqual([
      expect.stringMatching(/^AZURE_STORAGE_SUFFIX: must be a domain/),
    ]);
  },
);

test('it has no effect beside a connection string, and that is said', () => {
  const both = {
    AZURE_STORAGE_CONNECTION_STRING: 'UseDevelopmentStorage=true',
    AZURE_STORAGE_SUFFIX: 'core.windows.net',
  };
  expect(mistakesIn(both)).toEqual([expect.stringMatching(/^AZURE_STORAGE_SUFFIX: has no effect/)]);
});
