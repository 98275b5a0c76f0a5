/** The scope of an operator is read chunk by chunk, whatever its size. */
import fc from 'fast-check';

import type { ScopeItem } from '../../../src/restore/backups/entries/entry.ts';
import { createExplorer } from '../../../src/upstream/explorer/explorer.ts';
import { ListSplitter } from '../../../src/upstream/explorer/api/list-splitter.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';
import { accessTo, cannedHttp } from './explorers.ts';
import { buildHttp, faultOf } from './upstreams.ts';

const access = accessTo('https://backup.example');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const readScope = (text: string, pieceBytes?: number) =>
  createExplorer({ http: cannedHttp(200, bytesOf(text), pieceBytes) }).effectiveScope(access);

const aUser = (index: number) => {
  const id = `user${index}`;
  const user = {
    id,
    displayName: `Zoë "${index}" \\ 東京`,
    name: `zoe${index}@contoso.com`,
    type: 'User',
    more: [[1]],
  };
  return { type: 'User', id, user, _links: { self: { href: '/x' } } };
};
const SITE = {
  type: 'Site',
  id: 's1',
  site: { id: 's1', url: 'https://contoso.example/sites/a', title: 'A', isCloud: true, isPersonal: false },
};
const TEAM = {
  type: 'Team',
  id: 't1',
  team: { id: 't1', displayName: 'Team', description: '', mail: 't@contoso.com' },
};

test.each([[1], [2], [7], [65_536]])('is read from chunks of %i bytes', async (pieceBytes) => {
  const text = `\uFEFF ${JSON.stringify({ version: 'x"users":[', users: [aUser(1), aUser(2)], sites: [SITE], teams: [TEAM] }, null, 1)} \n`;
  const scope = await readScope(text, pieceBytes);
  expect(scope.counts).toEqual({ User: 2, Site: 1, Team: 1 });
  const { _links: _, ...echo } = aUser(2);
  const found = scope.find('user2');
  expect(found).toMatchObject({ type: 'User', name: 'Zoë "2" \\ 東京', detail: 'zoe2@contoso.com' });
  expect(JSON.parse(found?.echo ?? '')).toEqual(echo);
  expect(scope.find('s1')).toMatchObject({ type: 'Site', name: 'A', detail: 'https://contoso.example/sites/a' });
  expect(scope.find('t1')).toMatchObject({ type: 'Team', name: 'Team', detail: 't@contoso.com' });
});

test('omits unusable elements', async () => {
  const users = [
    null,
    7,
    'x',
    [aUser(3)],
    { id: 'u' },
    { ...aUser(4), id: '' },
    aUser(5),
    { ...aUser(6), x: 'y'.repeat(300_000) },
  ];
  const scope = await readScope(JSON.stringify({ users, groups: [aUser(7)], sites: null }), 4_096);
  expect(scope.counts).toEqual({ User: 1, Site: 0, Team: 0 });
});

test.each(['{}', ' { } ', '{"_links":{}}', '{"_links":{"self":{"href":"/v8"}},"users":null}', '{"users":[]}'])(
  '%s is an empty scope: no list of it is required',
  async (text) => {
    for (const pieceBytes of [1, 65_536])
      expect((await readScope(text, pieceBytes)).counts).toEqual({ User: 0, Site: 0, Team: 0 });
  },
);

test.each([
  ['nothing', '', 'NOT_JSON'],
  ['a page', '<html>', 'NOT_JSON'],
  ['a list', '[]', 'MALFORMED'],
  ['no list at all', '{"message":"users"}', 'MALFORMED'],
  ['something too long beside', `{"_links":{},"message":"${'x'.repeat(2_000_000)}"}`, 'MALFORMED'],
  ['a list of something else', '{"groups":[]}', 'MALFORMED'],
  ['a number under the name', '{"users":7}', 'MALFORMED'],
  ['something else under the name', '{"users":{"a":[]}}', 'MALFORMED'],
  ['an end too early', '{"users":[', 'NOT_JSON'],
  ['more after the end', '{"users":[]}{}', 'NOT_JSON'],
  ['a broken element', '{"users":[{"id":]}', 'NOT_JSON'],
  ['a broken element that closes', '{"users":[{"id":}]}', 'NOT_JSON'],
])('%s is no scope', async (_name, text, code) => {
  expect((await faultOf(readScope(text))).code).toBe(code);
});

test('bytes that are no text are no scope', async () => {
  const bytes = Uint8Array.from([...bytesOf('{"users":[{"id":"'), 0xff, ...bytesOf('"}]}')]);
  const explorer = createExplorer({ http: cannedHttp(200, bytes) });
  expect((await faultOf(explorer.effectiveScope(access))).code).toBe('NOT_JSON');
});

test('the elements are those that JSON.parse finds, wherever the chunks end', () => {
  fc.assert(
    fc.property(
      fc.record({ users: fc.array(fc.jsonValue()), before: fc.jsonValue(), 'us"ers': fc.array(fc.jsonValue()) }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(undefined, 1, '\t'),
      ({ users, ...rest }, pieceBytes, space) => {
        const seen: unknown[] = [];
        const splitter = new ListSplitter({ lists: new Set(['users']), onElement: (_list, one) => seen.push(one) });
        const bytes = bytesOf(JSON.stringify({ ...rest, users }, null, space));
        for (let at = 0; at < bytes.length; at += pieceBytes) splitter.take(bytes.subarray(at, at + pieceBytes));
        splitter.end();
        const objects = users.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
        expect(seen).toEqual(JSON.parse(JSON.stringify(objects)));
      },
    ),
  );
});

describe('over a connection', () => {
  test('begins again when the first answer is cut off', async () => {
    const server = await startScriptedServer();
    const http = buildHttp();
    const whole = JSON.stringify({ users: [aUser(1)], sites: [], teams: [] });
    server.answer({ body: whole.slice(0, -20), cutOff: true }, { body: whole });
    const scope = await createExplorer({ http }).effectiveScope(accessTo(server.url));
    expect(scope.counts.User).toBe(1);
    expect(server.requests).toHaveLength(2);
    await http.close();
    await server.close();
  });

  test('parses one object at a time, however many there are', async () => {
    const server = await startScriptedServer();
    const http = buildHttp({ timeLimitMilliseconds: 60_000 });
    const count = 20_000;
    const users = Array.from({ length: count }, (_, index) => JSON.stringify(aUser(index)));
    server.answer({ body: `{"users":[${users.join(',')}],"sites":[],"teams":[]}` });
    const parse = jest.spyOn(JSON, 'parse');
    const scope = await createExplorer({ http }).effectiveScope(accessTo(server.url));
    const lengths = parse.mock.calls.map(([text]) => text.length);
    parse.mockRestore();
    expect(scope.counts.User).toBe(count);
    expect(scope.find('user19999')).toMatchObject({ id: 'user19999' } satisfies Partial<ScopeItem>);
    expect(lengths.length).toBeGreaterThanOrEqual(count);
    const longest = users.reduce((most, { length }) => Math.max(most, length), 0);
    expect(lengths.filter((length) => length > longest)).toEqual([]);
    await http.close();
    await server.close();
  }, 60_000);
});
