/** A person's OneDrive: folders three levels deep, documents with several versions. Generated on first access. */
import { DAY } from '../durations.ts';
import { kyotoDocuments } from './kyoto.ts';
import { mishapOf } from './mail-items.ts';
import { seeded, uuidOf } from './seeded.ts';
import type { DocumentVersion, Drive, DriveDocument, DriveFolder, Owner } from './types.ts';
import { FILE_NAMES, PLACES } from './words.ts';

/** Each with how many documents lie in it. */
const FOLDERS: readonly (readonly [path: string, documents: number])[] = [
  ['Documents', 40],
  ['Documents/Offers', 30],
  ['Documents/Offers/2025 & before', 45],
  ['Journeys', 6],
  ['Journeys/Asia', 15],
  ['Journeys/Asia/日本 Japan', 12],
  ['Journeys/Europe', 20],
  ['Journeys/Europe/Norway 100%', 18],
  ['Pictures', 60],
  ['Private #1 + more', 4],
  ['Empty folder', 0],
];

export function driveId(owner: Owner): string {
  return uuidOf(`site ${owner.scopeId}`) + uuidOf(`web ${owner.scopeId}`);
}

/** Of the person's own site, which holds the drive. */
export function ownerUrl({ address }: Owner): string {
  const webName = address.replace(/[^a-z0-9]/g, '_');
  const [tenantName = ''] = address.split('@').at(-1)?.split('.') ?? [];
  return `https://${tenantName}-my.sharepoint.example/personal/${webName}`;
}

export function makeDrive(owner: Owner, until: number, colleagues: readonly Owner[]): Drive {
  const id = driveId(owner);
  const chance = seeded(id);
  const idAt = (path: string): string => uuidOf(`${id} ${path}`);
  const plan = owner.story === 'few' ? FOLDERS.slice(0, 3) : FOLDERS;
  const folders = plan.map(([path]): DriveFolder => {
    const cut = path.lastIndexOf('/');
    return {
      id: idAt(path),
      name: path.slice(cut + 1),
      parentId: cut < 0 ? undefined : idAt(path.slice(0, cut)),
      at: until - 500 * DAY,
      by: owner.name,
    };
  });

  function documentsIn(folderId: string | undefined, count: number): readonly DriveDocument[] {
    return Array.from({ length: count }, (_, number): DriveDocument => {
      const documentId = uuidOf(`${id} ${folderId ?? 'root'} ${number}`);
      const at = until - chance.below(500 * DAY);
      const versions = versionsFrom(at, number % 5 === 0 ? 2 + chance.below(8) : 1);
      const last = versions.at(-1)?.at ?? at;
      return {
        id: documentId,
        name:
          number < 3
            ? chance.pick(FILE_NAMES).replace(/^/, `${number} `)
            : `${chance.pick(PLACES)} ${number} ${chance.pick(FILE_NAMES)}`,
        folderId,
        createdBy: owner.name,
        at,
        deletedAt: chance.percent(5) ? last + chance.below(Math.max(until - last, 1)) : undefined,
        mishap: mishapOf(documentId),
        versions,
      };
    });
  }

  function versionsFrom(at: number, count: number): readonly [DocumentVersion, ...DocumentVersion[]] {
    const version = (number: number): DocumentVersion => {
      const colleague = colleagues[chance.below(colleagues.length)];
      return {
        version: `${number}.0`,
        versionId: number * 512,
        at: Math.floor((at + ((until - at) * (number - 1)) / (count + 1)) / 1000) * 1000,
        by: number > 1 && chance.percent(30) && colleague !== undefined ? colleague.name : owner.name,
        sizeBytes: chance.below(50) === 0 ? 0 : 500 + chance.below(6_000_000),
      };
    };
    return [version(1), ...Array.from({ length: count - 1 }, (_, number) => version(number + 2))];
  }

  const documents = [
    ...documentsIn(undefined, 3),
    ...plan.flatMap(([path, count]) => documentsIn(idAt(path), count)),
    ...(owner.story === 'kyoto' ? kyotoDocuments(idAt('Journeys/Asia/日本 Japan'), owner, until) : []),
  ];
  const documentsById = new Map(documents.map((document) => [document.id, document]));
  const foldersById = new Map(folders.map((folder) => [folder.id, folder]));
  return {
    id,
    owner,
    name: owner.name,
    url: ownerUrl(owner),
    folders,
    documents,
    document: (documentId) => documentsById.get(documentId),
    folder: (folderId) => foldersById.get(folderId),
  };
}
