/** What a start renders needs no formatter: the first one of each kind takes milliseconds and megabytes. */
import type * as Render from '../../../../src/cards/render.ts';

test('a card without numbers, dates and long names creates no formatter', () => {
  const created = [
    jest.spyOn(Intl, 'NumberFormat'),
    jest.spyOn(Intl, 'DateTimeFormat'),
    jest.spyOn(Intl, 'ListFormat'),
    jest.spyOn(Intl, 'Segmenter'),
  ];
  jest.isolateModules(() => {
    const { renderView } = jest.requireActual<typeof Render>('../../../../src/cards/render.ts');
    const owner = { userId: '', id: '' };
    renderView({ kind: 'notice', notice: { code: 'not-signed-in' } }, { place: 'personal', audience: 'owner', owner });
  });
  expect(created.map(({ mock }) => mock.calls)).toEqual([[], [], [], []]);
});
