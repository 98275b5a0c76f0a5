/** Views and card contexts, valid by default, and one of every variant. */
import type { CardContext } from '../../src/cards/layout/context.ts';
import type { Failure, FailureReason } from '../../src/sign-in/state/model.ts';
import type { FlowKind } from '../../src/core/organization.ts';
import type {
  AdminOutcome,
  AdminPerson,
  AdviceWay,
  Choice,
  HelpFacts,
  Notice,
  PendingFacts,
  SessionFacts,
  View,
} from '../../src/sign-in/state/views.ts';

type Of<Kind extends View['kind']> = Extract<View, { kind: Kind }>;

export const USER_CODE = 'KQDN-7XWM';
const EXPIRES_AT = Date.UTC(2026, 10, 20, 10, 0, 0);
const SESSION_EXPIRES_AT = Date.UTC(2026, 10, 20, 17, 30, 0);
const ORGANIZATION = { organization: 'Contoso', organizationKey: 'contoso.onmicrosoft.com' } as const;
const REFERENCE = 'f2b1c6de-4f0a-4a57-9d2c-6f7c1a3be210';

/** A card for Anna Lee in her personal chat. */
export function aContext(changes: Partial<CardContext> = {}): CardContext {
  return {
    place: 'personal',
    locale: 'en-GB',
    owner: { name: 'Anna Lee', userId: '29:anna', id: 'mark-of-anna' },
    audience: 'everyone',
    ...changes,
  };
}

export function aSessionFacts(changes: Partial<SessionFacts> = {}): SessionFacts {
  return {
    sessionId: 'session-1',
    flow: 'operator',
    ...ORGANIZATION,
    service: 'backup.contoso.com:4443',
    account: 'anna.lee@contoso.com',
    userId: '5f0c2d3e-9a41-4f7e-8b1a-2c6d7e8f9a0b',
    tenantId: '0b8d7c6f-5e4d-4c3b-a2a1-908f7e6d5c4b',
    expiresAt: SESSION_EXPIRES_AT,
    renewable: true,
    ...changes,
  };
}

function aPendingFacts(changes: Partial<PendingFacts> = {}): PendingFacts {
  return {
    signInId: 'sign-in-1',
    flow: 'operator',
    organization: 'Contoso',
    expiresAt: EXPIRES_AT,
    step: 'waiting',
    inBrowser: false,
    ...changes,
  };
}

export function aSignInView(changes: Partial<Of<'sign-in'>> = {}): Of<'sign-in'> {
  return {
    kind: 'sign-in',
    signInId: 'sign-in-1',
    flow: 'operator',
    organization: 'Contoso',
    askedBy: 'Anna Lee',
    userCode: USER_CODE,
    verificationUri: 'https://microsoft.com/devicelogin',
    expiresAt: EXPIRES_AT,
    ...changes,
  };
}

export const SIGN_IN_LINK = 'https://bot.example/sign-in/SECRET-ticket';

export function aBrowserSignInView(changes: Partial<Of<'sign-in'>> = {}): Of<'sign-in'> {
  return aSignInView({ userCode: undefined, verificationUri: undefined, link: SIGN_IN_LINK, ...changes });
}

export function aNotSignedInView(failure: Failure, way: AdviceWay = 'device-code'): Of<'not-signed-in'> {
  const flow = way === 'administrator' ? 'app-only' : 'operator';
  return { kind: 'not-signed-in', failure, way, reference: REFERENCE, flow, ...ORGANIZATION };
}

export function aLoggedOutView(changes: Partial<Of<'logged-out'>> = {}): Of<'logged-out'> {
  return {
    kind: 'logged-out',
    flow: 'operator',
    revoked: 'yes',
    expiresAt: SESSION_EXPIRES_AT,
    reference: REFERENCE,
    ...ORGANIZATION,
    ...changes,
  };
}

function aNotMeReportView(changes: Partial<Of<'not-me-report'>> = {}): Of<'not-me-report'> {
  return {
    kind: 'not-me-report',
    person: 'Anna Lee',
    account: 'anna.lee@contoso.com',
    organization: 'Contoso',
    service: 'backup.contoso.com:4443',
    flow: 'operator',
    signedInAt: SESSION_EXPIRES_AT - 3_600_000,
    at: SESSION_EXPIRES_AT - 600_000,
    place: 'personal',
    reference: REFERENCE,
    revoked: 'yes',
    expiresAt: SESSION_EXPIRES_AT,
    ...changes,
  };
}

