/** Why a sign-in failed, who can help, and what to do next, in English. */
import type { FailureReason } from '../../../sign-in/state/model.ts';
import type { AdviceWay } from '../../../sign-in/state/views.ts';
import { suspendedFailure } from './administration.ts';

/** Who can solve the problem; `nobody` where there is none. */
type WhoHelps = 'nobody' | 'you' | 'administrator' | 'backup administrator' | 'us';

export interface FailureWords {
  readonly title: string;
  readonly text: string;
  readonly who: WhoHelps;
  readonly next: string;
}

/** What is different from the advice to operators who can only use a code. */
export type FailureWordsByWay = Readonly<
  Record<Exclude<AdviceWay, 'device-code'>, Readonly<Partial<Record<FailureReason, Partial<FailureWords>>>>>
>;

const title = 'Not signed in';

export const failures: Readonly<Record<FailureReason, FailureWords>> = {
  cancelled: {
    title: 'Sign-in cancelled',
    text: 'The sign-in was cancelled and can no longer be finished.',
    who: 'nobody',
    next: 'You can start again at any time.',
  },
  declined: {
    title: 'Sign-in declined',
    text: 'The sign-in was declined on the sign-in page.',
    who: 'you',
    next: 'If you meant to decline, there is nothing to do. If not, try again and approve it.',
  },
  expired: {
    title: 'The code has expired',
    text: "The sign-in wasn't finished before its code expired.",
    who: 'you',
    next: 'Try again to get a new code. If the page in your browser said that access is blocked, Conditional Access blocks this kind of sign-in, and only the browser shows that. Tell your administrator the error number on that page. For 53003, the device code flow has to be allowed for this application. For 530033, this application has to be exempt from policies that require a managed device. Or the administrator of this bot turns on sign-in in the browser, which both allow.',
  },
  'link-expired': {
    title: 'The link has expired',
    text: "The sign-in wasn't finished before its link expired.",
    who: 'you',
    next: 'Try again to get a new link. If the page in your browser said that access is blocked, tell your administrator the error number on that page.',
  },
  interrupted: {
    title,
    text: 'The bot restarted while it was completing your sign-in, so the sign-in was given up.',
    who: 'you',
    next: 'Try again.',
  },
  'credential-refused': {
    title,
    text: "Microsoft Entra doesn't accept the bot's own credential.",
    who: 'administrator',
    next: 'Ask the administrator of this bot to check the credential of its application (OPERATOR_CREDENTIAL). Then try again.',
  },
  'code-unknown': {
    title,
    text: "The identity provider didn't recognize the code. This is a fault on our side, not yours.",
    who: 'us',
    next: 'Try again to get a new code. If it happens again, give the reference below to the people who run this bot.',
  },
  'public-client-flow-off': {
    title,
    text: "The application used for this sign-in isn't set up for sign-in by code.",
    who: 'administrator',
    next: 'Ask your administrator to open the app registration in Microsoft Entra, go to Authentication, and set “Allow public client flows” to Yes. Then try again.',
  },
  'consent-required': {
    title,
    text: "Your organization hasn't consented to the permissions that this sign-in requests.",
    who: 'administrator',
    next: 'Ask your administrator to open the application under Enterprise applications in Microsoft Entra, go to Permissions, and choose “Grant admin consent”. Then try again.',
  },
  'mfa-required': {
    title,
    text: "Your organization requires a second proof of your identity, and it wasn't provided.",
    who: 'you',
    next: "Try again and complete the extra step on the sign-in page. If the page doesn't ask for one, ask your administrator to set up multifactor authentication for your account.",
  },
  'conditional-access': {
    title,
    text: 'A Conditional Access policy of your organization blocked the sign-in.',
    who: 'administrator',
    next: 'Ask your administrator to find the policy that blocks “Device code flow” under Authentication flows, and to exempt this application for restore operators. Then try again.',
  },
  'device-required': {
    title,
    text: "Your organization requires a managed device, and a sign-in by code can't show which device you use.",
    who: 'administrator',
    next: 'Ask your administrator to exempt this application, for restore operators, from the Conditional Access policies that require a compliant or joined device. Then try again.',
  },
  'app-not-approved': {
    title,
    text: "A Conditional Access policy of your organization allows approved apps only, and the application used for this sign-in isn't one of them.",
    who: 'administrator',
    next: 'Ask your administrator to exempt this application, for restore operators, from the policy that requires an approved app. Then try again.',
  },
  'risk-blocked': {
    title,
    text: "Microsoft considers this sign-in risky, so it doesn't let you set up the second proof of your identity that your organization requires.",
    who: 'administrator',
    next: "Set up multifactor authentication from a device and a place that you usually use, and try again. If that's blocked too, ask your administrator to check your account under “Risky users” in Microsoft Entra.",
  },
  'not-assigned': {
    title,
    text: "Your account isn't assigned to the application used for this sign-in.",
    who: 'administrator',
    next: "Ask your administrator to open the application under Enterprise applications in Microsoft Entra, go to “Users and groups”, and add you or a group that you're in. Then try again.",
  },
  'application-unknown': {
    title,
    text: "The application used for this sign-in isn't known in your organization's directory.",
    who: 'administrator',
    next: 'Ask your administrator to register the application in that directory, or, if it is there, the people who run this bot to check its ID (OPERATOR_APPLICATION_ID, or APP_ONLY_APPLICATION_ID for administrators).',
  },
  'tenant-unknown': {
    title,
    text: "The identity provider doesn't know your organization under the name in this bot's settings.",
    who: 'us',
    next: 'Ask the people who run this bot to check ORGANIZATION and AUTH_URL.',
  },
  'account-unknown': {
    title,
    text: "The account that you used belongs to another organization, and this one doesn't know it.",
    who: 'you',
    next: 'Try again with an account of this organization. If you need the other account, ask your administrator to invite it as a guest.',
  },
  'identity-provider-refused': {
    title,
    text: 'The identity provider refused the sign-in.',
    who: 'administrator',
    next: "Try again. If it's refused again, show this card to your administrator.",
  },
  'identity-provider-unreachable': {
    title,
    text: "I couldn't reach the identity provider.",
    who: 'us',
    next: 'Try again in a few minutes. If the problem continues, give the reference below to the people who run this bot.',
  },
  'verification-host': {
    title,
    text: "The identity provider returned a sign-in page at an address that this bot doesn't recognize, so I don't show the link.",
    who: 'us',
    next: "Ask the people who run this bot to check that address and, if it's correct, to add it to ALLOWED_VERIFICATION_HOSTS.",
  },
  'answer-incomplete': {
    title,
    text: 'You signed in, but part of the answer from the identity provider was missing.',
    who: 'us',
    next: 'Try again. If it happens again, give the reference below to the people who run this bot.',
  },
  'lookup-failed': {
    title,
    text: "You signed in, but I couldn't look up your user ID and your tenant ID in the directory.",
    who: 'us',
    next: 'Try again in a few minutes. If it happens again, give the reference below to the people who run this bot.',
  },
  'someone-else': {
    title,
    text: 'An account other than yours signed in, so nothing was saved. This has been recorded for your administrators.',
    who: 'you',
    next: "Try again with the work account that you use in this chat. If it wasn't you who used the other account, tell your administrator.",
  },
  'other-tenant': {
    title,
    text: 'The account that signed in belongs to a different tenant than yours, so nothing was saved. This has been recorded for your administrators.',
    who: 'you',
    next: 'Try again with an account of your own organization.',
  },
  'not-operator': {
    title,
    text: "Your sign-in worked, but the backup service doesn't allow this account to restore data.",
    who: 'backup administrator',
    next: 'Ask your backup administrator to make you a restore operator. Then try again.',
  },
  'app-only-refused': {
    title,
    text: "You signed in, but the backup service doesn't accept an app-only session of your organization, so nothing can be restored with it.",
    who: 'backup administrator',
    next: 'Ask your backup administrator to check two settings of the service: tenant authentication must be on, with a certificate, and “Restore operator authentication only” must be off. You also need to be a Global Administrator in Microsoft Entra. Signing in as restore operator may still work.',
  },
  'app-only-unknown': {
    title,
    text: "You signed in, but the backup service has no app-only sign-in: it's too old, or its address is wrong.",
    who: 'backup administrator',
    next: 'Ask your backup administrator to update the service, or the people who run this bot to check its address. Signing in as restore operator may still work.',
  },
  'other-organization': {
    title,
    text: 'The backup service opened a session for a different organization from yours, so I ended it. This has been recorded for your administrators.',
    who: 'us',
    next: "Ask the people who run this bot to compare the organization in its settings with the organization's name at the backup service.",
  },
  'service-refused': {
    title,
    text: 'Your sign-in worked, but the backup service refused to open a session.',
    who: 'backup administrator',
    next: "Try again. If it's refused again, show this card to your backup administrator.",
  },
  'service-unreachable': {
    title,
    text: "I couldn't reach the backup service.",
    who: 'backup administrator',
    next: 'Try again in a few minutes. If the problem continues, ask your backup administrator whether the service is running and this bot can reach it.',
  },
  'service-untrusted': {
    title,
    text: "The backup service presented a certificate that this bot doesn't trust, so nothing was sent to it.",
    who: 'us',
    next: "Ask the people who run this bot to check the certificate and, if it's correct, to set it in BACKUP_SERVICE_CA or BACKUP_SERVICE_FINGERPRINT256.",
  },
  'portal-off': {
    title,
    text: 'The restore portal is turned off at the backup service, and operators sign in through it.',
    who: 'backup administrator',
    next: 'Ask your backup administrator to turn the restore portal on. Then try again.',
  },
  'service-too-old': {
    title,
    text: 'The backup service is too old to report which application operators sign in with.',
    who: 'backup administrator',
    next: 'Ask your backup administrator to update the service, or the people who run this bot to set OPERATOR_APPLICATION_ID.',
  },
  'not-a-backup-service': {
    title,
    text: "The server at the configured address isn't a backup service.",
    who: 'us',
    next: 'Ask the people who run this bot to check BACKUP_SERVICE_URL.',
  },
  suspended: suspendedFailure,
  'organization-removed': {
    title,
    text: "The organization was removed from this bot's settings before the sign-in was finished.",
    who: 'us',
    next: 'Ask the people who run this bot whether it will be added again, or sign in to another organization.',
  },
};

