/** Texts about handing posts and items over as files, in English. */
import type { Remark } from '../../../restore/state/task.ts';
import type { RestoreNotice } from '../../../restore/state/notice.ts';
import type { ExportState } from '../../../restore/state/views.ts';
import type { FormatNumber } from '../quantities.ts';
import { secondPersonTroubles } from './four-eyes.ts';

interface StateText {
  readonly title: string;
  readonly text: string;
  readonly next?: string;
}

export interface ExportNouns {
  readonly preparing: string;
  readonly fetching: string;
  readonly ready: string;
  readonly waiting: string;
  readonly done: string;
  readonly declined: string;
  readonly refused: string;
  readonly refusedText: string;
  readonly refusedNext: string;
  readonly notDone: string;
  readonly goneText: string;
  readonly goneNext: string;
  readonly late: string;
  readonly lateNext: string;
  readonly tooLarge: string;
  readonly tooLargeNext: string;
  readonly again: string;
}

/** What the states of an export say alike: about posts, or about one item. */
const statesOf = (of: ExportNouns) =>
  ({
    preparing: {
      title: of.preparing,
      text: of.fetching,
      next: "When it's ready, I'll offer it in this chat.",
    },
    offered: {
      title: of.ready,
      text: 'I can put the file into your OneDrive. Nothing is sent before you allow it.',
      next: 'Select Allow on the card that offers the file, or Decline to have it erased.',
    },
    unanswered: {
      title: of.waiting,
      text: "I haven't received an answer to the card that offers the file.",
      next: `Select Allow on it. If you did and nothing happened, Teams has lost the answer. ${of.again}`,
    },
    uploading: {
      title: 'Uploading the file',
      text: "I'm putting it into your OneDrive.",
      next: 'This card will show the result.',
    },
    'handed-over': { title: of.done, text: "The file is in your OneDrive, and on a card below. I've kept no copy." },
    declined: { title: of.declined, text: "You declined the file, so I've erased it." },
    expired: {
      title: 'The file was erased',
      text: "The card that offers it wasn't answered within 15 minutes.",
      next: of.again,
    },
    refused: {
      title: of.refused,
      text: of.refusedText,
      next: of.refusedNext,
    },
    gone: {
      title: of.notDone,
      text: of.goneText,
      next: of.goneNext,
    },
    'not-ready': {
      title: of.notDone,
      text: of.late,
      next: of.lateNext,
    },
    'not-reached': {
      title: of.notDone,
      text: "I couldn't reach the backup service, so nothing was started.",
      next: 'Try again in a few minutes.',
    },
    'too-large': {
      title: of.tooLarge,
      text: 'The file is larger than 50 MB.',
      next: of.tooLargeNext,
    },
    unclear: {
      title: of.notDone,
      text: 'I asked the service for the file, but the response was lost. Nothing was changed.',
      next: of.again,
    },
    'signed-out': {
      title: of.notDone,
      text: "Your session has ended, so I've cancelled this and erased the file.",
      next: `Sign in. ${of.again}`,
    },
    off: {
      title: of.notDone,
      text: "Your administrators have switched this off in the meantime, so I've erased the file.",
      next: 'Ask an administrator if you still need it, or restore it instead.',
    },
    interrupted: {
      title: of.notDone,
      text: "Something interrupted it, so I've erased what there was of the file.",
      next: of.again,
    },
    withdrawn: { title: of.notDone, text: 'You withdrew your request, so nothing was taken from the backup.' },
    'second-declined': {
      title: of.notDone,
      text: 'The person who was asked to approve it declined.',
      next: secondPersonTroubles['second-declined'].next,
    },
    'second-expired': {
      title: of.notDone,
      text: "It wasn't approved and fetched within 24 hours.",
      next: secondPersonTroubles['second-expired'].next,
    },
    'second-void': {
      title: of.notDone,
      text: 'Its approval no longer counts: something has changed, or an approver may no longer approve.',
      next: secondPersonTroubles['second-void'].next,
    },
    'foreign-host': {
      title: of.notDone,
      text: 'Teams named a place for the file that this bot may not write to. Nothing was sent there, and the file is erased.',
      next: "Tell the people who run this bot that ALLOWED_UPLOAD_HOSTS doesn't list your OneDrive.",
    },
    'name-taken': {
      title: of.notDone,
      text: "Your OneDrive already has a file with this name, so I've erased mine.",
      next: `${of.again} The name contains the time.`,
    },
    'upload-refused': {
      title: of.notDone,
      text: "Your OneDrive refused the file, so I've erased it.",
      next: `Check that your OneDrive opens and has space left. ${of.again}`,
    },
    'upload-failed': {
      title: of.notDone,
      text: "The upload to your OneDrive didn't finish, so I've erased the file.",
      next: of.again,
    },
  }) satisfies Record<ExportState, StateText> as Record<ExportState, StateText>;

