/** Texts about mailboxes, in German. */
import type { Words } from '../../en/common.ts';

export const exchange: Words['restore']['workloads']['exchange'] = {
  name: 'E-Mails',
  search: 'E-Mails durchsuchen',
  whose: { own: 'Ihre eigenen E-Mails', of: (name) => `E-Mails von ${name}` },
  from: { own: 'Ihrem eigenen Postfach', of: (name) => `dem Postfach von ${name}` },
  containers: 'Welches Postfach?',
  wordsPlaceholder: 'Rechnung Oktober',
  untitled: '(kein Betreff)',
  kinds: {
    message: 'E-Mail',
    appointment: 'Termin',
    contact: 'Kontakt',
    'contact group': 'Kontaktgruppe',
    task: 'Aufgabe',
    journal: 'Journaleintrag',
    note: 'Notiz',
    discussion: 'Diskussion',
    folder: 'Ordner',
  },
  options: {
    deletedItems: {
      label: 'Fehlendes wiederherstellen',
      consequence: 'Was nicht mehr vorhanden ist, wird zurückgebracht.',
    },
    changedItems: {
      label: 'Seither Geändertes überschreiben',
      consequence: 'Aus: Was noch vorhanden ist, bleibt unverändert. Ein: Der jetzige Inhalt geht verloren.',
    },
    markRestoredAsUnread: {
      label: 'Wiederhergestelltes als ungelesen markieren',
      consequence: 'Es erscheint wie neue E-Mails.',
    },
    folder: {
      label: 'In einen Ordner mit diesem Namen',
      consequence: 'Mit einem Namen wird alles in diesem Ordner abgelegt. Er wird angelegt, wenn er fehlt.',
      placeholder: 'Leer: am ursprünglichen Ort',
      unfit: (typed) =>
        `„${typed}“ kann kein Ordnername sein. Verwenden Sie höchstens 100 Zeichen und keine Schrägstriche.`,
    },
  },
  notes: {},
};
