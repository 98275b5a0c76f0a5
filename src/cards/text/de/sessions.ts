/** Texts about sessions, people and time, in German. */
import { spanIn } from '../quantities.ts';
import type { Words } from '../words.ts';

export const sessions: Pick<Words, 'expiring' | 'sessionEnded' | 'renewalRefused' | 'loggedOut'> = {
  expiring: {
    title: 'Ihre Sitzung endet bald',
    summary: 'Ihre Sitzung beim Backup-Dienst endet bald',
    until: (moment) => `Sie sind angemeldet bis ${moment}.`,
    next: 'Verlängern Sie sie, um weiterzuarbeiten, oder melden Sie sich ab, wenn Sie fertig sind.',
    nextNotRenewable:
      'Sie lässt sich nur durch eine neue Anmeldung verlängern. Melden Sie sich ab, wenn Sie fertig sind.',
  },
  sessionEnded: {
    title: 'Ihre Sitzung ist beendet',
    said: 'Ihre Zeit war abgelaufen, und ich habe ihre Tokens gelöscht.',
    refused:
      'Der Backup-Dienst akzeptiert sie nicht mehr, und ich konnte sie nicht verlängern. Ihre Tokens habe ich gelöscht.',
    next: 'Melden Sie sich an, wenn Sie noch etwas wiederherstellen möchten.',
  },
  renewalRefused: {
    title: 'Nicht verlängert',
    summary: 'Ihre Sitzung konnte nicht verlängert werden',
    reasons: {
      refused: 'Weder der Backup-Dienst noch der Identitätsanbieter hat Ihre Sitzung verlängert.',
      unreachable: 'Die Dienste, die eine Sitzung verlängern, waren nicht erreichbar.',
      'outcome-unknown':
        'Die Antwort auf die Verlängerung ging unterwegs verloren; die Sitzung geht also vielleicht weiter, vielleicht nicht.',
      'not-possible': 'Diese Sitzung hat nichts erhalten, womit sie sich verlängern ließe.',
    },
    next: {
      refused: 'Melden Sie sich erneut an, um länger weiterzuarbeiten.',
      unreachable: 'Verlängern Sie in einigen Minuten noch einmal oder melden Sie sich erneut an.',
      'outcome-unknown': 'Melden Sie sich erneut an, um sicher eine gültige Sitzung zu haben.',
      'not-possible': 'Melden Sie sich erneut an, um länger weiterzuarbeiten.',
    },
    until: (moment) => `Ihre jetzige Sitzung gilt noch bis ${moment}.`,
  },
  loggedOut: {
    title: 'Abgemeldet',
    titleNotMe: 'Abgemeldet, weil Sie es nicht waren',
    erased: 'Ich habe alle Tokens gelöscht, die ich für diese Sitzung hatte.',
    revoked: {
      yes: 'Auch der Backup-Dienst hat die Sitzung beendet.',
      unreachable: 'Der Backup-Dienst war nicht erreichbar und weiß deshalb noch nichts davon.',
      refused: 'Der Backup-Dienst hat die Sitzung auf seiner Seite nicht beendet.',
    },
    livesOn: (moment) => `Ihr Token gilt dort noch bis ${moment}, aber hier bewahrt ihn niemand mehr auf.`,
    toldNobody:
      'Das ist für Ihre Administratoren festgehalten. Sagen Sie ihnen Bescheid und nennen Sie die Referenz unten.',
    told: 'Das ist festgehalten, und ich sage Ihren Administratoren Bescheid. Die Referenz unten bezeichnet den Vorgang.',
    notMe: [
      'Falls jemand anders Ihr Konto benutzt haben könnte, ändern Sie das Kennwort und sehen Sie die letzten Anmeldungen durch.',
    ],
  },
};

const conversations = (count: number): string => (count === 1 ? 'einer Unterhaltung' : `${count} Unterhaltungen`);

export const forget: Words['forget'] = {
  title: 'Alles über Sie löschen?',
  summary: 'Alles über Sie löschen?',
  said: [
    'Ich würde Ihre Anmeldungen und Sitzungen in allen Unterhaltungen mit mir beenden und löschen, was ich dort über Sie speichere: Ihre Tokens, wohin ich Ihnen schreibe, die zuletzt gewählte Organisation und ob Sie Erinnerungen möchten.',
    'Das Überwachungsprotokoll bleibt: wer sich wo und wann angemeldet hat, ohne Token. Wie lange es aufbewahrt wird, legen Ihre Administratoren fest.',
  ],
  done: {
    title: 'Alles ist gelöscht',
    titleNothing: 'Es gab nichts zu löschen',
    nothing: 'Ich hatte nichts über Sie gespeichert.',
    erased: (count) => `Ich habe alles gelöscht, was ich über Sie gespeichert hatte, in ${conversations(count)}.`,
    address: 'Wohin ich Ihnen Meldungen für Administratoren schreibe, weiß ich erst wieder, wenn Sie mir schreiben.',
    revoked: (count) =>
      count === 1
        ? 'Auch der Backup-Dienst hat eine Sitzung beendet.'
        : `Auch der Backup-Dienst hat ${count} Sitzungen beendet.`,
    notRevoked: (count) =>
      count === 1
        ? 'Von einer Sitzung konnte der Backup-Dienst nichts erfahren; ihre Tokens bewahrt hier niemand mehr auf.'
        : `Von ${count} Sitzungen konnte der Backup-Dienst nichts erfahren; ihre Tokens bewahrt hier niemand mehr auf.`,
    livesOn: (moment) => `Dort gelten sie längstens bis ${moment}.`,
    audit:
      'Im Überwachungsprotokoll steht weiterhin, wer sich wo und wann angemeldet hat; wie lange es aufbewahrt wird, legen Ihre Administratoren fest.',
  },
};

export const notMeReport: Words['notMeReport'] = {
  title: 'Jemand meldet eine fremde Anmeldung',
  summary: (name) => `${name} meldet eine fremde Anmeldung`,
  said: (name) => `${name} hat auf der Karte einer fertigen Anmeldung „Das war ich nicht“ gewählt.`,
  places: {
    personal: 'Im persönlichen Chat mit mir',
    'group chat': 'In einem Gruppenchat',
    channel: 'In einem Kanal',
  },
  revoked: {
    yes: 'Ich habe die Sitzung beim Backup-Dienst abgemeldet und ihre Tokens gelöscht.',
    unreachable:
      'Ich habe die Tokens der Sitzung gelöscht. Der Backup-Dienst war nicht erreichbar und weiß noch nichts davon.',
    refused:
      'Ich habe die Tokens der Sitzung gelöscht. Der Backup-Dienst hat die Sitzung auf seiner Seite nicht beendet.',
  },
  livesOn: (moment) => `Ihr Token gilt dort noch bis ${moment}.`,
  next: [
    'Fragen Sie die Person, ob sie davon weiß. Sehen Sie die letzten Anmeldungen des Kontos durch; war jemand anders darin, lassen Sie das Kennwort ändern und die Sitzungen widerrufen.',
    'Suchen Sie dann im Überwachungsprotokoll nach der Referenz unten und beim Backup-Dienst nach dem, was inzwischen wiederhergestellt wurde.',
  ],
};

export const timeLeft = spanIn({
  less: 'Noch weniger als eine Minute',
  day: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
  hour: (count) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
  minute: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
  left: (parts) => `Noch ${parts.join(' ')}`,
});
