/** What a start renders needs no formatter: the first one of each kind takes milliseconds and megabytes. */
import { execFileSync } from 'node:child_process';

const PROGRAM = `
  const created = [];
  for (const kind of ['NumberFormat', 'DateTimeFormat', 'ListFormat', 'Segmenter'])
    Intl[kind] = new Proxy(Intl[kind], {
      construct(target, args) {
        created.push(kind);
        return Reflect.construct(target, args);
      },
    });
  const { renderView } = await import('./src/cards/render.ts');
  const notice = { kind: 'notice', notice: { code: 'not-signed-in' } };
  renderView(notice, { place: 'personal', audience: 'owner', owner: { userId: '', id: '' } });
  console.log(JSON.stringify(created));
`;

test('a card without numbers, dates and long names creates no formatter', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual([]);
});