const POSTS: ExportNouns = {
  preparing: 'Preparing the export',
  fetching: 'The backup service is writing the posts to a file. That can take a few minutes.',
  ready: 'The export is ready',
  waiting: 'The export is waiting for you',
  done: 'Exported',
  declined: 'Export declined',
  refused: 'The service refused the export',
  refusedText: 'Your account may not export these posts.',
  refusedNext: 'Ask your backup administrator for the right to export posts.',
  notDone: 'Not exported',
  goneText: 'The posts, or the backup they were found in, are no longer open at the service.',
  goneNext: 'Find the posts again, then export them.',
  late: "The service didn't finish the file within ten minutes.",
  lateNext: 'Try again later, or export fewer posts.',
  tooLarge: 'Too large to export',
  tooLargeNext: 'Export fewer posts at a time.',
  again: 'Export the posts again.',
};

const ITEM: ExportNouns = {
  preparing: 'Fetching the file',
  fetching: "I'm getting it from the backup service. That can take a few minutes.",
  ready: 'The download is ready',
  waiting: 'The download is waiting for you',
  done: 'Downloaded',
  declined: 'Download declined',
  refused: 'The service refused the download',
  refusedText:
    "The backup service doesn't let you save anything of this kind as a file. I won't offer it again until your next sign-in.",
  refusedNext: 'Restore it instead, or ask your backup administrator for the right to save items.',
  notDone: 'Not downloaded',
  goneText: 'The service no longer has it in the backup that was open, or the backup has been closed.',
  goneNext: 'Find it again, then download it.',
  late: "The service didn't hand the file over.",
  lateNext: 'Try again later, or restore it instead.',
  tooLarge: 'Too large to download',
  tooLargeNext: 'Restore it instead.',
  again: 'Find it again and download it, if you still need it.',
};

export const exports = (n: FormatNumber) => ({
  button: 'Export',
  download: 'Download',
  /** In their place, where somebody else has to approve it. */
  ask: { export: 'Ask to export', download: 'Ask to download' },
  /** Asked before it leaves the backup. */
  why: {
    download: 'Why do you need this file?',
    export: 'Why do you need these posts?',
    recorded: 'Recorded in the audit log.',
  },
  /** One that is downloaded. */
  item: 'One item',
  /** Or all of the channel. */
  what: (count: number | undefined) => {
    if (count === undefined) return 'All posts';
    return count === 1 ? 'One post' : `${n(count)} posts`;
  },
  until: (time: string) => `The file is available until ${time}.`,
  /** On the card that offers the file, which shows its name and size. */
  offer: {
    summary: 'A file for you is ready',
    summaryGiven: 'The file is in your OneDrive',
    /** How its name begins where what it is of has none. */
    fileName: { posts: 'Posts', item: 'File' },
    description: (what: string, channel: string) =>
      `${what} from ${channel}. If you don't answer, it's erased after 15 minutes.`,
    descriptionWithoutChannel: (what: string) => `${what}. If you don't answer, it's erased after 15 minutes.`,
  },
  states: { posts: statesOf(POSTS), item: statesOf(ITEM) },
});

/** On the task's card. */
export const exportRemarks = {
  exporting: 'The export has started. Its card below shows the progress.',
  asking: 'Someone else has to approve this file first. Its card below shows who was asked.',
  'asking-unclear':
    "You asked for this file a moment ago, and the bot can't tell yet whether anyone was asked to approve it. Wait half a minute. If no card for it appears below, select the button again.",
  downloading: 'The download has started. Its card below shows the progress.',
  'download-off': 'Nothing can be downloaded here. You can restore it instead.',
  'download-refused':
    "The backup service doesn't let you save anything of this kind as a file. Restore it instead, or ask your backup administrator for the right to save items.",
  'export-off': "Posts can't be exported here. You can restore them instead.",
  'export-running':
    "Another file of yours is still being prepared. Wait until it's offered in this chat, then select the button again.",
  'export-unaudited':
    "Nothing was handed over: the audit log couldn't be written, and your administrators don't allow this without it. Wait a minute and select the button again. If it keeps happening, tell an administrator.",
  'export-mixed':
    'Only posts of one channel can be exported together. Select posts of one channel and nothing else, then select the button again.',
} satisfies Partial<Record<Remark['code'], string>>;

export const exportNotices = {
  'export-over': {
    title: 'This file is no longer offered',
    text: 'It was handed over, declined, or erased after 15 minutes, or it was offered to someone else.',
    next: 'Export or download it again if you still need it.',
  },
} satisfies Partial<Record<RestoreNotice['code'], StateText>>;
