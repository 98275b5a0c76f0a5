/** Texts about finding as administrator, in English. */
import type { FailureWords } from './failures.ts';

export const administrators = {
  everybody: 'Everybody in the organization',
  /** A mailbox, beside the primary one of the same name. */
  archive: (name: string) => `${name} · archive`,
  opening:
    "I'm opening the backup of the whole organization, which can take a minute. Names are suggested after that; you can already type one.",
  assumed:
    "The backup service doesn't tell me when backups were made. I show the last one before the end of the day you choose.",
  /** Of a name that was not found in this one. */
  otherBackup:
    'An earlier backup may still have it. Select “Choose a backup”: I look for this name in the one you choose, and the search continues there.',
  /** In place of a time, where backups of a day are not known. */
  endOf: (day: string) => `The end of ${day}`,
  asOfEnd: (day: string) => `, as of the end of ${day}`,
  /** Restoring to another place than the original one. */
  elsewhere: {
    label: 'Restore to',
    original: 'Where it was',
    consequence: 'Someone else gets it in a separate folder and can read all of it.',
    into: (whose: string, name: string) => `${whose}, into the data of ${name}`,
  },
};

export const administratorRemarks = {
  elsewhere: (typed: string) =>
    `${typed} will be able to read everything that you selected. It goes there into a folder of its own, named “Restored from …”, without permissions and without a notification; nothing there is changed. Nothing has been restored yet.`,
  'back-to-original':
    'This goes back to where it was. Nothing has been restored yet. Check the card, and then select the button again.',
  'elsewhere-off':
    "Restoring to someone else isn't turned on for this bot, so nothing was restored. This now goes back to where it was. Check the card before you go on.",
  'not-in-backup': (typed: string) =>
    `“${typed}” isn't in this backup. Check the spelling, or choose another kind or another day.`,
  'no-such-target': (typed: string) =>
    `“${typed}” isn't in this backup, so nothing can be restored there. Nothing has been restored yet. Check the spelling, or choose someone else or “Where it was”.`,
  'no-address': (typed: string) =>
    `“${typed}” has no email address in this backup, so nothing can be restored there. Nothing has been restored yet. Choose someone else, or “Where it was”.`,
};

export const administratorTroubles: Readonly<
  Record<'other-organization' | 'elsewhere-off', Omit<FailureWords, 'title'>>
> = {
  'other-organization': {
    text: 'The backup service opened the backup of a different organization from the one you signed in to, so I closed it and show nothing.',
    who: 'backup administrator',
    next: 'Ask your backup administrator to check which organization this sign-in belongs to.',
  },
  'elsewhere-off': {
    text: "This goes to another person's data, and that is no longer turned on for this bot. What was left wasn't sent.",
    who: 'you',
    next: 'Find it again and restore it to where it was, or ask the people who run this bot about RESTORE_ELSEWHERE.',
  },
};
