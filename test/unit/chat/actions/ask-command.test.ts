/** **Ask for a restore** in a message's menu: MessagingExtensionAction as Teams sends it, and the dialogs it takes. */
import { ASK_COMMAND, dialogCard, readAskCommand } from '../../../../src/chat/actions/invokes.ts';
import { failIfHung } from '../../../support/fail-if-hung.ts';
import { readFileSync } from 'node:fs';

const link = 'https://teams.microsoft.com/l/message/19%3Ageneral%40thread.tacv2/1763629200000?context=%7B%7D';

/** Of a post in a channel. */
const inChannel = {
  commandId: ASK_COMMAND,
  commandContext: 'message',
  requestId: 'c46a6b53573f42b5878dc7b2dc0ae4a5',
  context: { theme: 'default' },
  messagePayload: {
    linkToMessage: link,
    id: '1763629200000',
    replyToId: null,
    createdDateTime: '2026-11-03T09:00:00.123Z',
    lastModifiedDateTime: null,
    deleted: false,
    subject: 'SECRET subject',
    summary: null,
    importance: 'normal',
    locale: 'en-us',
    body: { contentType: 'html', content: '<div>SECRET text</div>' },
    from: {
      device: null,
      conversation: null,
      user: { userIdentityType: 'aadUser', id: '5f0c2d3e-9a41-4f7e-8b1a-2c6d7e8f9a0b', displayName: 'Noor Haddad' },
      application: null,
    },
    reactions: [],
    mentions: [],
    attachments: [{ id: 'a', contentType: 'reference', contentUrl: 'https://contoso.sharepoint.com/SECRET.docx' }],
  },
};

test('of a message, when it was written and where it is are read, and nothing else', () => {
  const read = readAskCommand(inChannel);
  expect(read).toEqual({ message: { at: Date.UTC(2026, 10, 3, 9, 0, 0, 123), link }, data: undefined });
  expect(JSON.stringify(read)).not.toContain('SECRET');
  const data = { verb: 'request', request: 'r1', press: { kind: 'ask' }, what: 'plan' };
  expect(readAskCommand({ ...inChannel, data })).toMatchObject({ message: { link }, data });
});

test.each<[string, object, object | undefined]>([
  ['a message in a chat, whose link some clients leave out', { linkToMessage: undefined }, { link: undefined }],
  [
    'a link to elsewhere',
    { linkToMessage: 'https://teams.microsoft.com.evil.example/l/message/1' },
    { link: undefined },
  ],
  ...[
    'https://microsoft:support@teams.microsoft.com/l/message/19%3Ageneral%40thread.tacv2/1763629200000',
    'https://teams.microsoft.com\\@evil.example/l/message/19/1763629200000',
    'https://teams.microsoft.com/l/message\\..\\..\\l/app/1763629200000',
    'https://teams.microsoft.com/l/message/../../l/app/1763629200000',
    'https://teams.microsoft.com/l/chat/0/0?users=mallory@evil.example&message=hello',
    'https://teams.microsoft.com/l/message/19%3Ageneral%40thread.tacv2/1763629200000/more',
    'http://teams.microsoft.com/l/message/19%3Ageneral%40thread.tacv2/1763629200000',
    'https://teams.microsoft.com/dl/launcher/launcher.html?url=%2F_%23%2Fl%2Fmessage%2F19%2F1763629200000',
    'https://teams.microsoft.com/l/message/19:general@thread.tacv2/1763629200000?context=\u202e',
  ].map((linkToMessage): [string, object, object] => [linkToMessage, { linkToMessage }, { link: undefined }]),
  ['a script', { linkToMessage: 'javascript:alert(1)' }, { link: undefined }],
  ['a link that is no text', { linkToMessage: 7 }, undefined],
  ['no time', { createdDateTime: null }, undefined],
  ['nonsense as time', { createdDateTime: 'yesterday' }, undefined],
])('%s', (_, changes, message) => {
  const read = readAskCommand({ ...inChannel, messagePayload: { ...inChannel.messagePayload, ...changes } });
  if (message === undefined) expect(read?.message).toBeUndefined();
  else expect(read?.message).toMatchObject(message);
});

test.each([
  'https://teams.microsoft.com/l/message/19:0a1b2c3d@thread.skype/1611060744833',
  'https://teams.cloud.microsoft/l/message/19:0a1b2c3d@thread.tacv2/1605223780000?tenantId=t&groupId=g&parentMessageId=1605223780000&teamName=A%20team',
  'https://teams.microsoft.com/l/message/19%3A0a1b_2c3d%40unq.gbl.spaces/1700000000000?context=%7B%22contextType%22%3A%22chat%22%7D',
])('a link as Teams makes it is kept: %s', (linkToMessage) => {
  expect(
    readAskCommand({ ...inChannel, messagePayload: { ...inChannel.messagePayload, linkToMessage } }),
  ).toMatchObject({
    message: { link: linkToMessage },
  });
});

test.each([undefined, null, 'text', 7, [], {}, { commandId: 'another' }, { commandId: [ASK_COMMAND] }])(
  '%j is another command',
  (value) => {
    expect(readAskCommand(value)).toBeUndefined();
  },
);

test('without a message the form is shown all the same', () => {
  expect(readAskCommand({ commandId: ASK_COMMAND, messagePayload: 'nothing' })).toMatchObject({ message: undefined });
});

test('huge payloads take no time', () => {
  const messagePayload = { createdDateTime: '9'.repeat(1_000_000), linkToMessage: '/'.repeat(1_000_000) };
  expect(failIfHung(() => readAskCommand({ ...inChannel, messagePayload }))).toMatchObject({ message: undefined });
});

test('a dialog has no Action.Execute, which dialogs do not know, and keeps the data of the button', () => {
  const data = { verb: 'request' };
  const fallback = { type: 'Action.Submit', title: 'Send request', data };
  const { status, body } = dialogCard('Ask', {
    type: 'AdaptiveCard',
    actions: [{ type: 'Action.Execute', title: 'Send request', verb: 'request', data, fallback }],
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    task: {
      type: 'continue',
      value: {
        title: 'Ask',
        height: 'medium',
        width: 'medium',
        card: {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: { type: 'AdaptiveCard', actions: [fallback] },
        },
      },
    },
  });
});

test('the manifest declares the command for messages, with a dialog of the bot', () => {
  const { composeExtensions } = JSON.parse(readFileSync('appPackage/manifest.json', 'utf8')) as {
    readonly composeExtensions: readonly object[];
  };
  expect(composeExtensions).toMatchObject([
    { commands: [{ id: ASK_COMMAND, type: 'action', context: ['message'], fetchTask: true }] },
  ]);
});
