/** Texte über das Suchen als Administrator, auf Deutsch. */
import type {
  administratorRemarks as englishRemarks,
  administrators as english,
  administratorTroubles as englishTroubles,
} from '../en/administrators.ts';

export const administrators: typeof english = {
  everybody: 'Alle in der Organisation',
  archive: (name) => `${name} · Archiv`,
  opening:
    'Ich öffne die Sicherung der ganzen Organisation, was eine Minute dauern kann. Danach werden Namen vorgeschlagen; eingeben können Sie schon jetzt einen.',
  assumed:
    'Der Backup-Dienst teilt mir nicht mit, wann gesichert wurde. Ich zeige die letzte Sicherung vor dem Ende des gewählten Tages.',
  otherBackup:
    'Eine frühere Sicherung kann den Namen noch enthalten. Wählen Sie „Sicherung auswählen“: Ich suche ihn in der Sicherung, die Sie auswählen, und die Suche wird dort fortgesetzt.',
  endOf: (day) => `Ende des ${day}`,
  asOfEnd: (day) => `, Stand Ende des ${day}`,
  elsewhere: {
    label: 'Ziel der Wiederherstellung',
    original: 'Ursprünglicher Ort',
    consequence: 'Eine andere Person bekommt es in einem separaten Ordner und kann alles lesen.',
    into: (whose, name) => `${whose}, in die Daten von ${name}`,
  },
};

export const administratorRemarks: typeof englishRemarks = {
  elsewhere: (typed) =>
    `${typed} kann dann alles lesen, was Sie ausgewählt haben. Es kommt dort in einen separaten Ordner „Restored from …“, ohne Berechtigungen und ohne Benachrichtigung; dort wird nichts geändert. Noch wurde nichts wiederhergestellt.`,
  'back-to-original':
    'Das kommt wieder an den ursprünglichen Ort. Noch wurde nichts wiederhergestellt. Prüfen Sie die Karte, und wählen Sie die Schaltfläche erneut aus.',
  'elsewhere-off':
    'Das Wiederherstellen in die Daten einer anderen Person ist in diesem Bot nicht zugelassen, deshalb wurde nichts wiederhergestellt. Es kommt jetzt wieder an den ursprünglichen Ort. Prüfen Sie die Karte, bevor Sie fortfahren.',
  'not-in-backup': (typed) =>
    `„${typed}“ ist nicht in dieser Sicherung. Prüfen Sie die Schreibweise, oder wählen Sie eine andere Art oder einen anderen Tag.`,
  'no-such-target': (typed) =>
    `„${typed}“ ist nicht in dieser Sicherung, daher lässt sich dort nichts wiederherstellen. Noch wurde nichts wiederhergestellt. Prüfen Sie die Schreibweise, oder wählen Sie eine andere Person oder „Ursprünglicher Ort“.`,
  'no-address': (typed) =>
    `„${typed}“ hat in dieser Sicherung keine E-Mail-Adresse, daher lässt sich dort nichts wiederherstellen. Noch wurde nichts wiederhergestellt. Wählen Sie eine andere Person oder „Ursprünglicher Ort“.`,
};

export const administratorTroubles: typeof englishTroubles = {
  'other-organization': {
    text: 'Der Backup-Dienst hat die Sicherung einer anderen Organisation geöffnet als der, bei der Sie angemeldet sind. Ich habe sie geschlossen und zeige nichts davon.',
    who: 'backup administrator',
    next: 'Bitten Sie Ihren Backup-Administrator zu prüfen, zu welcher Organisation diese Anmeldung gehört.',
  },
  'elsewhere-off': {
    text: 'Diese Wiederherstellung geht in die Daten einer anderen Person; das ist in diesem Bot nicht mehr zugelassen. Der Rest wurde nicht gesendet.',
    who: 'you',
    next: 'Suchen Sie es erneut und stellen Sie es am ursprünglichen Ort wieder her, oder fragen Sie die Betreiber dieses Bots nach RESTORE_ELSEWHERE.',
  },
};
