/** Texts about sessions, people and time, in German. */
import { spanIn, type FormatNumber } from '../quantities.ts';
import { endedByAdministrator } from './administration.ts';
import type { Words } from '../en/common.ts';

export const sessions: Pick<Words, 'expiring' | 'sessionEnded' | 'renewalRefused' | 'logOutWarning' | 'loggedOut'> = {
  expiring: {
    title: 'Ihre Sitzung endet bald',
    summary: 'Ihre Sitzung beim Backup-Dienst endet bald',
    until: (moment) => `Sie sind bis ${moment} angemeldet.`,
    next: 'Verlängern Sie sie, um weiterzuarbeiten, oder melden Sie sich ab, wenn Sie fertig sind.',
    nextNotRenewable:
      'Um danach weiterzuarbeiten, melden Sie sich erneut an. Melden Sie sich ab, wenn Sie fertig sind.',
  },
  sessionEnded: {
    title: 'Ihre Sitzung ist beendet',
    text: 'Die Sitzung ist abgelaufen, und ich habe ihre Tokens gelöscht.',
    longestLife: 'Die Höchstdauer einer Sitzung ist erreicht, und ich habe ihre Tokens gelöscht.',
    refused:
      'Der Backup-Dienst akzeptiert die Sitzung nicht mehr, und ich konnte sie nicht verlängern. Die Tokens habe ich gelöscht.',
    replaced: 'Eine andere Anmeldung ist an ihre Stelle getreten, und ich habe ihre Tokens gelöscht.',
    byAdministrator: endedByAdministrator,
    notAllowed:
      'Nach den Einstellungen Ihrer Organisation dürfen Sie sich hier nicht mehr anmelden. Ich habe die Sitzung beendet und ihre Tokens gelöscht.',
    next: 'Melden Sie sich an, wenn Sie noch etwas wiederherstellen möchten.',
  },
  renewalRefused: {
    title: 'Sitzung nicht verlängert',
    summary: 'Ihre Sitzung konnte nicht verlängert werden',
    reasons: {
      refused: 'Die Dienste, die eine Sitzung verlängern, haben dies abgelehnt.',
      unreachable: 'Die Dienste, die eine Sitzung verlängern, waren nicht erreichbar.',
      'outcome-unknown':
        'Die Antwort auf die Verlängerung ging verloren. Ob die Sitzung weiterläuft, ist deshalb nicht bekannt.',
      'not-possible': 'Diese Sitzung kann nicht verlängert werden.',
      'longest-life': 'Ihre Sitzung hat die Höchstdauer einer Sitzung erreicht und kann nicht verlängert werden.',
      'not-allowed': 'Sie dürfen sich hier nicht mehr anmelden. Ihre Sitzung kann deshalb nicht verlängert werden.',
    },
    next: {
      refused: 'Melden Sie sich erneut an, um länger weiterzuarbeiten.',
      unreachable: 'Verlängern Sie in einigen Minuten noch einmal oder melden Sie sich erneut an.',
      'outcome-unknown': 'Melden Sie sich erneut an, um sicher eine gültige Sitzung zu haben.',
      'not-possible': 'Melden Sie sich erneut an, um länger weiterzuarbeiten.',
      'longest-life': 'Melden Sie sich erneut an, um länger weiterzuarbeiten.',
      'not-allowed': 'Wenden Sie sich an Ihre Administratoren, wenn Sie weiterhin etwas wiederherstellen müssen.',
    },
    until: (moment) => `Ihre aktuelle Sitzung ist noch bis ${moment} gültig.`,
  },
  logOutWarning: {
    title: 'Eine Wiederherstellung ist nicht abgeschlossen',
    text: 'Sie stellen gerade als Administrator etwas wieder her, oder eine Wiederherstellung wartet auf ihre Bestätigung. Wenn Sie sich jetzt abmelden, kann der Backup-Dienst sie beenden, und ich kann sie nicht weiter verfolgen.',
    others: 'Mit dem Abmelden enden auch Ihre anderen Sitzungen in diesem Chat.',
    next: 'Warten Sie sicherheitshalber, bis ihre Karte das Ergebnis zeigt, oder stoppen Sie sie dort zuerst.',
    nextNotMe: 'Wenn nicht Sie sich angemeldet haben, melden Sie sich trotzdem ab: Der Schutz Ihres Kontos geht vor.',
    anyway: 'Trotzdem abmelden',
    stay: 'Angemeldet bleiben',
  },
  loggedOut: {
    title: 'Abgemeldet',
    titleNotMe: 'Abgemeldet, weil Sie es nicht waren',
    erased: 'Ich habe alle Tokens gelöscht, die ich für diese Sitzung hatte.',
    revoked: {
      yes: 'Auch der Backup-Dienst hat die Sitzung beendet.',
      unreachable: 'Der Backup-Dienst war nicht erreichbar und wurde deshalb nicht informiert.',
      refused: 'Der Backup-Dienst hat die Sitzung auf seiner Seite nicht beendet.',
    },
    tokenValidUntil: (moment) => `Das Token der Sitzung gilt dort noch bis ${moment}, ist hier aber gelöscht.`,
    identityProvider:
      'Ihre Anmeldung beim Identitätsanbieter endet dadurch nicht: Um auch sie zu beenden, wählen Sie auf der Seite „Mein Konto“ (My Account) „Überall abmelden“ (Sign out everywhere), oder bitten Sie Ihren Administrator, Ihre Sitzungen zu widerrufen.',
    notNotified:
      'Der Vorfall ist für Ihre Administratoren protokolliert. Informieren Sie sie und nennen Sie die Referenz unten.',
    notified:
      'Der Vorfall ist protokolliert, und ich informiere Ihre Administratoren. Geben Sie bei Rückfragen die Referenz unten an.',
    notMe: [
      'Falls jemand anders Ihr Konto verwendet haben könnte, ändern Sie das Kennwort und prüfen Sie die letzten Anmeldungen.',
    ],
  },
};

