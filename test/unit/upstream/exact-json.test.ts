import fc from 'fast-check';
import { digitsOf, parseExactly } from '../../../src/upstream/explorer/api/exact-json.ts';
import { echoOf, fromEcho } from '../../../src/upstream/explorer/api/fields.ts';

const BEYOND = '9007199254740993';

test('an id beyond 2^53 keeps its digits, in the object and in the text that is sent back', () => {
  const post = parseExactly(
    `{"postId": ${BEYOND}, "parentId":-9223372036854775808, "at": 1.5, "size": 12, "no": null}`,
  );

  expect(post).toMatchObject({ at: 1.5, size: 12, no: null });
  expect(digitsOf((post as { postId: unknown }).postId)).toBe(BEYOND);
  const text = `{"postId":${BEYOND},"parentId":-9223372036854775808,"at":1.5,"size":12,"no":null}`;
  expect(JSON.stringify(post)).toBe(text);
  expect(JSON.stringify(fromEcho(echoOf(post), 'A post'))).toBe(text);
});

test('every integer of 64 bits comes back as it was', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (id) => {
      const read = parseExactly(`{"posts":[{"postId":${id}},${id}]}`) as { posts: [{ postId: unknown }, unknown] };
      expect([digitsOf(read.posts[0].postId), digitsOf(read.posts[1])]).toEqual([String(id), String(id)]);
      expect(JSON.stringify(read)).toBe(`{"posts":[{"postId":${id}},${id}]}`);
    }),
  );
});

test('all else is read as ever', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseExactly(text)).toEqual(JSON.parse(text));
    }),
  );
  expect(parseExactly(`{"id":"${BEYOND}","text":": ${BEYOND}"}`)).toEqual({ id: BEYOND, text: `: ${BEYOND}` });
});

test.each([
  [12, '12'],
  ['12', '12'],
  [-1, '-1'],
  [1.5, undefined],
  [1e21, undefined],
  ['1e3', undefined],
  [null, undefined],
  [{ rawJSON: '12' }, undefined],
])('%j has the digits %j', (value, digits) => {
  expect(digitsOf(value)).toBe(digits);
});

test('what is no JSON is not quoted in the error', () => {
  expect(() => fromEcho('{"name":"Secret', 'A post')).toThrow('A post lacks the object that the service sent.');
});
