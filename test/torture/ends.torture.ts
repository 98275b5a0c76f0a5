import { createBotFarm } from './bot-farm.ts';
import { endEverything } from './ends.ts';
import { putBackEverything } from './put-back.ts';

test('a log-out stops the upload of a file, and a blob of it that is put back starts nothing again', async () => {
  const farm = createBotFarm({ spare: 1 });
  try {
    const ended = await endEverything(farm, 1, 'log-out, while there is a file being uploaded', () => undefined);
    expect(ended.map(({ problems }) => problems)).toEqual([[], []]);
    const [putBack] = await putBackEverything(farm, 'a file', 4);
    expect(putBack?.tries).toBeGreaterThan(3);
    expect(putBack?.problems).toEqual([]);
  } finally {
    await farm.close();
  }
}, 600_000);