function aSomebodyElseReportView(changes: Partial<Of<'somebody-else-report'>> = {}): Of<'somebody-else-report'> {
  const tenantId = '0b8d7c6f-5e4d-4c3b-a2a1-908f7e6d5c4b';
  return {
    kind: 'somebody-else-report',
    person: 'Anna Lee',
    asker: { userId: '5f0c2d3e-9a41-4f7e-8b1a-2c6d7e8f9a0b', tenantId },
    approver: { userId: 'c3d4e5f6-0718-4a29-9b3c-4d5e6f708192', tenantId },
    organization: 'Contoso',
    service: 'backup.contoso.com:4443',
    flow: 'operator',
    at: SESSION_EXPIRES_AT - 600_000,
    place: 'personal',
    reference: REFERENCE,
    ...changes,
  };
}

export function aForgottenView(changes: Partial<Of<'forgotten'>> = {}): Of<'forgotten'> {
  return { kind: 'forgotten', conversations: 1, revoked: 1, notRevoked: 0, administrator: false, ...changes };
}

const RENEWAL_REFUSALS = [
  'refused',
  'unreachable',
  'outcome-unknown',
  'not-possible',
  'longest-life',
  'not-allowed',
] as const;

export function aRenewalRefusedView(reason: Of<'renewal-refused'>['reason']): Of<'renewal-refused'> {
  return {
    kind: 'renewal-refused',
    reason,
    way: 'device-code',
    session: aSessionFacts(),
    reference: REFERENCE,
  };
}

export function someChoices(count: number): readonly Choice[] {
  const names = ['Contoso', 'Fabrikam', 'Northwind Traders', 'Tailspin Toys', 'Wide World Importers'];
  return Array.from({ length: count }, (_, index) => {
    const name = names[index] ?? `Customer ${index + 1}`;
    return { organization: `${name.toLowerCase().replaceAll(' ', '-')}.onmicrosoft.com`, displayName: name };
  });
}

export function aChoiceView(choices: readonly Choice[] = someChoices(5), last?: string): Of<'choose-organization'> {
  return { kind: 'choose-organization', flow: 'operator', choices, last };
}

export function aHelpView(changes: Partial<HelpFacts> = {}): Of<'help'> {
  return { kind: 'help', help: { appOnly: false, severalOrganizations: false, ...changes } };
}

const details: Partial<Record<FailureReason, Omit<Failure, 'reason'>>> = {
  'identity-provider-refused': {
    detail: "AADSTS700016: Application with identifier '8f1c' was not found in the directory 'Contoso'.",
    correlationId: '3c1f0a52-77f8-4d0e-9a38-b7f7fd1c2a10',
  },
  'service-refused': { detail: 'The assertion is not valid for this organization.' },
  'other-organization': { detail: 'fabrikam.onmicrosoft.com, Office365' },
  'not-operator': { detail: 'User is not a restore operator.' },
};

const REASONS: readonly FailureReason[] = Object.keys({
  cancelled: true,
  declined: true,
  expired: true,
  'code-unknown': true,
  'public-client-flow-off': true,
  'consent-required': true,
  'mfa-required': true,
  'conditional-access': true,
  'device-required': true,
  'app-not-approved': true,
  'risk-blocked': true,
  'not-assigned': true,
  'application-unknown': true,
  'tenant-unknown': true,
  'account-unknown': true,
  'identity-provider-refused': true,
  'identity-provider-unreachable': true,
  'verification-host': true,
  'answer-incomplete': true,
  'lookup-failed': true,
  'someone-else': true,
  'other-tenant': true,
  'not-operator': true,
  'app-only-refused': true,
  'app-only-unknown': true,
  'other-organization': true,
  'service-refused': true,
  'service-unreachable': true,
  'service-untrusted': true,
  'portal-off': true,
  'service-too-old': true,
  'not-a-backup-service': true,
  'organization-removed': true,
  'credential-refused': true,
  interrupted: true,
  'link-expired': true,
  suspended: true,
} satisfies Record<FailureReason, true>) as FailureReason[];

