/** Long answers: read element by element, in parts, and by few calls of one person at a time. */
import { Readable } from 'node:stream';

import fc from 'fast-check';

import type { Explorer } from '../../../src/restore/state/ports.ts';
import { createExplorer } from '../../../src/upstream/explorer/explorer.ts';
import { ListSplitter, readLists, WHOLE } from '../../../src/upstream/explorer/api/list-splitter.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';
import type { ScriptedServer } from '../../support/scripted-server.ts';
import { EXPLORE, FIRST, MAILBOX, aMessage, aPage, aRestore, accessTo, cannedHttp } from './explorers.ts';
import { buildHttp, faultOf, type PausingHttp } from './upstreams.ts';

const mailbox = { workload: 'exchange', exploreId: EXPLORE, containerId: MAILBOX } as const;
const NEXT = { _links: { next: { href: '/next' } } };
const ALL = { offset: 0, limit: 2_000 };

let server: ScriptedServer;
let http: PausingHttp;
let explorer: Explorer;
beforeEach(async () => {
  server = await startScriptedServer();
  http = buildHttp();
  explorer = createExplorer({ http });
});
afterEach(async () => {
  await http.close();
  await server.close();
});

const mails = (count: number, more = ''): readonly object[] =>
  Array.from({ length: count }, (_, index) => aMessage({ id: `AAMk${index}`, more }));

test('one mail is parsed at a time, however many there are, and nothing of it is kept but what is shown', async () => {
  const results = mails(2_000, 'x'.repeat(1_000)).map((mail) => JSON.stringify(mail));
  server.answer({ body: `{"offset":0,"limit":200,"results":[${results.join(',')}],"_links":{}}` });
  const parse = jest.spyOn(JSON, 'parse');
  const page = await explorer.search(accessTo(server.url), mailbox, 'items', 'x', ALL);
  const lengths = parse.mock.calls.map(([text]) => text.length);
  parse.mockRestore();
  expect(page.results).toHaveLength(2_000);
  expect(lengths.filter((length) => length > 2_000)).toEqual([]);
  expect(JSON.stringify(page.results).length).toBeLessThan(2_000 * 400);
});

describe('what a person looks at and cannot be read whole', () => {
  const tooLong = { body: aPage(mails(18, 'x'.repeat(1_000_000)), NEXT) };

  test('is shown as far as it was read before an answer became too long', async () => {
    server.answer(tooLong);
    const { results, more } = await explorer.search(accessTo(server.url), mailbox, 'items', 'x', ALL);
    expect(more).toBe(true);
    expect(results.length).toBeGreaterThan(10);
    expect(results.length).toBeLessThan(18);
    expect(server.requests).toHaveLength(1);
  });

  test('is shown as far as it was read before the service became too slow', async () => {
    explorer = createExplorer({ http, timeLimits: { browse: 500 } });
    server.answer({ body: aPage(mails(200), NEXT) }, { delay: 5_000 });
    const page = await explorer.items(accessTo(server.url), { ...mailbox, folder: { id: 'f', kind: 'folder' } }, ALL);
    expect(page).toMatchObject({ more: true, results: { length: 200 } });
  });

  test('ends after 32 MB, however many pages there are', async () => {
    server.answer({ body: aPage(mails(9, 'x'.repeat(1_000_000)), NEXT) });
    const { results, more } = await explorer.search(accessTo(server.url), mailbox, 'items', 'x', {
      offset: 0,
      limit: 20_000,
    });
    expect(more).toBe(true);
    // 9 MB, and as much as is left for each of the next four.
    expect(server.requests).toHaveLength(5);
    expect(results.length).toBeLessThanOrEqual(9 + 6);
  });

  test('is an error where nothing could be read', async () => {
    server.answer({ body: `{"results":[],"more":"${'x'.repeat(17_000_000)}"}` });
    expect((await faultOf(explorer.search(accessTo(server.url), mailbox, 'items', 'x', ALL))).code).toBe('TOO_LARGE');
  });

  test('is an error where a later page is refused', async () => {
    server.answer({ body: aPage(mails(200), NEXT) }, { status: 403 });
    expect((await faultOf(explorer.search(accessTo(server.url), mailbox, 'items', 'x', ALL))).status).toBe(403);
  });
});

