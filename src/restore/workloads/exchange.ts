/** Mailboxes (`Vex`; API, section D1). */
import type { ExchangeOptions } from '../model/catalog.ts';
import { newestFirst, type WorkloadRules } from './workload.ts';

/** The defaults overwrite nothing. */
const defaults: ExchangeOptions = {
  workload: 'exchange',
  changedItems: false,
  deletedItems: true,
  markRestoredAsUnread: false,
};

const MAX_FOLDER_NAME = 100;
/** The service takes any text (API, section D1); a slash would make it look like folders within folders. */
const FORBIDDEN_IN_FOLDER_NAME = /[/\\\p{Cc}]/u;

export const exchange: WorkloadRules = {
  workload: 'exchange',
  names: [
    'mail mails e-mail e-mails email emails mailbox inbox message messages outlook exchange postfach nachricht nachrichten',
    'courriel courriels messagerie correo correos buzon メール',
  ],
  scopeTypes: ['User'],
  hasVersions: false,
  criteria: [
    ['from', 'from'],
    ['to', 'to'],
    ['subject', 'subject'],
  ],
  dateCriterion: 'received',
  attachmentsQuery: 'hasattachments:true',
  defaults,
  compare: newestFirst,

  overwrites: (options) => options.workload === 'exchange' && options.changedItems,

  readOptions(options) {
    if (options.workload !== 'exchange') return { options: defaults };
    const { folder: typed, changedItems, deletedItems } = options;
    const folder = typed?.trim();
    const fits =
      folder === undefined ||
      (folder !== '' && folder.length <= MAX_FOLDER_NAME && !FORBIDDEN_IN_FOLDER_NAME.test(folder));
    if (!fits)
      return { options: { ...options, folder: undefined }, remark: { code: 'folder-name', typed: typed ?? '' } };
    const remark = changedItems || deletedItems ? undefined : ({ code: 'restores-nothing' } as const);
    return { options: { ...options, folder }, remark };
  },
};
