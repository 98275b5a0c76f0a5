/** Texte zur Genehmigung einer Wiederherstellung durch eine zweite Person, auf Deutsch. */
import type {
  approvalNotice as englishNotice,
  fourEyes as english,
  secondPersonTroubles as englishTroubles,
} from '../en/four-eyes.ts';
import type { FormatNumber } from '../quantities.ts';

export const fourEyes = (n: FormatNumber): ReturnType<typeof english> => ({
  ask: 'Genehmigung anfordern',
  of: {
    restore: {
      asks: 'Bevor etwas wiederhergestellt wird, muss eine andere Person zustimmen.',
      held: 'Erst wenn eine andere Person zustimmt, wird etwas wiederhergestellt.',
      signIn:
        'Diese Wiederherstellung ist genehmigt, aber Ihre Sitzung ist beendet. Nach der Anmeldung geht es automatisch weiter.',
      title: 'Diese Wiederherstellung genehmigen?',
      summary: 'Eine Wiederherstellung braucht Ihre Genehmigung',
      wants: (name) => `${name} möchte diese Daten aus einer Sicherung wiederherstellen.`,
      outcomes: {
        approved: 'Die Wiederherstellung kann beginnen.',
        declined: 'Es wird nichts wiederhergestellt.',
        withdrawn: 'Die Anfrage wurde zurückgezogen. Es ist nichts mehr zu entscheiden.',
        expired: 'Die Anfrage war 24 Stunden offen. Es wird nichts weiter wiederhergestellt.',
        void: 'Seit der Anfrage hat sich etwas geändert. Es wird nichts weiter wiederhergestellt.',
      },
      approved: { title: 'Ihre Wiederherstellung wurde genehmigt', text: 'Die Wiederherstellung läuft jetzt.' },
      declined: { title: 'Ihre Wiederherstellung wurde abgelehnt', text: 'Es wurde nichts wiederhergestellt.' },
    },
    file: {
      asks: 'Bevor Sie die Datei bekommen, muss eine andere Person zustimmen.',
      held: 'Erst wenn eine andere Person zustimmt, verlässt etwas die Sicherung.',
      signIn: 'Diese Datei ist genehmigt, aber Ihre Sitzung ist beendet. Nach der Anmeldung hole ich sie automatisch.',
      title: 'Diese Datei genehmigen?',
      summary: 'Eine Datei braucht Ihre Genehmigung',
      wants: (name) => `${name} möchte diese Daten als Datei aus einer Sicherung holen.`,
      outcomes: {
        approved: 'Die Datei darf jetzt bereitgestellt werden.',
        declined: 'Nichts verlässt die Sicherung.',
        withdrawn: 'Die Anfrage wurde zurückgezogen. Es ist nichts mehr zu entscheiden.',
        expired: 'Die Anfrage war 24 Stunden offen. Nichts weiter verlässt die Sicherung.',
        void: 'Seit der Anfrage hat sich etwas geändert. Nichts weiter verlässt die Sicherung.',
      },
      approved: {
        title: 'Ihre Datei wurde genehmigt',
        text: 'Sobald sie bereit ist, biete ich sie in diesem Chat an.',
      },
      declined: { title: 'Ihre Datei wurde abgelehnt', text: 'Aus der Sicherung wurde nichts geholt.' },
    },
  },
  held: {
    title: 'Genehmigung steht aus',
    until: 'Offen bis',
    asking: 'Ich frage jetzt die Personen, die genehmigen dürfen.',
    asked: 'Gefragt',
    unreachable: 'Nicht erreichbar',
    approvers: (count) => (count === 1 ? 'Eine Person' : `${n(count)} Personen`),
    open: 'Wer nicht erreichbar ist, muss mir einmal im persönlichen Chat schreiben. Die Anfrage kommt dann innerhalb von 15 Minuten dort an.',
    nobody: 'Ich erreiche niemanden, der dies genehmigen könnte.',
    nobodyElse: 'Außer Ihnen darf das niemand genehmigen. Wenden Sie sich an die Betreiber dieses Bots.',
    withdraw: 'Zurückziehen',
    signIn: 'Genehmigt: bitte anmelden',
  },
  approveYourself:
    'Jetzt fehlt noch Ihre eigene Bestätigung: Wählen Sie „Anzeigen“ aus. Die Wiederherstellung wartet nur einige Minuten; vorher wird nichts wiederhergestellt.',
  approvedBy: 'Genehmigt von',
  declinedBy: 'Abgelehnt von',
  request: {
    foreign: (tenant) => `Das Konto dieser Person gehört zu einem anderen Mandanten (${tenant}).`,
    overwrites: {
      contents: 'Vorhandene Elemente werden überschrieben. Der bisherige Inhalt geht endgültig verloren.',
      permissions: 'Vorhandene Berechtigungen werden überschrieben.',
    },
    needed: (count) => `${n(count)} Genehmigungen sind nötig.`,
    decided:
      'Ihre Genehmigung ist festgehalten. Weiter geht es, sobald auch die anderen nötigen Genehmigungen da sind.',
    approve: 'Genehmigen',
    decline: 'Ablehnen',
    look: 'Namen anzeigen',
    reason: 'Warum lehnen Sie ab?',
    reasonNote: 'Nur zum Ablehnen nötig. Die anfragende Person liest den Grund.',
    remarks: {
      'reason-missing': 'Geben Sie an, warum Sie ablehnen, damit die anfragende Person weiß, was zu ändern ist.',
      'not-eligible': 'Ihr Konto ist ein Gastkonto. Gäste dürfen hier nichts genehmigen.',
      unavailable:
        'Das ließ sich gerade nicht prüfen oder festhalten, deshalb wurde nichts entschieden. Versuchen Sie es gleich noch einmal.',
    },
  },
  outcomes: {
    approved: 'Genehmigt',
    declined: 'Abgelehnt',
    withdrawn: 'Zurückgezogen',
    expired: 'Abgelaufen',
    void: 'Nicht mehr gültig',
  },
  news: {
    asked: {
      title: 'Genehmigung angefordert',
      text: 'Ihre Anfrage ist zugestellt. Ich melde mich, sobald darüber entschieden ist.',
    },
    unreachable: {
      title: 'Niemand erreichbar, der genehmigen darf',
      text: 'Bitten Sie eine Person, die genehmigen darf, mir im persönlichen Chat zu schreiben. Die Anfrage kommt dann innerhalb von 15 Minuten dort an.',
    },
    nobody: {
      title: 'Niemand darf es genehmigen',
      text: 'Außer Ihnen darf niemand Ihre Anfrage genehmigen. Wenden Sie sich an die Betreiber dieses Bots.',
    },
    expiring: {
      title: 'Ihre Anfrage läuft bald ab',
      text: 'Bis zum Ablauf bleiben weniger als zwei Stunden. Erinnern Sie eine Person, die genehmigen darf, oder fragen Sie später erneut an.',
    },
    expired: {
      title: 'Ihre Anfrage ist abgelaufen',
      text: 'Die Anfrage wurde nicht innerhalb von 24 Stunden abgeschlossen. Fragen Sie bei Bedarf erneut an.',
    },
    void: {
      title: 'Die Genehmigung gilt nicht mehr',
      text: 'Seit Ihrer Anfrage hat sich etwas geändert. Fragen Sie bei Bedarf erneut an.',
    },
  },
});

