/** Mailboxes (`Vex`). */
import type { Entry } from '../entries/entry.ts';
import type { Option, OptionsOfWorkload } from './options.ts';
import { isWithin, newestFirst, type WorkloadRules } from './workload.ts';

/** The service takes any text; a slash would make it look like folders within folders. */
const FORBIDDEN_IN_FOLDER_NAME = /[/\\\p{Cc}]/u;

const isMailbox = ({ kind }: Entry): boolean => kind === 'mailbox';
const hasMailbox = (entries: readonly Entry[]): boolean => entries.some(isMailbox);

const deletedItems = { kind: 'toggle', name: 'deletedItems', default: true } as const satisfies Option;
const changedItems = {
  kind: 'toggle',
  name: 'changedItems',
  default: false,
  overwrites: true,
} as const satisfies Option;
const markRestoredAsUnread = { kind: 'toggle', name: 'markRestoredAsUnread', default: false } as const satisfies Option;

const mistakeIn: OptionsOfWorkload['mistakeIn'] = (values) =>
  values['changedItems'] === true || values['deletedItems'] === true ? undefined : 'restores-nothing';

export const exchange: WorkloadRules = {
  scopeTypes: ['User'],
  own: true,
  kinds: {
    message: { restores: 'itself', downloads: 'message', usual: true, subject: true, who: 'from' },
    appointment: { restores: 'itself', subject: true, to: 'attendees' },
    contact: { restores: 'itself', subject: true },
    'contact group': { restores: 'itself', subject: true },
    task: { restores: 'itself', subject: true },
    journal: { restores: 'itself', subject: true },
    note: { restores: 'itself', subject: true },
    discussion: { restores: 'itself', subject: true },
    folder: { opens: true, restores: 'contents' },
  },
  searches: {
    items: {
      criteria: [
        ['from', 'from'],
        ['to', 'to'],
        ['subject', 'subject'],
      ],
      dateCriterion: 'received',
      words: [
        'subject from to cc bcc received sent hasattachments',
        `toaddress ccaddress bccaddress body content contents attachments size category importance priority sensitivity
        read isread isflagged flagstatus datecreated datemodified organizer by location start enddate due duedate duration
        isrecurring recurring requiredattendees optionalattendees meetingstatus showtimeas remindertime taskowner
        iscompleted incomplete completed title fullname firstname lastname nickname emailaddress company department
        jobtitle mobilephone businessphone homephone imaddress birthday`,
      ],
      attachmentsQuery: 'hasattachments:true',
    },
  },
  examples: ['from:"Anna Lee" AND hasattachments:true', 'subject:invoice NOT from:newsletter'],
  compare: newestFirst,
  outlookPages: {
    message: 'mail/',
    folder: 'mail/',
    mailbox: 'mail/',
    appointment: 'calendar/',
    contact: 'people/',
    'contact group': 'people/',
  },

  options: [
    deletedItems,
    changedItems,
    markRestoredAsUnread,
    { kind: 'text', name: 'folder', maxLength: 100, forbidden: FORBIDDEN_IN_FOLDER_NAME, isPlace: true },
  ],
  mistakeIn,

  administrator: {
    container: 'mailbox',
    elsewhere: 'by-address',
    kinds: {
      mailbox: { restores: 'itself', whole: true },
      folder: { restores: 'itself', whole: true },
    },
    covers: isWithin,
    /** The service has options for whole mailboxes only. */
    options: [
      { ...deletedItems, appliesTo: hasMailbox },
      { ...changedItems, appliesTo: hasMailbox, overwritesOnly: isMailbox },
      { ...markRestoredAsUnread, appliesTo: hasMailbox },
      { kind: 'toggle', name: 'mailboxSkipDeleted', default: false, appliesTo: hasMailbox },
      { kind: 'toggle', name: 'mailboxSkipDrafts', default: false, appliesTo: hasMailbox },
    ],
    mistakeIn: (values, entries) => (hasMailbox(entries) ? mistakeIn(values, entries) : undefined),
    notes: (_values, entries) => [
      ...(entries.every(isMailbox) ? [] : ['withoutOptions']),
      ...(hasMailbox(entries) ? ['wholeMailbox'] : []),
    ],
  },
};
