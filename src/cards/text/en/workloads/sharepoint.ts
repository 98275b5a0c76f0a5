/** Texts about sites, in English. */
import { possessive } from '../names.ts';
import type { WorkloadWords } from '../../workload-words.ts';

export const sharepoint = {
  name: 'SharePoint',
  search: 'Search SharePoint',
  whose: {
    own: 'Your own SharePoint site',
    all: 'All SharePoint sites',
    of: (name: string) => `${possessive(name)} SharePoint`,
  },
  from: {
    own: 'your own SharePoint site',
    all: 'all SharePoint sites',
    of: (name: string) => `${possessive(name)} SharePoint`,
  },
  containers: 'Which site?',
  wordsPlaceholder: 'budget plan',
  approver: 'For sites, sign in as Global or SharePoint Administrator.',
  untitled: '(no name)',
  kinds: {
    'whole site': 'Whole site',
    site: 'Subsite',
    library: 'Library',
    list: 'List',
    folder: 'Folder',
    document: 'Document',
    item: 'List item',
    attachment: 'Attachment: comes back with its list item',
    unclear: 'Document or list item',
  },
  administrator: {
    hint: 'A site is searched without its subsites. To search one, open it under “Browse folders”, then choose “Search here”.',
  },
  wholes: {
    'whole site': (count: number, isAlone?: boolean) =>
      isAlone ? 'everything' : count === 1 ? 'one whole site' : `${count} whole sites`,
    site: (count: number) => (count === 1 ? 'one subsite' : `${count} subsites`),
    library: (count: number) => (count === 1 ? 'one library' : `${count} libraries`),
    list: (count: number) => (count === 1 ? 'one list' : `${count} lists`),
    folder: (count: number) => (count === 1 ? 'one folder' : `${count} folders`),
  },
  options: {
    siteMissingItems: {
      label: 'Bring back what is missing',
      consequence: 'What is no longer there comes back.',
    },
    siteChangedItems: {
      label: 'Also restore what still exists but has changed',
      consequence: 'Off: what exists stays as it is. On: documents get the restored version, list items are replaced.',
    },
    siteVersions: {
      label: 'Versions',
      consequence: 'With all versions, the version history is restored as well and merged with what is there.',
      choices: { Last: 'Only the one shown', All: 'All versions' },
    },
    siteLastVersion: {
      label: 'If something still exists',
      consequence: "Add a version: its present content stays as an earlier version. Overwrite: it's lost.",
      choices: { Merge: 'Add the restored version', Overwrite: 'Overwrite it' },
    },
    sitePermissions: {
      label: 'Restore permissions',
      consequence: 'On: who had access at the time of the backup has it again.',
    },
    siteNotification: {
      label: 'Notify everyone who has access by email',
      consequence: 'Only together with permissions.',
    },
    siteList: {
      label: 'To another library or list of the same site',
      consequence: 'It has to exist already. Everything is restored there.',
      placeholder: 'Leave empty for the original place',
      unfit: (typed: string) => `“${typed}” can't be the name of a library or list: use up to 255 characters.`,
    },
    siteListViews: {
      label: 'Restore the views of lists and libraries',
      consequence: 'On: views come back as they were. Present views of the same name may be replaced.',
    },
    siteMasterPages: {
      label: 'Restore master pages',
      consequence: "On: the present design of the site's pages may be replaced.",
    },
    siteSubsites: {
      label: 'Restore its subsites, too',
      consequence: 'Off: only the site itself comes back.',
    },
  },
  notes: {
    wholes: 'A site, library or list is restored with everything in it, however much that is.',
    existingToo:
      'Selected documents, folders and list items are restored even where they still exist: the service offers administrators no choice there.',
    itemsAnew:
      'A list item that still exists is deleted and recreated with a new number: links to it break, and entries of other lists that refer to it may be deleted with it.',
    mails: 'Everyone who has access to what is restored gets an email.',
    selectedVersions: 'An earlier version is selected, so only the selected versions are restored.',
    limitsOfDocuments:
      'Not restored: OneNote notebooks, sensitivity labels, what is on hold, and the last change of what was checked out. The restored documents have another “created by”.',
    limitsOfItems:
      'Not restored: items of hidden and system lists, what is on hold, and attachments of a list item that still exists. Columns with managed metadata or lookups may stay empty.',
  },
} satisfies WorkloadWords;
