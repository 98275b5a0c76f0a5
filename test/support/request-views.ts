/** Views of requests, one of every variant. */
import type { Fields, News, Status } from '../../src/requests/model.ts';
import type { RequestFacts, RequestView } from '../../src/requests/views.ts';

const ASKED_AT = Date.UTC(2026, 10, 20, 10, 0, 0);
const DAY = 86_400_000;
const BY = { id: '5f0c2d3e-9a41-4f7e-8b1a-2c6d7e8f9a0b', name: 'Noor Haddad' };
const COUNTS = { total: 3, restored: 2, failed: 1, skipped: 0 };

const FIELDS: Fields = {
  what: 'Annual report 2025',
  kind: 'sharepoint',
  place: 'Marketing',
  lastSeen: '2026-11-12',
  neededBy: '2026-11-23',
  message: { at: ASKED_AT - 3 * DAY, link: 'https://teams.microsoft.com/l/message/19%3Ameeting/1763629200000' },
};

export const aRequestFacts = (changes: Partial<RequestFacts> = {}): RequestFacts => ({
  requestId: '7K3QX9M2T4AB',
  name: 'Anna Lee',
  fields: FIELDS,
  status: { kind: 'open', since: ASKED_AT },
  askedAt: ASKED_AT,
  ...changes,
});

const STATUSES: readonly (readonly [string, Status])[] = [
  ['open', { kind: 'open', since: ASKED_AT }],
  ['taken', { kind: 'taken', by: BY, at: ASKED_AT }],
  ['outside', { kind: 'taken', by: BY, at: ASKED_AT, isOutside: true }],
  ['done', { kind: 'ended', how: 'done', at: ASKED_AT, by: BY, counts: COUNTS }],
  ['done-elsewhere', { kind: 'ended', how: 'done', at: ASKED_AT, by: BY }],
  ['declined', { kind: 'ended', how: 'declined', at: ASKED_AT, by: BY, reason: 'It was never in a backup.' }],
  ['withdrawn', { kind: 'ended', how: 'withdrawn', at: ASKED_AT }],
  ['expired', { kind: 'ended', how: 'expired', at: ASKED_AT }],
];

const NEWS: readonly News[] = [
  { kind: 'taken', by: BY },
  { kind: 'handed-back', by: BY },
  { kind: 'done', by: BY, counts: COUNTS },
  { kind: 'done', by: BY },
  { kind: 'declined', by: BY, reason: 'It was never in a backup.' },
  { kind: 'expired' },
  { kind: 'unheard' },
];

const NOTICES = Object.keys({
  'no-object-id': true,
  guest: true,
  'no-personal-chat': true,
  unknown: true,
  'duty-personal-only': true,
  sent: true,
  late: true,
} satisfies Record<Extract<RequestView, { kind: 'request-notice' }>['code'], true>) as readonly Extract<
  RequestView,
  { kind: 'request-notice' }
>['code'][];

const REMARKS = ['what-missing', 'place-missing', 'too-many-own', 'too-many-all', 'not-sent'] as const;

const TAKE_REMARKS = [
  { code: 'sign-in-first' },
  {
    code: 'other-organization',
    flow: 'operator',
    organizations: [
      { organization: 'contoso.onmicrosoft.com', displayName: 'Contoso' },
      { organization: 'fabrikam.onmicrosoft.com', displayName: 'Fabrikam' },
    ],
  },
  { code: 'session-refused', access: 'administrator' },
  { code: 'operators-only' },
  { code: 'administrator-only' },
  { code: 'reason-missing' },
  { code: 'still-restoring' },
  { code: 'search-failed' },
  { code: 'team-unknown' },
  { code: 'service', trouble: 'proxy-offline' },
] as const;

export function everyRequestView(): readonly (readonly [name: string, view: RequestView])[] {
  const requestId = '7K3QX9M2T4AB';
  return [
    ['request-form', { kind: 'request-form', requestId }],
    ['request-form-of-message', { kind: 'request-form', requestId, hasMessage: true }],
    ['request-form-edit', { kind: 'request-form', requestId, fields: FIELDS, isEdit: true }],
    ...REMARKS.map((remark) => [`request-form-${remark}`, { kind: 'request-form', requestId, remark }] as const),
    ...STATUSES.map(
      ([name, status]) => [`request-own-${name}`, { kind: 'request-own', request: aRequestFacts({ status }) }] as const,
    ),
    ...STATUSES.map(
      ([name, status]) =>
        [`request-card-${name}`, { kind: 'request-card', request: aRequestFacts({ status }), isTaker: false }] as const,
    ),
    ...STATUSES.slice(1, 3).map(
      ([name, status]) =>
        [
          `request-card-${name}-by-reader`,
          { kind: 'request-card', request: aRequestFacts({ status }), isTaker: true },
        ] as const,
    ),
    ...STATUSES.slice(0, 2).map(([name, status]) => {
      const isTaker = status.kind === 'taken';
      const view = { kind: 'request-card', request: aRequestFacts({ status }), isTaker, hasLeft: true } as const;
      return [`request-card-${name}-has-left`, view] as const;
    }),
    ...TAKE_REMARKS.flatMap((remark) =>
      STATUSES.slice(0, 3).map(([name, status]) => {
        const isTaker = status.kind === 'taken';
        const view = { kind: 'request-card', request: aRequestFacts({ status }), isTaker, remark } as const;
        return [`request-card-${name}-${remark.code}`, view] as const;
      }),
    ),
    ...(['Not in any backup', ''] as const).map(
      (typedReason) =>
        [
          `request-card-typed-${typedReason.length}`,
          {
            kind: 'request-card',
            request: aRequestFacts(),
            isTaker: false,
            remark: { code: typedReason === '' ? 'reason-missing' : 'team-unknown' },
            typedReason,
          },
        ] as const,
    ),
    [
      'request-card-erased',
      { kind: 'request-card', request: aRequestFacts({ name: '', fields: { what: '' } }), isTaker: false },
    ],
    ...NEWS.map(
      (news, index) =>
        [`request-news-${index}-${news.kind}`, { kind: 'request-news', news, what: FIELDS.what }] as const,
    ),
    ['request-moved', { kind: 'request-moved' }],
    ['request-duty-alone', { kind: 'request-duty', until: ASKED_AT + 7 * DAY, others: [] }],
    [
      'request-duty-others',
      {
        kind: 'request-duty',
        until: ASKED_AT + 7 * DAY,
        others: [
          { name: 'Mika Sato', until: ASKED_AT + DAY },
          { name: 'Alex Kim', until: ASKED_AT + DAY, unreachable: 'BotNotInConversationRoster' },
        ],
      },
    ],
    [
      'request-duty-team',
      {
        kind: 'request-duty',
        others: [],
        team: {
          size: 4,
          isMember: true,
          unreachable: [{ name: 'Olga Tan' }, { name: 'Otto Lind', reason: 'BotBlocked' }],
        },
      },
    ],
    ['request-duty-off', { kind: 'request-duty', others: [] }],
    ...NOTICES.map((code) => [`request-notice-${code}`, { kind: 'request-notice', code }] as const),
  ];
}
