/** Texts about mailboxes, in German. */
import type { Words } from '../../en/common.ts';

export const exchange: Words['restore']['workloads']['exchange'] = {
  name: 'E-Mails',
  search: 'E-Mails durchsuchen',
  whose: { own: 'Ihre eigenen E-Mails', all: 'E-Mails von allen', of: (name) => `E-Mails von ${name}` },
  from: { own: 'Ihrem eigenen Postfach', all: 'allen Postfächern', of: (name) => `dem Postfach von ${name}` },
  containers: 'Welches Postfach?',
  wordsPlaceholder: 'Rechnung Oktober',
  approver: 'Melden Sie sich für E-Mail als globaler oder Exchange-Administrator mit ApplicationImpersonation an.',
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
    mailbox: 'Ganzes Postfach',
    folder: 'Ordner',
  },
  places: {
    appointment: 'Kalender',
    contact: 'Kontakte',
    'contact group': 'Kontakte',
    task: 'Aufgaben',
    note: 'Notizen',
  },
  wholes: {
    mailbox: (count, isAlone) =>
      isAlone ? 'alles' : count === 1 ? 'ein ganzes Postfach' : `${count} ganze Postfächer`,
    folder: (count) => `${count} Ordner`,
  },
  options: {
    deletedItems: {
      label: 'Fehlendes wiederherstellen',
      consequence: 'Was nicht mehr vorhanden ist, wird wiederhergestellt.',
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
    mailboxSkipDeleted: {
      label: 'Gelöschte Elemente auslassen',
      consequence: 'Ein: Was damals schon gelöscht war, kommt nicht zurück.',
    },
    mailboxSkipDrafts: {
      label: 'Entwürfe auslassen',
      consequence: 'Ein: E-Mails, die noch nicht gesendet waren, kommen nicht zurück.',
    },
  },
  notes: {
    withoutOptions:
      'Bei E-Mails, anderen Elementen und Ordnern gibt es keine Wahl: Fehlendes wird wiederhergestellt, seither Geändertes wird überschrieben, und alles kann als ungelesen erscheinen.',
    wholeMailbox: 'Ein ganzes Postfach wird wiederhergestellt, mit allen Ordnern. Die Optionen unten gelten dafür.',
  },
};
