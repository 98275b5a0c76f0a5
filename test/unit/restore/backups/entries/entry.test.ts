import {
  asFolder,
  insideOf,
  locationSchema,
  openEntry,
  placeOf,
  type Entry,
} from '../../../../../src/restore/backups/entries/entry.ts';
import { anEntry } from '../../../../fakes/explorer.ts';

const SITE = 'site-1';
const SUBSITE = 'site-2';
const subsite = { id: SUBSITE, name: 'Rollout', kind: 'site', containerId: SUBSITE };
const library = { id: 'library-1', name: 'Documents', kind: 'library', containerId: SUBSITE };
const inside = { id: 'folder-1', name: 'Guides', kind: 'folder', within: 'library', containerId: SUBSITE };
const site = { containerId: SITE, containerName: 'Kyoto' };

describe('what is opened at a location', () => {
  test('is the container itself at its top', () => {
    expect(placeOf({ ...site, folders: [] })).toEqual({ containerId: SITE });
  });

  test('is the innermost folder, in what holds it', () => {
    expect(placeOf({ ...site, folders: [subsite, library, inside] })).toEqual({
      containerId: SUBSITE,
      folder: { id: 'folder-1', kind: 'folder', within: 'library' },
    });
  });

  test('is a folder of the container where the version before stored it', () => {
    const stored = { containerId: 'mailbox-1', containerName: 'Noor', folders: [{ id: 'inbox', name: 'Inbox' }] };

    expect(placeOf(locationSchema.parse(stored))).toEqual({
      containerId: 'mailbox-1',
      folder: { id: 'inbox', kind: 'folder', within: undefined },
    });
  });
});

describe('what lies there', () => {
  const rollout = anEntry({ kind: 'site', id: SUBSITE, containerId: SUBSITE, title: 'Rollout', path: [] });
  const documents = { ...rollout, id: 'library-1', title: 'Documents', containerName: 'Rollout' };

  test('has a path from what holds it, and its name where that is not the container', () => {
    expect(insideOf(rollout)).toEqual({ path: [], containerName: 'Rollout' });
    expect(insideOf(documents)).toEqual({ path: ['Documents'], containerName: 'Rollout' });
    const guides = { ...documents, id: 'folder-1', title: 'Guides', path: ['Documents'] };
    expect(insideOf(guides)).toEqual({ path: ['Documents', 'Guides'], containerName: 'Rollout' });
  });

  test('has none where that of the folder is unknown', () => {
    expect(insideOf({ ...documents, path: undefined })).toEqual({ path: undefined, containerName: 'Rollout' });
  });

  test('has the same where the folder was opened', () => {
    const above = { name: 'Guides', kind: 'folder', id: 'folder-1', containerId: SUBSITE };
    const open = (...folders: readonly Entry[]) => openEntry({ ...site, folders: folders.map(asFolder) });
    expect(insideOf(open())).toEqual({ path: [], containerName: undefined });
    expect(insideOf(open(rollout))).toEqual(insideOf(rollout));
    expect(insideOf(open(rollout, documents))).toEqual(insideOf(documents));
    expect(insideOf(openEntry({ ...site, folders: [above] }))).toEqual({ path: undefined, containerName: undefined });
  });
});