export const failuresByWay: FailureWordsByWay = {
  browser: {
    'conditional-access': {
      next: 'Ask your administrator which policy it was: the sign-in logs in Microsoft Entra name it. Meet its conditions, or have this application exempted for restore operators. Then try again.',
    },
    'device-required': {
      text: "Your organization requires a managed device, and your browser didn't show that you use one.",
      next: 'Sign in from a managed device, in a browser that your organization manages, too. If you did, ask your administrator to check whether that device is compliant or joined. Then try again.',
    },
  },
  both: {
    expired: {
      next: "Try again. If the page in your browser said that access is blocked (53003 or 530033), don't use a code then: select Sign in on the card instead. If that's blocked, too, tell your administrator the error number on that page.",
    },
    'conditional-access': {
      next: "Try again, and select Sign in on the card instead of using a code. If that's blocked, too, show that card to your administrator.",
    },
    'device-required': {
      next: "Try again, and select Sign in on the card instead of using a code. If that's blocked, too, show that card to your administrator.",
    },
  },
  administrator: {
    expired: {
      next: 'Try again to get a new code. If the page in your browser said that access is blocked, Conditional Access blocks this sign-in, and only the browser shows that. Administrators always sign in with a code: ask for your account to be excluded from the policy that blocks the device code flow (53003) or requires a managed device (530033).',
    },
    'conditional-access': {
      next: 'Administrators always sign in with a code. Ask for your account to be excluded from the policy that blocks “Device code flow” under Authentication flows. Then try again.',
    },
    'device-required': {
      next: 'Administrators always sign in with a code. Ask for your account to be excluded from the Conditional Access policies that require a compliant or joined device. Then try again.',
    },
    'app-not-approved': {
      next: 'Ask for your account to be excluded from the policy that requires an approved app. Then try again.',
    },
  },
};