const NOTICES: { readonly [Code in Notice['code']]: Notice & { readonly code: Code } } = {
  'not-signed-in': { code: 'not-signed-in' },
  'nothing-to-cancel': { code: 'nothing-to-cancel' },
  cancelled: { code: 'cancelled' },
  renewed: { code: 'renewed', expiresAt: SESSION_EXPIRES_AT },
  'needs-personal-chat': { code: 'needs-personal-chat' },
  'not-your-card': { code: 'not-your-card' },
  'card-outdated': { code: 'card-outdated' },
  'storage-away': { code: 'storage-away' },
  'no-object-id': { code: 'no-object-id' },
  'too-many-sign-ins': { code: 'too-many-sign-ins', whose: 'person', againAt: EXPIRES_AT },
  'app-only-not-allowed': { code: 'app-only-not-allowed' },
  'app-only-personal-only': { code: 'app-only-personal-only' },
  'app-only-off': { code: 'app-only-off' },
  'unknown-organization': {
    code: 'unknown-organization',
    name: 'contosso',
    flow: 'operator',
    near: someChoices(1),
    choices: someChoices(12),
  },
  'no-organization': { code: 'no-organization' },
  'state-unreadable': { code: 'state-unreadable' },
  working: { code: 'working' },
  'took-too-long': { code: 'took-too-long' },
  'no-more-notices': { code: 'no-more-notices' },
  'notices-again': { code: 'notices-again' },
  kept: { code: 'kept' },
  'administrators-only': { code: 'administrators-only' },
  'administrators-personal-only': { code: 'administrators-personal-only' },
  'administrator-suspended': { code: 'administrator-suspended' },
  suspended: { code: 'suspended' },
  'suspension-lifted': { code: 'suspension-lifted' },
  'went-wrong': { code: 'went-wrong', reference: REFERENCE },
};

const ADMINISTERED: readonly AdminPerson[] = [
  {
    id: '5f0c2d3e-9a41-4f7e-8b1a-2c6d7e8f9a0b',
    name: 'Anna Lee',
    account: 'anna.lee@contoso.com',
    sessions: [
      {
        flow: 'operator',
        organization: 'Contoso',
        signedInAt: SESSION_EXPIRES_AT - 3_600_000,
        expiresAt: SESSION_EXPIRES_AT,
        place: 'personal',
      },
      {
        flow: 'app-only',
        organization: 'Fabrikam',
        signedInAt: SESSION_EXPIRES_AT - 1_800_000,
        expiresAt: SESSION_EXPIRES_AT,
        place: 'channel',
      },
    ],
  },
  {
    id: 'c3d4e5f6-0718-4a29-9b3c-4d5e6f708192',
    name: 'Noor Haddad',
    sessions: [],
    suspended: { at: SESSION_EXPIRES_AT, by: 'Mika Aho' },
  },
];

function someAdministrationViews(): readonly (readonly [name: string, view: View])[] {
  const [signedIn, suspended] = ADMINISTERED;
  if (signedIn === undefined || suspended === undefined) return [];
  const list = {
    kind: 'admin-people',
    people: ADMINISTERED,
    page: 1,
    pages: 3,
    signedIn: 1,
    asOf: EXPIRES_AT,
  } as const;
  const outcomes: readonly AdminOutcome[] = [
    { code: 'suspended' },
    { code: 'already-suspended' },
    { code: 'lifted' },
    { code: 'not-suspended' },
    { code: 'yourself' },
    { code: 'ended', sessions: 2 },
  ];
  const many = Array.from({ length: 8 }, (_, index) => ({ ...signedIn, id: `${signedIn.id}-${index}` }));
  return [
    ['admin-people', list],
    ['admin-people-many', { ...list, people: many, signedIn: 20 }],
    ['admin-people-none', { ...list, people: [], page: 0, pages: 1, signedIn: 0 }],
    ['admin-people-asks', { ...list, asks: true }],
    ['admin-people-unknown', { ...list, outcome: { code: 'unknown-person', typed: 'Somebody *else*' } }],
    ['admin-people-several', { ...list, outcome: { code: 'several', typed: 'lee' } }],
    ['admin-person', { kind: 'admin-person', asOf: EXPIRES_AT, person: signedIn, isSelf: false }],
    ['admin-person-self', { kind: 'admin-person', asOf: EXPIRES_AT, person: signedIn, isSelf: true }],
    ...outcomes.map(
      (outcome) =>
        [
          `admin-person-${outcome.code}`,
          {
            kind: 'admin-person',
            asOf: EXPIRES_AT,
            person: ['suspended', 'already-suspended'].includes(outcome.code) ? suspended : signedIn,
            isSelf: outcome.code === 'yourself',
            outcome,
          },
        ] as const,
    ),
  ];
}

