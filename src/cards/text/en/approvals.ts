/** Texts about the approval of what an administrator restores, in English. */
import type { ApprovalTrouble } from '../../../restore/model/service-error.ts';
import type { FormatNumber } from '../quantities.ts';
import type { FailureWords } from './failures.ts';

export const approvals = (n: FormatNumber) => ({
  preparing: {
    title: 'Preparing your approval',
    text: "I'm opening the backup, and then I ask for your approval. That can take a minute. Nothing is sent until you approve it.",
  },
  title: 'Approve this restore',
  summary: 'A restore waits for your approval',
  intro: (host: string) => `Open ${host}, enter this code, and sign in. After that, the restore starts by itself.`,
  introWithoutLink:
    "Enter this code on Microsoft's sign-in page for devices, and sign in. After that, the restore starts by itself.",
  warningFirst: 'Only if you pressed “Restore” just now.',
  warningThen: 'Sign in as yourself, and pass the code on to nobody.',
  part: (part: number, parts: number) => `Part ${n(part)} of ${n(parts)}. Each part is approved on its own.`,
  unchecked: "If you've signed in and nothing happens here, press “I have signed in”.",
  /** Where it stands in for the code. */
  certificate: {
    text: 'Microsoft asks nobody, and no code is needed: this restore runs with a certificate that may write to all mailboxes and sites of the organization. “Approve” is the only consent to it. I wait for 15 minutes.',
    approve: 'Approve',
  },
  said: "The sign-in with this code doesn't work. Microsoft says why:",
  signedIn: 'I have signed in',
  /** Of an answer that is quoted. */
  perhapsRefused: 'If the message below is about the sign-in or about a missing role, probably nothing was restored.',
  newCode: '“Send again” asks for a new approval first.',
  assumed:
    'The response to this restore was lost. I follow the only new one at the service that fits. It is probably yours, but nothing there proves it.',
  /** In place of what is said of a refused restore. */
  ended: { title: "The restore wasn't approved", next: '“Retry failed” asks for a new approval.' },
  /** Posted when the person may have stopped looking at the card. */
  due: {
    title: 'A restore waits for your approval',
    text: 'It waits for a few minutes. If nobody approves it, nothing more is restored.',
  },
});

export const approvalTroubles: Readonly<Record<ApprovalTrouble, Omit<FailureWords, 'title'>>> = {
  'approval-expired': {
    text: "It wasn't approved in time, or your session ended first. What hadn't been approved was not sent.",
    who: 'you',
    next: 'If the sign-in page said that access is blocked, Conditional Access may not allow codes: ask your administrator.',
  },
  'approval-refused': {
    text: 'The backup service did not accept the sign-in with the code.',
    who: 'administrator',
    next: 'A restore operator for the whole organization needs no code.',
  },
  'approval-certificate': {
    text: 'The backup service did not accept the certificate that stands in for a code.',
    who: 'us',
    next: 'Show this card to the people who run this bot: the certificate (RESTORE_CERTIFICATE) may have ended, or its application may lack a permission.',
  },
  'approval-unavailable': {
    text: 'The backup service gave me no code for the approval, so nothing more was sent.',
    who: 'administrator',
    next: 'Try again in a few minutes. If it happens again, ask your administrator to check the application that approves restores (RESTORE_APPLICATION_ID).',
  },
  'approval-page': {
    text: 'The code for the approval is to be entered on a page that I have no reason to trust, so I did not show it, and nothing more was sent.',
    who: 'us',
    next: 'Show this card to the people who run this bot.',
  },
};
