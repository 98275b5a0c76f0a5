/** Words that sample items are made of. */

export const PLACES = [
  'Lisbon',
  'Tromsø',
  'Reykjavík',
  'Marrakesh',
  'Québec',
  'São Miguel',
  'Patagonia',
  'Zanzibar',
  'Hội An',
  'Kraków',
  'Valparaíso',
  'Luang Prabang',
  'Tbilisi',
  'Isle of Skye',
  'Namibia',
  'Lofoten',
  '札幌',
  'Αθήνα',
  'Тбилиси',
  'مراكش',
] as const;

/** `#` becomes a place. */
export const SUBJECTS = [
  'Offer # for the summer catalogue',
  'Re: Rooms in #',
  'Fwd: Flight change to #',
  'Invoice 20417: # group tour',
  'AW: Rückfrage zu Ihrer Reise nach #',
  'Quote "early bird" for #',
  'C:\\Share\\Tours\\# is full',
  '**Important**: _new_ terms for # [read](https://example.com)',
  '🌴 # is calling! ✈️',
  'Complaint: room without a view in #',
  'Re: Re: Re: Contract with the hotel in #',
  'Insurance for the # trip (policy 77-1034)',
  '# – Bestätigung / confirmation / 確認',
  'Tour guide wanted: #?',
  'Visa for # *urgent*',
  '<b>Newsletter</b> & news from #',
  'Guide’s report, #',
  'ご予約の確認 #',
  'Подтверждение поездки: #',
  'تأكيد الحجز #',
  'Deposit received for # (50%)',
  'Minutes of the # meeting',
] as const;

/** 400 characters: longer than a card shows. */
export const LONG_SUBJECT =
  `Everything that still has to be done before the group leaves ${'and then some more of it, '.repeat(13)}`
    .slice(0, 400)
    .trim();

export const SENTENCES = [
  'Please find the details attached.',
  'The hotel asks for the passenger list until Friday.',
  'Many thanks for your patience with the rebooking.',
  'The minibus leaves at seven, breakfast is packed.',
  'We still need the signed contract.',
  'Bitte um kurze Rückmeldung bis morgen.',
  'The deposit has arrived, the balance is due four weeks before departure.',
  'お問い合わせありがとうございます。',
] as const;

export const ATTACHMENTS = [
  'Offer.pdf',
  'Passenger list.xlsx',
  'Contract signed.pdf',
  'Photo 1.jpg',
  'Übersicht.docx',
  'route.gpx',
  '見積書.pdf',
  'Voucher #12 & co.pdf',
] as const;

type Outsider = readonly [name: string, address: string];

export const OUTSIDERS: readonly [Outsider, ...Outsider[]] = [
  ['Hotel Miramar', 'front.desk@miramar.example'],
  ['Ingrid Solberg', 'ingrid@fjordtours.example'],
  ['Kenji Mori 森 健二', 'kenji.mori@gionryokan.example'],
  ['O’Brien & Daughters', 'bookings@obrien.example'],
  ['Air Aurora', 'no-reply@airaurora.example'],
  ['María José Fernández', 'mj@terrazas.example'],
  ['newsletter@travelweek.example', 'newsletter@travelweek.example'],
];

export const FILE_NAMES = [
  'Budget.xlsx',
  'Angebot {Sommer}.docx',
  'Notes.txt',
  'IMG_2041.jpg',
  'Route #3 & detours (final).pptx',
  'Contract_v2_FINAL final.pdf',
  '旅程表.xlsx',
  'Список гостей.docx',
  "Guide's handbook.pdf",
  '🌊 Surf camp.pptx',
  'archive.tar.gz',
  'no extension',
  'Preisliste 100%.xlsx',
  'price+list=new.csv',
  'Wörterbuch Isländisch.docx',
  'Report [draft].docx',
] as const;