export const secondPersonTroubles: typeof englishTroubles = {
  'second-declined': {
    text: 'Die Genehmigung wurde abgelehnt. Was noch nicht gesendet war, wird nicht gesendet.',
    who: 'you',
    next: 'Ändern Sie, was beanstandet wurde, und fragen Sie erneut an.',
  },
  'second-expired': {
    text: 'Innerhalb von 24 Stunden wurde nicht genehmigt und gesendet. Was noch nicht gesendet war, wird nicht gesendet.',
    who: 'you',
    next: 'Fragen Sie erneut an, wenn jemand erreichbar ist, der genehmigen darf.',
  },
  'second-void': {
    text: 'Die Genehmigung zählt nicht mehr: Die Wiederherstellung hat sich geändert, oder wer genehmigt hat, darf das nicht mehr. Was noch nicht gesendet war, wird nicht gesendet.',
    who: 'you',
    next: 'Fordern Sie erneut eine Genehmigung an.',
  },
};

export const approvalNotice: typeof englishNotice = {
  title: 'Für Sie nicht verfügbar',
  text: 'Diese Anfrage ist beendet, oder die Entscheidung liegt nicht bei Ihnen. Es wurde nichts ausgeführt.',
  next: 'Fragen Sie die Person, von der die Anfrage stammt.',
};
