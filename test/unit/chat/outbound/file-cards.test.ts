import { BotConnector } from '../../../../src/chat/outbound/connector.ts';
import { ConnectorToken } from '../../../../src/chat/outbound/connector-token.ts';
import { createFileCards } from '../../../../src/chat/outbound/file-cards.ts';
import { createChannelHttp, type ChannelHttp } from '../../../../src/chat/outbound/http.ts';
import type { FileCards } from '../../../../src/restore/export/ports.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { createRecordingLog } from '../../../fakes/records.ts';
import { anAddress, aPersonKey } from '../../../support/builders.ts';
import { startChannel, type Channel } from '../../../support/channel.ts';

let channel: Channel;
let http: ChannelHttp;
let files: FileCards;
beforeEach(async () => {
  channel = await startChannel();
  const clock = createFakeClock({ start: Date.UTC(2026, 10, 23, 8, 41, 7), sleepsAtOnce: true });
  http = createChannelHttp({ clock });
  const settings = channel.settings();
  const token = new ConnectorToken({ settings, http, clock });
  files = createFileCards(new BotConnector({ ...settings, token, http, clock, log: createRecordingLog() }));
});
afterEach(async () => {
  await http.close();
  await channel.close();
});

const address = () => anAddress({ serviceUrl: channel.serviceUrl, locale: 'en-GB', zone: 'UTC' });

test('an offer carries an id and nothing else that comes back', async () => {
  const at = Date.UTC(2026, 10, 23, 8, 41, 7);
  const what = { kind: 'posts', teamId: 'team-1', channelId: 'channel-1', posts: 2 } as const;
  const offer = { exportId: '7K3QX9M2T4AB', name: 'Kyoto', what, bytes: 1_234, at };
  expect(await files.offer(address(), aPersonKey(), offer)).toMatchObject({ kind: 'delivered' });
  expect(channel.calls[0]?.activity['attachments']).toEqual([
    {
      contentType: 'application/vnd.microsoft.teams.card.file.consent',
      name: 'Kyoto 2026-11-23 08.41.07.html',
      content: {
        description: "2 posts from Kyoto. If you don't answer, it's erased after 15 minutes.",
        sizeInBytes: 1_234,
        acceptContext: { exportId: '7K3QX9M2T4AB' },
        declineContext: { exportId: '7K3QX9M2T4AB' },
      },
    },
  ]);
});

test('the file has a card of Teams’ own, and a summary in the person’s language that does not name it', async () => {
  await files.give(address(), { name: 'a.html', contentUrl: 'https://c/a.html', uniqueId: 'u', fileType: 'html' });
  expect(channel.calls[0]?.activity['attachments']).toEqual([
    {
      contentType: 'application/vnd.microsoft.teams.card.file.info',
      name: 'a.html',
      contentUrl: 'https://c/a.html',
      content: { uniqueId: 'u', fileType: 'html' },
    },
  ]);
  const target = { name: 'a.html', contentUrl: 'https://c/a.html', uniqueId: 'u', fileType: 'html' };
  await files.give({ ...address(), locale: 'de-DE' }, target);
  const summaries = channel.calls.map(({ activity }) => activity['summary']);
  expect(summaries).toEqual(['The file is in your OneDrive', 'Die Datei liegt in Ihrem OneDrive']);
});

test('a card is deleted, again after a fault, and one that is gone counts as deleted', async () => {
  channel.script('cut off', { status: 503 });
  await files.withdraw(address(), 'card-1');
  expect(channel.calls.map(({ method, activityId }) => `${method} ${activityId}`)).toEqual(
    Array.from({ length: 3 }, () => 'DELETE card-1'),
  );
  channel.script({ status: 404, body: { error: { code: 'ActivityNotFoundInConversation' } } });
  await files.withdraw(address(), 'card-1');
  channel.script({ status: 400 });
  await expect(files.withdraw(address(), 'card-1')).rejects.toMatchObject({ status: 400 });
});