/** Where the advice is another than for codes alone. */
const WAYS = [
  ['browser', ['conditional-access', 'device-required']],
  ['both', ['expired', 'conditional-access', 'device-required']],
  ['administrator', ['expired', 'conditional-access', 'device-required', 'app-not-approved']],
] as const;

/** Every variant of every view, by a name usable as a file name. */
export function everyView(): readonly (readonly [name: string, view: View])[] {
  const flow: FlowKind = 'operator';
  return [
    ['sign-in', aSignInView()],
    ['sign-in-app-only', aSignInView({ flow: 'app-only' })],
    ['sign-in-in-browser', aBrowserSignInView()],
    ['sign-in-in-browser-or-with-code', aBrowserSignInView({ mayUseCode: true })],
    ['sign-in-in-browser-and-with-code', aSignInView({ link: SIGN_IN_LINK })],
    ['sign-in-of-several', aSignInView({ others: true })],
    ['finishing', { kind: 'finishing', signInId: 'sign-in-1', flow, organization: 'Contoso' }],
    ['sign-in-moved', { kind: 'sign-in-moved', organization: 'Contoso', askedBy: 'Anna Lee' }],
    ['signed-in', { kind: 'signed-in', session: aSessionFacts() }],
    ['signed-in-app-only', { kind: 'signed-in', session: aSessionFacts({ flow: 'app-only', renewable: false }) }],
    ...REASONS.map((reason) => [`not-signed-in-${reason}`, aNotSignedInView({ reason, ...details[reason] })] as const),
    ...WAYS.flatMap(([way, reasons]) =>
      reasons.map((reason) => [`not-signed-in-${way}-${reason}`, aNotSignedInView({ reason }, way)] as const),
    ),
    ['status-session', { kind: 'status', session: aSessionFacts({ isOperator: true }) }],
    ['status-no-operator', { kind: 'status', session: aSessionFacts({ isOperator: false, renewable: false }) }],
    [
      'status-already-elsewhere',
      {
        kind: 'status',
        session: aSessionFacts(),
        alreadySignedIn: true,
        instead: { flow: 'app-only', organization: 'Fabrikam', organizationKey: 'fabrikam.onmicrosoft.com' },
        others: true,
      },
    ],
    [
      'status-remaining',
      { kind: 'status', session: aSessionFacts({ remainingMilliseconds: 3_120_000 }), noNotices: true },
    ],
    ['status-app-only', { kind: 'status', session: aSessionFacts({ flow: 'app-only' }) }],
    ['status-already', { kind: 'status', session: aSessionFacts(), alreadySignedIn: true }],
    [
      'status-already-pending',
      { kind: 'status', session: aSessionFacts(), pending: aPendingFacts(), alreadySignedIn: true },
    ],
    ['status-session-and-pending', { kind: 'status', session: aSessionFacts(), pending: aPendingFacts() }],
    ['status-pending', { kind: 'status', pending: aPendingFacts() }],
    ['status-redeemed', { kind: 'status', pending: aPendingFacts({ step: 'redeemed' }) }],
    ['status-none', { kind: 'status' }],
    ['status-unreadable', { kind: 'status', unreadable: true }],
    ['expiring', { kind: 'expiring', session: aSessionFacts() }],
    ['expiring-not-renewable', { kind: 'expiring', session: aSessionFacts({ renewable: false }) }],
    ['session-ended', { kind: 'session-ended', flow, ...ORGANIZATION }],
    ['session-ended-refused', { kind: 'session-ended', flow, ...ORGANIZATION, refused: true }],
    [
      'session-ended-longest-life',
      {
        kind: 'session-ended',
        flow,
        ...ORGANIZATION,
        longestLife: { revoked: 'yes', tokenExpiresAt: SESSION_EXPIRES_AT },
      },
    ],
    [
      'session-ended-not-revoked',
      {
        kind: 'session-ended',
        flow,
        ...ORGANIZATION,
        longestLife: { revoked: 'unreachable', tokenExpiresAt: SESSION_EXPIRES_AT },
      },
    ],
    ...(['yes', 'refused'] as const).map(
      (revoked) =>
        [
          `session-ended-replaced-${revoked}`,
          { kind: 'session-ended', flow, ...ORGANIZATION, replaced: { revoked, tokenExpiresAt: SESSION_EXPIRES_AT } },
        ] as const,
    ),
    ...RENEWAL_REFUSALS.map((reason) => [`renewal-refused-${reason}`, aRenewalRefusedView(reason)] as const),
    ...(['yes', 'unreachable', 'refused'] as const).map(
      (revoked) => [`logged-out-${revoked}`, aLoggedOutView({ revoked })] as const,
    ),
    ['logged-out-not-me', aLoggedOutView({ notMe: true, administrators: 0 })],
    ['logged-out-not-me-told', aLoggedOutView({ notMe: true, administrators: 2 })],
    ['not-me-report', aNotMeReportView()],
    ['not-me-report-unreachable', aNotMeReportView({ revoked: 'unreachable', place: 'channel', flow: 'app-only' })],
    ['somebody-else-report', aSomebodyElseReportView()],
    ...(['ended', 'suspended'] as const).map(
      (byAdministrator) =>
        [
          `session-ended-by-administrator-${byAdministrator}`,
          {
            kind: 'session-ended',
            flow,
            ...ORGANIZATION,
            byAdministrator,
            notAllowed: { revoked: 'yes', tokenExpiresAt: SESSION_EXPIRES_AT },
          },
        ] as const,
    ),
    ...someAdministrationViews(),
    ['forget-me', { kind: 'forget-me' }],
    ['forget-me-restoring', { kind: 'forget-me', restoring: true }],
    ...[false, true].map(
      (notMe) =>
        [
          `log-out-warning${notMe ? '-not-me' : ''}`,
          {
            kind: 'log-out-warning',
            session: aSessionFacts({ flow: 'app-only' }),
            notMe,
            all: !notMe,
            others: notMe ? 0 : 1,
          },
        ] as const,
    ),
    ['forgotten', aForgottenView()],
    [
      'forgotten-all',
      aForgottenView({
        conversations: 3,
        revoked: 1,
        notRevoked: 2,
        livesUntil: SESSION_EXPIRES_AT,
        administrator: true,
      }),
    ],
    ['forgotten-nothing', aForgottenView({ conversations: 0, revoked: 0 })],
    ['logged-out-not-me-unreachable', aLoggedOutView({ notMe: true, revoked: 'unreachable' })],
    ['choose-organization', aChoiceView()],
    ['choose-organization-of-500', aChoiceView(someChoices(500), 'customer-400.onmicrosoft.com')],
    ['help', aHelpView()],
    ['help-signed-in', aHelpView({ signedIn: 'operator' })],
    ['help-signed-in-app-only', aHelpView({ signedIn: 'app-only' })],
    ['help-no-operator', aHelpView({ isNoOperator: true })],
    ['help-all-no-operator', aHelpView({ all: true, isNoOperator: true })],
    ['help-approver', aHelpView({ approver: true })],
    ['help-roles', aHelpView({ signedIn: 'app-only', approver: true, administrator: true })],
    ['help-all', aHelpView({ all: true })],
    ['help-full', aHelpView({ all: true, signedIn: 'operator', appOnly: true, severalOrganizations: true })],
    ['help-not-understood', aHelpView({ typed: 'make me a sandwich' })],
    [
      'help-not-understood-signed-in',
      aHelpView({ typed: 'kyoto invoices', search: 'restore find kyoto invoices', signedIn: 'operator' }),
    ],
    [
      'help-did-you-mean-signed-in',
      aHelpView({ typed: 'stauts', didYouMean: 'restore status', search: 'restore find stauts', signedIn: 'operator' }),
    ],
    ['help-did-you-mean', aHelpView({ typed: 'restore stauts', didYouMean: 'restore status' })],
    ['welcome', { kind: 'welcome', help: { appOnly: false, severalOrganizations: false } }],
    ...Object.values(NOTICES).map((notice) => [`notice-${notice.code}`, { kind: 'notice', notice } as const] as const),
  ];
}
