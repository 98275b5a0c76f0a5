/** Texts about handing posts over as a file, in English. */
import type { Remark } from '../../../restore/model/task.ts';
import type { ExportState, RestoreNotice } from '../../../restore/views.ts';
import type { FormatNumber } from '../quantities.ts';

interface StateText {
  readonly title: string;
  readonly text: string;
  readonly next?: string;
}

export const exports = (n: FormatNumber) => ({
  button: 'Export',
  /** Or all of the channel. */
  what: (count: number | undefined) => {
    if (count === undefined) return 'All posts';
    return count === 1 ? 'One post' : `${n(count)} posts`;
  },
  until: (time: string) => `The file waits until ${time}.`,
  /** On the card that offers the file, which shows its name and size. */
  offer: {
    summary: 'A file for you is ready',
    /** How its name begins where the channel has none. */
    fileName: 'Posts',
    description: (what: string, channel: string) =>
      `${what} from ${channel}. Without an answer it is erased after 15 minutes.`,
    descriptionWithoutChannel: (what: string) => `${what}. Without an answer it is erased after 15 minutes.`,
  },
  states: {
    preparing: {
      title: 'Preparing the export',
      text: 'The backup service is writing the posts to a file. That can take a few minutes.',
      next: "When it is ready, I'll offer it in this chat.",
    },
    offered: {
      title: 'The export is ready',
      text: 'I can put the file into your OneDrive. Nothing is sent before you allow it.',
      next: 'Select Allow on the card that offers the file, or Decline to have it erased.',
    },
    unanswered: {
      title: 'The export is waiting for you',
      text: "I haven't received an answer to the card that offers the file.",
      next: 'Select Allow on it. If you did and nothing happened, export the posts again: Teams sometimes loses the answer.',
    },
    uploading: {
      title: 'Uploading the file',
      text: "I'm putting it into your OneDrive.",
      next: 'This card will show the result.',
    },
    'handed-over': { title: 'Exported', text: "The file is in your OneDrive, and on a card below. I've kept no copy." },
    declined: { title: 'Export declined', text: "You declined the file, so I've erased it." },
    expired: {
      title: 'The file was erased',
      text: "The card that offers it wasn't answered within 15 minutes.",
      next: 'Export the posts again if you still need them.',
    },
    refused: {
      title: 'The service refused the export',
      text: 'Your account may not export these posts.',
      next: 'Ask your backup administrator for the right to export posts.',
    },
    gone: {
      title: 'Not exported',
      text: 'The posts, or the backup they were found in, are no longer open at the service.',
      next: 'Find the posts again, then export them.',
    },
    'not-ready': {
      title: 'Not exported',
      text: "The service didn't finish the file within ten minutes.",
      next: 'Try again later, or export fewer posts.',
    },
    'not-reached': {
      title: 'Not exported',
      text: "I couldn't reach the backup service, so nothing was started.",
      next: 'Try again in a few minutes.',
    },
    'too-large': {
      title: 'Too large to export',
      text: 'The file is larger than 50 MB.',
      next: 'Export fewer posts at a time.',
    },
    unclear: {
      title: 'Not exported',
      text: 'I asked the service for the file, but the response was lost. An export changes nothing.',
      next: 'Export the posts again.',
    },
    'signed-out': {
      title: 'Not exported',
      text: "Your session has ended, so I've stopped and erased the file.",
      next: 'Sign in, then export the posts again.',
    },
    interrupted: {
      title: 'Not exported',
      text: "Something interrupted the export, so I've erased what there was of the file.",
      next: 'Export the posts again.',
    },
    'foreign-host': {
      title: 'Not exported',
      text: 'Teams named a place for the file that this bot may not write to. Nothing was sent there, and the file is erased.',
      next: "Tell the people who run this bot that ALLOWED_UPLOAD_HOSTS doesn't list your OneDrive.",
    },
    'name-taken': {
      title: 'Not exported',
      text: "Your OneDrive already has a file of this name, so I've erased mine.",
      next: 'Export the posts again: the name contains the time.',
    },
    'upload-refused': {
      title: 'Not exported',
      text: "Your OneDrive refused the file, so I've erased it.",
      next: 'Check that your OneDrive opens and has space left, then export the posts again.',
    },
    'upload-failed': {
      title: 'Not exported',
      text: "The upload to your OneDrive didn't finish, so I've erased the file.",
      next: 'Export the posts again.',
    },
  } satisfies Record<ExportState, StateText> as Record<ExportState, StateText>,
});

/** On the task's card. */
export const exportRemarks = {
  exporting: 'The export has begun. Its own card below shows how far it is.',
  'export-off': "Posts can't be exported here. You can restore them instead.",
  'export-running':
    'Another export of yours is still being prepared. Wait until its file is offered in this chat, then press “Export” again.',
  'export-unaudited':
    "Nothing was exported: the audit log couldn't be written, and your administrators don't allow exporting without it. Wait a minute and press “Export” again. If it keeps happening, tell an administrator.",
  'export-mixed':
    'Only posts of one channel can be exported together. Select posts of one channel and nothing else, then press “Export”.',
} satisfies Partial<Record<Remark['code'], string>>;

export const exportNotices = {
  'export-over': {
    title: 'This file is no longer offered',
    text: 'It was handed over, declined, or erased after 15 minutes, or it was offered to somebody else.',
    next: 'Export the posts again if you still need them.',
  },
} satisfies Partial<Record<RestoreNotice['code'], StateText>>;
