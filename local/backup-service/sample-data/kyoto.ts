/** The sample story: Noor deleted the mails about Kyoto and overwrote the itinerary. */
import { DAY, HOUR } from '../durations.ts';
import { ITEM_CLASSES } from './mail-items.ts';
import { exchangeId, uuidOf } from './seeded.ts';
import type { DocumentVersion, DriveDocument, MailItem, Mishap, Owner } from './types.ts';

/** How long before today. */
const DELETED_DAYS = 3;
const OVERWRITTEN_DAYS = 2;
/** Deleted, and the recycle bin emptied. */
const PURGED_DAYS = 9;

const KENJI = 'Kenji Mori 森 健二 <kenji.mori@gionryokan.example>';
const YUKI = 'Yuki Tanaka 田中 由紀 <yuki.tanaka@fernweh.onmicrosoft.com>';

interface SampleMail {
  readonly subject: string;
  readonly from: string;
  readonly daysAgo: number;
  readonly place: 'inbox' | 'project';
  readonly attachment?: string;
  readonly mishap?: Mishap;
}

const MAILS: readonly SampleMail[] = [
  { subject: 'Kyoto itinerary', from: YUKI, daysAgo: 24, place: 'inbox', attachment: 'Itinerary Kyoto.xlsx' },
  { subject: 'Re: Kyoto itinerary', from: KENJI, daysAgo: 23, place: 'inbox' },
  { subject: 'Kyoto itinerary: ryokan in Gion', from: KENJI, daysAgo: 20, place: 'project', attachment: '見積書.pdf' },
  { subject: 'Kyoto itinerary: trains and passes', from: YUKI, daysAgo: 18, place: 'project' },
  {
    subject: 'Re: Kyoto itinerary: "what if it rains?"',
    from: YUKI,
    daysAgo: 16,
    place: 'project',
    mishap: { status: 'Failed', why: 'Item is locked.', once: true },
  },
  { subject: 'Kyoto itinerary, final 🍁', from: YUKI, daysAgo: 12, place: 'inbox', attachment: 'Kyoto final.pdf' },
];

export function kyotoMails(
  folders: { readonly inbox: string; readonly project: string },
  mailboxId: string,
  owner: Owner,
  today: number,
): readonly MailItem[] {
  return MAILS.map(({ subject, from, daysAgo, place, attachment, mishap }, number) => {
    const at = today - daysAgo * DAY + 9 * HOUR;
    const received = new Date(at).toISOString().replace('.000Z', 'Z');
    return {
      id: exchangeId(`kyoto ${number}`),
      kind: 'message',
      folderId: folders[place],
      mailboxId,
      at,
      deletedAt: today - DELETED_DAYS * DAY + 15 * HOUR + number * 1000,
      mishap,
      sizeBytes: attachment === undefined ? 14_000 : 240_000,
      body: 'Fushimi Inari at sunrise, the Philosopher’s Path, and matcha in Uji.',
      fields: {
        itemClass: ITEM_CLASSES.message,
        subject,
        from,
        to: `${owner.name} <${owner.address}>`,
        sent: received,
        received,
        reminder: false,
        importance: 'Normal',
        attachments: attachment === undefined ? [] : [{ name: attachment, sizeBytes: 218_000 }],
      },
    };
  });
}

/** @param folderId where it lies */
export function kyotoDocuments(folderId: string, owner: Owner, today: number): readonly DriveDocument[] {
  const version = (number: number, daysAgo: number, sizeBytes: number, by = owner.name): DocumentVersion => ({
    version: `${number}.0`,
    versionId: number * 512,
    at: today - daysAgo * DAY + 10 * HOUR,
    by,
    sizeBytes,
  });
  return [
    {
      id: uuidOf('Itinerary Kyoto.xlsx'),
      name: 'Itinerary Kyoto.xlsx',
      folderId,
      createdBy: owner.name,
      at: today - 25 * DAY + 10 * HOUR,
      versions: [
        version(1, 25, 18_204),
        version(2, 21, 96_410),
        version(3, 17, 188_033, 'Yuki Tanaka 田中 由紀'),
        version(4, 12, 214_377),
        // Overwritten: almost nothing is left.
        version(5, OVERWRITTEN_DAYS, 8911),
      ],
    },
    {
      id: uuidOf('Ryokan bookings.docx'),
      name: 'Ryokan bookings.docx',
      folderId,
      createdBy: 'Yuki Tanaka 田中 由紀',
      at: today - 20 * DAY + 10 * HOUR,
      deletedAt: today - DELETED_DAYS * DAY + 15 * HOUR,
      versions: [version(1, 20, 42_000, 'Yuki Tanaka 田中 由紀'), version(2, 14, 47_900)],
    },
    {
      id: uuidOf('Gion map.pdf'),
      name: 'Gion map.pdf',
      folderId,
      createdBy: owner.name,
      at: today - 22 * DAY + 10 * HOUR,
      deletedAt: today - PURGED_DAYS * DAY + 15 * HOUR,
      purged: true,
      versions: [version(1, 22, 310_000)],
    },
  ];
}
