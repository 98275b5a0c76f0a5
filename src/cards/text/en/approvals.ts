/** Texts about the approval of what an administrator restores, in English. */
import type { ApprovalTrouble } from '../../../restore/backups/service-error.ts';
import type { FormatNumber } from '../quantities.ts';
import type { FailureWords } from './failures.ts';

export const approvals = (n: FormatNumber) => ({
  preparing: {
    title: 'Preparing your approval',
    text: "I'm opening the backup, and then I'll ask for your approval. That can take a minute. Nothing is sent until you approve it.",
  },
  title: 'Approve this restore',
  summary: 'A restore is waiting for your approval',
  intro: (host: string) => `Open ${host}, enter this code, and sign in. After that, the restore starts by itself.`,
  introWithoutLink:
    "Enter this code on Microsoft's sign-in page for devices, and sign in. After that, the restore starts by itself.",
  application: (name: string) =>
    `Microsoft's page must name the application “${name}”. If it names another one, stop and select “Cancel”.`,
  warningFirst: 'Continue only if you asked for this restore yourself.',
  warningThen: "Sign in with your own account, and don't give the code to anyone.",
  part: (part: number, parts: number) => `Part ${n(part)} of ${n(parts)}. Each part is approved on its own.`,
  unchecked: "If you've signed in and nothing happens here, select “I have signed in”.",
  /** Where it stands in for the code. */
  certificate: {
    text: "Microsoft doesn't ask for a sign-in, and no code is needed: this restore runs with a certificate that can write to all mailboxes and sites in the organization. “Approve” is the only consent it needs. I'll wait for 15 minutes.",
    approve: 'Approve',
  },
  said: "The sign-in with this code doesn't work. Microsoft says why:",
  signedIn: 'I have signed in',
  /** Of an answer that is quoted. */
  perhapsRefused: 'If the message below is about the sign-in or about a missing role, probably nothing was restored.',
  newCode: '“Send again” asks for a new approval first.',
  assumed:
    "The response to this restore was lost. I'm following the only new restore at the service that matches. It's probably yours, but nothing there proves it.",
  /** In place of what is said of a refused restore. */
  ended: { title: "The restore wasn't approved", next: '“Retry failed” asks for a new approval.' },
  /** Posted when the person may have stopped looking at the card. */
  due: {
    title: 'A restore is waiting for your approval',
    text: 'It will wait only a few minutes. If no one approves it, nothing more will be restored.',
  },
});

export const approvalTroubles: Readonly<Record<ApprovalTrouble, Omit<FailureWords, 'title'>>> = {
  'approval-expired': {
    text: "It wasn't approved in time. What hadn't been approved wasn't sent.",
    who: 'you',
    next: 'If the page in your browser said that access is blocked (error 53003 or 530033), Conditional Access may not allow codes: ask your administrator.',
  },
  'approval-session-over': {
    text: "Your session ended before it was approved. What hadn't been approved wasn't sent.",
    who: 'you',
    next: 'Sign in and restore it again.',
  },
  'approval-not-allowed': {
    text: "You may no longer restore as administrator here. What hadn't been approved wasn't sent.",
    who: 'administrator',
    next: 'Sign in as restore operator.',
  },
  'approval-refused': {
    text: "The backup service didn't accept the sign-in with the code.",
    who: 'administrator',
    next: 'A restore operator for the whole organization needs no code.',
  },
  'approval-certificate': {
    text: "The backup service didn't accept the certificate that stands in for a code.",
    who: 'us',
    next: 'Show this card to the people who run this bot: the certificate (RESTORE_CERTIFICATE) may have expired, or its application may lack a permission.',
  },
  'approval-unavailable': {
    text: 'The backup service gave me no code for the approval, so nothing more was sent.',
    who: 'administrator',
    next: 'Try again in a few minutes. If it happens again, ask your administrator to check the application that approves restores (RESTORE_APPLICATION_ID).',
  },
  'approval-page': {
    text: "The approval code belongs to a page that I don't trust, so I didn't show it, and nothing more was sent.",
    who: 'us',
    next: 'Show this card to the people who run this bot: the log names the page, and ALLOWED_VERIFICATION_HOSTS can allow it.',
  },
};
