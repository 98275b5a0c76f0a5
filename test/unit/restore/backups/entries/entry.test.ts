import { insideOf, insideOfEntry, locationSchema, placeOf } from '../../../../../src/restore/backups/entries/entry.ts';
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
  test('has a path from what holds it, and its name where that is not the container', () => {
    expect(insideOf({ folders: [library, inside] })).toEqual({
      path: ['Documents', 'Guides'],
      containerName: undefined,
    });
    expect(insideOf({ folders: [subsite, library] })).toEqual({ path: ['Documents'], containerName: 'Rollout' });
  });

  test('has the same where it is expanded', () => {
    const rollout = anEntry({ kind: 'site', id: SUBSITE, containerId: SUBSITE, title: 'Rollout', path: [] });
    expect(insideOfEntry(rollout)).toEqual({ path: [], containerName: 'Rollout' });
    const documents = { ...rollout, id: 'library-1', title: 'Documents', containerName: 'Rollout' };
    expect(insideOfEntry(documents)).toEqual({ path: ['Documents'], containerName: 'Rollout' });
    expect(insideOfEntry({ ...documents, path: undefined })).toEqual({ path: undefined, containerName: 'Rollout' });
  });
});