const conversations = (n: FormatNumber, count: number): string =>
  count === 1 ? 'einer Unterhaltung' : `${n(count)} Unterhaltungen`;

export const forget = (n: FormatNumber): Words['forget'] => ({
  title: 'Alles über Sie löschen?',
  summary: 'Alles über Sie löschen?',
  text: [
    'Ihre Anmeldungen und Sitzungen in allen Unterhaltungen mit mir werden beendet, und ich lösche, was ich dort über Sie speichere: die Tokens, Ihre Adresse für Nachrichten, die zuletzt gewählte Organisation, ob Sie Erinnerungen möchten und Ihre Anfragen nach Wiederherstellungen.',
    'Das Überwachungsprotokoll bleibt erhalten: wer sich wo und wann angemeldet hat, ohne Tokens. Wie lange es aufbewahrt wird, legen Ihre Administratoren fest.',
  ],
  restoring:
    'Sie stellen gerade als Administrator etwas wieder her, oder eine Wiederherstellung wartet auf ihre Bestätigung. Wenn Sie jetzt alles löschen, kann der Backup-Dienst sie beenden, und ich kann sie nicht weiter verfolgen.',
  done: {
    title: 'Alles ist gelöscht',
    titleNothing: 'Es war nichts zu löschen',
    nothing: 'Ich hatte nichts über Sie gespeichert.',
    erased: (count) => `Ich habe in ${conversations(n, count)} alles gelöscht, was ich über Sie gespeichert hatte.`,
    address: 'Meldungen für Administratoren erhalten Sie erst wieder, wenn Sie mir schreiben.',
    revoked: (count) =>
      count === 1
        ? 'Auch der Backup-Dienst hat eine Sitzung beendet.'
        : `Auch der Backup-Dienst hat ${n(count)} Sitzungen beendet.`,
    notRevoked: (count) =>
      count === 1
        ? 'Für eine Sitzung konnte der Backup-Dienst nicht informiert werden. Die Tokens sind hier gelöscht.'
        : `Für ${n(count)} Sitzungen konnte der Backup-Dienst nicht informiert werden. Die Tokens sind hier gelöscht.`,
    tokenValidUntil: (moment) => `Dort gelten sie längstens bis ${moment}.`,
    audit:
      'Im Überwachungsprotokoll steht weiterhin, wer sich wo und wann angemeldet hat. Wie lange es aufbewahrt wird, legen Ihre Administratoren fest.',
  },
});

export const notMeReport: Words['notMeReport'] = {
  title: 'Unbekannte Anmeldung gemeldet',
  summary: (name) => `${name} hat eine unbekannte Anmeldung gemeldet`,
  text: (name) => `${name} hat auf der Karte einer abgeschlossenen Anmeldung „Das war ich nicht“ ausgewählt.`,
  places: {
    personal: 'Im persönlichen Chat mit mir',
    'group chat': 'In einem Gruppenchat',
    channel: 'In einem Kanal',
  },
  revoked: {
    yes: 'Ich habe die Sitzung beim Backup-Dienst beendet und ihre Tokens gelöscht.',
    unreachable:
      'Ich habe die Tokens der Sitzung gelöscht. Der Backup-Dienst war nicht erreichbar und wurde deshalb nicht informiert.',
    refused:
      'Ich habe die Tokens der Sitzung gelöscht. Der Backup-Dienst hat die Sitzung auf seiner Seite nicht beendet.',
  },
  tokenValidUntil: (moment) => `Das Token der Sitzung gilt dort noch bis ${moment}.`,
  next: [
    'Fragen Sie die Person, ob sie davon weiß. Prüfen Sie die letzten Anmeldungen des Kontos. Hat jemand anders es verwendet, lassen Sie das Kennwort ändern und die Sitzungen widerrufen.',
    'Suchen Sie dann im Überwachungsprotokoll nach der Referenz unten und prüfen Sie beim Backup-Dienst, was inzwischen wiederhergestellt wurde.',
  ],
};

export const somebodyElseReport: Words['somebodyElseReport'] = {
  title: 'Anmeldung von jemand anderem bestätigt',
  summary: (name) => `Jemand anders hat eine Anmeldung bestätigt, die ${name} angefordert hat`,
  text: (name) =>
    `${name} hat eine Anmeldung angefordert, und ein anderes Konto hat sie bestätigt. Es wurde nichts gespeichert und keine Sitzung geöffnet.`,
  causes:
    'Vielleicht wurde das falsche Konto verwendet. Vielleicht wurde jemand dazu verleitet, die Anmeldung zu bestätigen (Phishing).',
  next: [
    'Fragen Sie die Person, die bestätigt hat, ob sie davon weiß. Wenn nicht, widerrufen Sie ihre Sitzungen in Microsoft Entra ID und klären Sie, warum die Anmeldung angefordert wurde.',
    'Suchen Sie dann im Überwachungsprotokoll nach der Referenz unten.',
  ],
};

export const timeLeft = spanIn({
  less: 'Weniger als eine Minute',
  day: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
  hour: (count) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
  minute: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
  separator: ' ',
});
