import type { UpstreamError } from '../../src/core/errors.ts';
import type { Directory } from '../../src/sign-in/state/ports.ts';
import { SOMEBODY } from './identity-provider.ts';

export interface FakeDirectory extends Directory {
  /** Who the directory says it is. */
  who: { readonly userId: string; readonly tenantId: string };
  /** What it throws instead. */
  fails: UpstreamError | undefined;
  /** The access tokens it was asked with. */
  readonly asked: readonly string[];
}

export function createFakeDirectory(): FakeDirectory {
  const asked: string[] = [];
  const directory: FakeDirectory = {
    who: { userId: SOMEBODY.oid, tenantId: SOMEBODY.tid },
    fails: undefined,
    asked,
    async whoIs(_, accessToken, signal) {
      await Promise.resolve();
      signal?.throwIfAborted();
      asked.push(accessToken);
      if (directory.fails !== undefined) throw directory.fails;
      return directory.who;
    },
  };
  return directory;
}
