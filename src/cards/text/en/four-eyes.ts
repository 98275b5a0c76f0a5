/** Texts about the approval of a restore, or a file, by somebody else, in English. */
import type { SecondPersonTrouble } from '../../../restore/backups/service-error.ts';
import type { ApprovalNewsView, ApprovalRequestView } from '../../../restore/state/views.ts';
import type { FormatNumber } from '../quantities.ts';
import type { FailureWords } from './failures.ts';

interface Said {
  readonly title: string;
  readonly text: string;
}

export const fourEyes = (n: FormatNumber) => ({
  /** In place of **Restore**. */
  ask: 'Ask for approval',
  /** What reads differently for a restore and for a file. */
  of: {
    restore: {
      asks: 'Someone else has to approve this before anything is restored.',
      held: 'Nothing is restored until someone else approves it.',
      signIn:
        'This restore is approved, but your session has ended. Once you have signed in, it continues automatically.',
      title: 'Approve this restore?',
      summary: 'A restore needs your approval',
      wants: (name: string) => `${name} wants to restore this data from a backup.`,
      outcomes: {
        approved: 'The restore can go ahead.',
        declined: 'Nothing is restored.',
        withdrawn: 'The request was withdrawn. There is nothing left to decide.',
        expired: 'The request was open for 24 hours. Nothing more is restored.',
        void: 'Something has changed since it was asked for. Nothing more is restored.',
      },
      approved: { title: 'Your restore was approved', text: 'It is running now.' },
      declined: { title: 'Your restore was declined', text: 'Nothing was restored.' },
    },
    file: {
      asks: 'Someone else has to approve this before you get the file.',
      held: 'Nothing leaves the backup until someone else approves it.',
      signIn:
        'This file is approved, but your session has ended. Once you have signed in, I get it for you automatically.',
      title: 'Approve this file?',
      summary: 'A file needs your approval',
      wants: (name: string) => `${name} wants to take this data out of a backup as a file.`,
      outcomes: {
        approved: 'The file can be handed over.',
        declined: 'Nothing leaves the backup.',
        withdrawn: 'The request was withdrawn. There is nothing left to decide.',
        expired: 'The request was open for 24 hours. Nothing more leaves the backup.',
        void: 'Something has changed since it was asked for. Nothing more leaves the backup.',
      },
      approved: { title: 'Your file was approved', text: "I'll offer it in this chat when it's ready." },
      declined: { title: 'Your file was declined', text: 'Nothing was taken from the backup.' },
    },
  },
  held: {
    title: 'Waiting for approval',
    until: 'Open until',
    asking: "I'm asking the approvers now.",
    asked: 'Asked',
    unreachable: 'Not reachable',
    approvers: (count: number) => (count === 1 ? 'One approver' : `${n(count)} approvers`),
    open: "Anyone I can't reach has to send me a message in a personal chat once. The request then reaches them within 15 minutes.",
    nobody: "I can't reach anyone who could approve this.",
    nobodyElse: 'Nobody else may approve this. Ask the people who run this bot.',
    withdraw: 'Withdraw',
    signIn: 'Approved: sign in to continue',
  },
  /** To an administrator: the code, or what stands in for it, is asked for only now. */
  approveYourself:
    'Now it needs your own approval: select “Show”. It waits only a few minutes, and nothing is restored before.',
  approvedBy: 'Approved by',
  declinedBy: 'Declined by',
  request: {
    foreign: (tenant: string) => `The account of this person belongs to another tenant (${tenant}).`,
    overwrites: {
      contents: "Existing items are overwritten. What they contain now can't be brought back.",
      permissions: 'Existing permissions are overwritten.',
    },
    needed: (count: number) => `${n(count)} approvals are needed.`,
    decided: 'Your approval is recorded. It goes ahead once the others who are needed have approved it too.',
    approve: 'Approve',
    decline: 'Decline',
    look: 'Show names',
    reason: 'Why are you declining?',
    reasonNote: 'Needed only to decline. The person who asked will read it.',
    remarks: {
      'reason-missing': "Enter why you're declining, so that the person who asked knows what to change.",
      'not-eligible': "Your account is a guest, and guests can't approve anything here.",
      unavailable: "I couldn't check or record this just now, so nothing was decided. Try again in a moment.",
    } satisfies Record<NonNullable<ApprovalRequestView['remark']>, string>,
  },
  outcomes: {
    approved: 'Approved',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
    void: 'No longer valid',
  } satisfies Record<NonNullable<ApprovalRequestView['outcome']>['kind'], string>,
  news: {
    asked: { title: 'Approval requested', text: "The approvers have your request. I'll tell you what they decide." },
    unreachable: {
      title: 'No approver can be reached',
      text: 'Ask an approver to send me a message in a personal chat. The request then reaches them within 15 minutes.',
    },
    nobody: {
      title: 'Nobody may approve it',
      text: 'Nobody else may approve what you asked for. Ask the people who run this bot.',
    },
    expiring: {
      title: 'Your request for approval ends soon',
      text: 'It ends in less than two hours. Remind an approver, or ask again later.',
    },
    expired: {
      title: 'Your request for approval has expired',
      text: 'It was not completed within 24 hours. Ask again if you still need it.',
    },
    void: {
      title: 'The approval is no longer valid',
      text: 'Something has changed since you asked. Ask again if you still need it.',
    },
  } satisfies Record<Exclude<ApprovalNewsView['news'], 'approved' | 'sign-in' | 'declined'>, Said>,
});

export const secondPersonTroubles: Readonly<Record<SecondPersonTrouble, Omit<FailureWords, 'title'>>> = {
  'second-declined': {
    text: 'The person who was asked to approve it declined. What had not been sent will not be sent.',
    who: 'you',
    next: 'Change what they asked you to change, and ask again.',
  },
  'second-expired': {
    text: 'It was not approved and sent within 24 hours. What had not been sent will not be sent.',
    who: 'you',
    next: 'Ask again when an approver is available.',
  },
  'second-void': {
    text: 'Its approval no longer counts: the restore has changed, or an approver may no longer approve. What had not been sent will not be sent.',
    who: 'you',
    next: 'Ask for approval again.',
  },
};

export const approvalNotice = {
  title: 'Not available to you',
  text: 'This request has ended, or it is not yours to decide. Nothing was done.',
  next: 'Ask the person who made the request.',
};