test('a list by which something is decided is never a part of it', async () => {
  server.answer({ body: aPage([{ id: 's', type: 'Vex', state: 'Working', more: 'x'.repeat(17_000_000) }], NEXT) });
  expect((await faultOf(explorer.sessions(accessTo(server.url), FIRST))).code).toBe('TOO_LARGE');
});

describe('calls of one person', () => {
  const as = (person: string) => ({ ...accessTo(server.url), accessToken: person });
  const search = (person: string) => explorer.search(as(person), mailbox, 'items', 'x', FIRST);

  test('are four at a time, and nobody else waits for them', async () => {
    const held = Promise.withResolvers<void>();
    const answered: string[] = [];
    server.answer(async ({ path, headers: { authorization = '' } }) => {
      if (authorization === 'Bearer ada' && /search/.test(path)) await held.promise;
      answered.push(authorization);
      return { body: aPage([]) };
    });
    const searches = Array.from({ length: 40 }, () => search('ada'));
    await Promise.all([search('ben'), explorer.session(as('ada'), EXPLORE).catch(() => undefined), search('ben')]);
    const asked = server.requests.filter(
      ({ headers, path }) => headers.authorization === 'Bearer ada' && /search/.test(path),
    );
    expect(asked).toHaveLength(4);
    expect(answered).toContain('Bearer ben');
    held.resolve();
    await Promise.all(searches);
    expect(server.requests.filter(({ path }) => path.includes('search'))).toHaveLength(42);
  });

  test('that follow restores are eight at a time, and nobody else waits for them', async () => {
    const held = Promise.withResolvers<void>();
    server.answer(async ({ headers: { authorization } }) => {
      if (authorization === 'Bearer ada') await held.promise;
      return { body: { id: EXPLORE, state: 'Working' } };
    });
    const polls = Array.from({ length: 40 }, () => explorer.session(as('ada'), EXPLORE));
    await explorer.session(as('ben'), EXPLORE);
    expect(server.requests).toHaveLength(9);
    held.resolve();
    await Promise.all(polls);
    expect(server.requests).toHaveLength(41);
  });

  test('that wait end at once when they are aborted, and are never sent', async () => {
    const held = Promise.withResolvers<void>();
    server.answer(async () => {
      await held.promise;
      return { body: { id: EXPLORE, state: 'Working' } };
    });
    const polls = Array.from({ length: 8 }, () => explorer.session(as('ada'), EXPLORE));
    const stopping = new AbortController();
    const waiting = explorer.session(as('ada'), EXPLORE, stopping.signal);
    stopping.abort(new Error('The process ends.'));
    await expect(waiting).rejects.toThrow('The process ends.');
    held.resolve();
    await Promise.all(polls);
    await explorer.session(as('ada'), EXPLORE);
    expect(server.requests).toHaveLength(9);
  });

  // What is cut off makes room for them.
  test('that wait are never sent after the end of the session, but those that close one', async () => {
    server.answer(async ({ path }) => {
      if (path.includes('Stop')) return { status: 204, body: '' };
      await new Promise(() => undefined);
      return {};
    });
    const session = new AbortController();
    const access = { ...as('ada'), signal: session.signal };
    const polls = Array.from({ length: 8 }, () => explorer.session(access, EXPLORE));
    const searches = Array.from({ length: 4 }, () => explorer.search(access, mailbox, 'items', 'x', FIRST));
    const opening = { workload: 'exchange', showDeleted: false, showAllVersions: false } as const;
    const waiting = [explorer.restore(access, aRestore()), explorer.openExplore(access, opening)];
    const stopped = explorer.stop(access, EXPLORE);
    session.abort(new Error('The session is over.'));
    await Promise.all([...polls, ...searches, ...waiting].map((one) => expect(one).rejects.toThrow('session is over')));
    await stopped;
    await explorer.stop(access, EXPLORE);
    const changing = server.requests.filter(({ method, path }) => method === 'POST' && !path.includes('search'));
    expect(changing.map(({ path }) => path)).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/Stop$/)));
  });

  test('that wait keep their time limit, and make room afterwards', async () => {
    explorer = createExplorer({ http, timeLimits: { browse: 300 } });
    server.answer({ delay: 1_000, body: aPage([]) });
    const faults = await Promise.all(Array.from({ length: 10 }, () => faultOf(search('ada'))));
    expect(new Set(faults.map(({ code }) => code))).toEqual(new Set(['TIMED_OUT']));
    server.answer({ body: aPage([]) });
    expect(await search('ada')).toMatchObject({ results: [] });
  });
});

