import type { Connection } from '../../../../../src/restore/access/service-access.ts';
import type { ScopeList } from '../../../../../src/restore/backups/catalog.ts';
import { ScopeCache } from '../../../../../src/restore/explore/scope/scope-cache.ts';
import { fakeScopeList } from '../../../../fakes/explorer.ts';
import { aFault, anOrganization, aPersonKey, aSession } from '../../../../support/builders.ts';

const connection = (signInId: string): Connection => ({
  key: aPersonKey(),
  session: aSession({ signInId }),
  kind: 'operator',
  call: (work) => work({ kind: 'operator', organization: anOrganization(), accessToken: signInId }),
});

interface Having {
  readonly scopes: ScopeCache;
  /** Access tokens that asked. */
  readonly asked: readonly string[];
  answer: (token: string) => Promise<ScopeList>;
}

function having(bytes: number): Having {
  const asked: string[] = [];
  const it: Having = {
    scopes: new ScopeCache(
      {
        effectiveScope: ({ accessToken }) => {
          asked.push(accessToken);
          return it.answer(accessToken);
        },
      },
      250,
    ),
    asked,
    answer: async () => ({ ...fakeScopeList([]), bytes }),
  };
  return it;
}

test('a scope is fetched once per sign-in, however many requests come at once', async () => {
  const { scopes, asked } = having(100);

  const [one, other] = await Promise.all([scopes.get(connection('a')), scopes.get(connection('a'))]);
  const later = await scopes.get(connection('a'));

  expect([other, later, scopes.peek('a')]).toEqual([one, one, one]);
  expect(asked).toEqual(['a']);
});

test('the list used least recently is evicted when there is no more room', async () => {
  const { scopes } = having(100);
  await scopes.get(connection('a'));
  await scopes.get(connection('b'));
  scopes.peek('a');

  await scopes.get(connection('c'));

  expect(['a', 'b', 'c'].map((id) => scopes.peek(id) !== undefined)).toEqual([true, false, true]);
});

test('a list larger than the limit is kept until another one is fetched', async () => {
  const { scopes } = having(1000);
  await scopes.get(connection('a'));
  expect(scopes.peek('a')).toBeDefined();

  await scopes.get(connection('b'));

  expect(scopes.peek('a')).toBeUndefined();
});

test('a scope whose fetch failed is fetched again', async () => {
  const it = having(100);
  const works = it.answer;
  it.answer = () => Promise.reject(aFault('TIMED_OUT'));
  await expect(it.scopes.get(connection('a'))).rejects.toMatchObject({ code: 'TIMED_OUT' });
  it.answer = works;

  await expect(it.scopes.get(connection('a'))).resolves.toBeDefined();
});

test('a list that arrives after its sign-in has ended is not cached', async () => {
  const it = having(100);
  let late: (list: ScopeList) => void = () => undefined;
  it.answer = () => new Promise((resolve) => (late = resolve));
  const asked = it.scopes.get(connection('a'));

  it.scopes.drop('a');
  late(fakeScopeList([]));

  await expect(asked).resolves.toBeDefined();
  expect(it.scopes.peek('a')).toBeUndefined();
});

test('a refresh fetches the scope again', async () => {
  const { scopes, asked } = having(100);
  await scopes.get(connection('a'));

  await scopes.refresh(connection('a'));

  expect(asked).toEqual(['a', 'a']);
});
