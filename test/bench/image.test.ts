import { imageRows } from '../../bench/rows/image.ts';

test('the rows of the image have the sum of its files and the number of packages, the largest first', () => {
  const rows = imageRows({
    packages: { small: 20_000, zod: 1_300_000, undici: 1_260_000 },
    files: { 'index.js': 1_000, 'restore-bot.cjs': 9_000_000, 'restore-bot.cache': 5_040_000 },
  });
  expect(rows.map(({ figure, unit, ours }) => ({ figure, unit, ours }))).toEqual([
    { figure: 14, unit: 'MB', ours: 'in MB: index.js 0, restore-bot.cjs 9, restore-bot.cache 5' },
    { figure: 3, unit: 'packages', ours: 'the largest, in MB: zod 1.3, undici 1.3, small 0' },
  ]);
});
