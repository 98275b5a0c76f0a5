/** Mailboxes (`Vex`; API, section D1). */
import { newestFirst, type WorkloadRules } from './workload.ts';

/** The service takes any text (API, section D1); a slash would make it look like folders within folders. */
const FORBIDDEN_IN_FOLDER_NAME = /[/\\\p{Cc}]/u;

export const exchange: WorkloadRules = {
  names: [
    'mail mails e-mail e-mails email emails mailbox inbox message messages outlook exchange postfach nachricht nachrichten',
    'courriel courriels messagerie correo correos buzon メール',
  ],
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
      attachmentsQuery: 'hasattachments:true',
    },
  },
  examples: ['from:"Anna Lee" AND hasattachments:true', 'subject:invoice NOT from:newsletter'],
  compare: newestFirst,

  options: [
    { kind: 'toggle', name: 'deletedItems', default: true },
    { kind: 'toggle', name: 'changedItems', default: false, overwrites: true },
    { kind: 'toggle', name: 'markRestoredAsUnread', default: false },
    // The target folder; absent: the original location.
    { kind: 'text', name: 'folder', maxLength: 100, forbidden: FORBIDDEN_IN_FOLDER_NAME },
  ],
  mistakeIn: ({ changedItems, deletedItems }) =>
    changedItems === true || deletedItems === true ? undefined : 'restores-nothing',
};