describe('the elements and fields of a document', () => {
  const read = (text: string, pieceBytes: number, lists: readonly string[]) => {
    const elements: unknown[] = [];
    const fields: Record<string, unknown> = {};
    const splitter = new ListSplitter({
      lists: new Set(lists),
      onElement: (_list, element) => elements.push(element),
      onField: (name, value) => void (fields[name] = value),
    });
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; at += pieceBytes) splitter.take(bytes.subarray(at, at + pieceBytes));
    splitter.end();
    return { elements, fields };
  };
  const isObject = (one: unknown): boolean => typeof one === 'object' && one !== null && !Array.isArray(one);
  const pieces = fc.integer({ min: 1, max: 40 });
  const space = fc.constantFrom(undefined, 1, '\t');

  test('are those that JSON.parse finds, wherever the chunks end', () => {
    const document = fc.record({ a: fc.jsonValue(), results: fc.array(fc.jsonValue()), 'b"c': fc.jsonValue() });
    fc.assert(
      fc.property(document, pieces, space, ({ results, ...rest }, pieceBytes, indent) => {
        const text = JSON.stringify({ a: rest.a, results, 'b"c': rest['b"c'] }, null, indent);
        const { elements, fields } = read(text, pieceBytes, ['results']);
        const whole = JSON.parse(text) as { readonly results: readonly unknown[] };
        expect(elements).toEqual(whole.results.filter(isObject));
        expect({ ...fields, results: whole.results }).toEqual(whole);
      }),
    );
  });

  test('are found in a list that is the document', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), pieces, space, (list, pieceBytes, indent) => {
        const text = JSON.stringify(list, null, indent);
        const { elements, fields } = read(text, pieceBytes, [WHOLE]);
        expect(elements).toEqual((JSON.parse(text) as readonly unknown[]).filter(isObject));
        expect(fields).toEqual({});
      }),
    );
  });
});

describe('elements that cost more than their bytes', () => {
  /** In one chunk, as where all has arrived. */
  const readAll = async (text: string) => {
    const elements: unknown[] = [];
    let rounds = 0;
    let isOver = false;
    const turn = (): void => {
      rounds += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await readLists(Readable.from([Buffer.from(text)]), {
      lists: new Set([WHOLE]),
      onElement: (_list, element) => elements.push(element),
    });
    isOver = true;
    return { elements, rounds };
  };

  test('are left out where one has very many values or levels, and the others are read', async () => {
    const keys = Array.from({ length: 70_000 }, (_, index) => `"${index}":1`);
    const many = `{"long":1234567890123456789,${keys.join(',')}}`;
    const deep = `{"a":${'['.repeat(100)}${']'.repeat(100)}}`;
    const { elements } = await readAll(`[{"id":1},${many},${deep},{"id":2}]`);
    expect(elements).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test.each([
    ['empty ones', '{}', 60_000],
    ['ones with many values', `{"a":1234567890123456789,"b":[${'1,'.repeat(4_000)}1]}`, 12],
  ])('do not hold the event loop: %s', async (_, element, count) => {
    const { elements, rounds } = await readAll(`[${Array.from({ length: count }, () => element).join(',')}]`);
    expect(elements).toHaveLength(count);
    expect(rounds).toBeGreaterThan(5);
  });
});

test.each([
  ['nothing', '', 'NOT_JSON'],
  ['a page', '<html>', 'NOT_JSON'],
  ['an object', '{"results":[]}', 'MALFORMED'],
  ['an end too early', '[{"id":"p"}', 'NOT_JSON'],
])('%s is no list of restore points', async (_name, text, code) => {
  const answering = createExplorer({ http: cannedHttp(200, new TextEncoder().encode(text)) });
  expect((await faultOf(answering.restorePoints(accessTo('https://backup.example'), undefined))).code).toBe(code);
});
