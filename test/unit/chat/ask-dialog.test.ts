/** **Ask for a restore** in a message's menu, where the answer takes longer than a dialog waits. */
import type { TurnContext } from 'botbuilder';

import { ASK_COMMAND } from '../../../src/chat/actions/invokes.ts';
import { ownerMark } from '../../../src/chat/conversation/address.ts';
import { TurnHandler } from '../../../src/chat/turn-handler.ts';
import type { Router } from '../../../src/chat/router.ts';
import { StorageUnavailableError } from '../../../src/core/errors.ts';
import type { Address, PersonKey } from '../../../src/core/person.ts';
import type { PersonalChat } from '../../../src/requests/ports.ts';
import type { RequestReply, RequestView } from '../../../src/requests/views.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import { anAddress } from '../../support/builders.ts';
import { anActivity, USER } from '../../support/channel.ts';

const PERSONAL = { conversationId: 'a:personal', personId: USER };
const asReply = (view: RequestView): RequestReply => ({ kind: 'render', view });
const notice = (code: Extract<RequestView, { kind: 'request-notice' }>['code']) =>
  ({ kind: 'request-notice', code }) as const;
const form = (remark: 'too-many-own' | 'not-sent') =>
  ({ kind: 'request-form', requestId: 'r1', fields: { what: 'plan' }, hasMessage: true, remark }) as const;

function setUp(chat: PersonalChat['kind'] = 'found') {
  const clock = createFakeClock();
  const posted: { readonly conversationId: string; readonly place: string; readonly view: unknown }[] = [];
  const asking = Promise.withResolvers<RequestReply>();
  const router = {
    ask: () => asking.promise,
    notAsked: () => asReply(form('not-sent')),
    personalChat: async () =>
      chat === 'none' ? { kind: 'none' } : { kind: 'found', key: PERSONAL, address: anAddress(), isGuest: false },
  } as unknown as Router;
  const announcer = {
    post: async ({ place }: Address, { conversationId }: PersonKey, view: unknown) =>
      void posted.push({ conversationId, place, view }),
    renderForOwner: (_address: Address, _key: PersonKey, view: RequestView) => ({
      card: { view },
      summary: view.kind === 'request-notice' ? view.code : view.kind,
    }),
  } as never;
  const log = createRecordingLog();
  const handler = new TurnHandler({ router, announcer, clock, log, newId: () => '1' });
  const key = { conversationId: 'a:conversation', personId: USER };
  const data = { verb: 'request', owner: ownerMark(key), request: 'r1', press: { kind: 'ask' }, what: 'plan' };
  const activity = anActivity('https://smba.example', {
    type: 'invoke',
    name: 'composeExtension/submitAction',
    text: undefined,
    conversation: { conversationType: 'channel', id: 'a:conversation' },
    value: { commandId: ASK_COMMAND, data },
  });
  /** @returns what the dialog shows */
  async function send(): Promise<unknown> {
    let answer: unknown;
    const sendActivity = async ({ value }: { readonly value?: unknown }): Promise<void> => void (answer = value);
    const turn = handler.onTurn({ activity, sendActivity } as unknown as TurnContext);
    await clock.advance(4_500);
    await turn;
    return (answer as { readonly body: { readonly task: { readonly value: unknown } } }).body.task.value;
  }
  return { clock, handler, asking, posted, log, send };
}

test('an answer in time is in the dialog alone, also one with what was typed after a failure', async () => {
  const received = setUp();
  received.asking.resolve(asReply(notice('sent')));
  expect(await received.send()).toBe('sent');

  const failed = setUp();
  failed.asking.reject(new StorageUnavailableError('away'));
  expect(await failed.send()).toMatchObject({ card: { content: { view: form('not-sent') } } });
  expect([...received.posted, ...failed.posted]).toEqual([]);
});

test.each<[string, RequestView, readonly RequestView[]]>([
  ['sent, which has a card of its own there', notice('sent'), []],
  ['of a guest', notice('guest'), [notice('guest')]],
  ['one too many', form('too-many-own'), [{ ...form('too-many-own'), hasMessage: false }]],
])('a late answer is in the personal chat: %s', async (_what, view, told) => {
  const { asking, handler, posted, send } = setUp();
  expect(await send()).toBe('late');
  asking.resolve(asReply(view));
  await handler.settled();
  expect(posted).toEqual(told.map((each) => ({ conversationId: 'a:personal', place: 'personal', view: each })));
});

test('a late failure brings the form with what was typed, where there is a personal chat', async () => {
  for (const chat of ['found', 'none'] as const) {
    const { asking, handler, posted, send } = setUp(chat);
    await send();
    asking.reject(new Error('failed'));
    await handler.settled();
    const shown = chat === 'found' ? [{ ...form('not-sent'), hasMessage: false }] : [];
    expect(posted.map(({ view }) => view)).toEqual(shown);
  }
});
