/** Every word the cards say, in German. Commands stay English words. */
import type { Words } from '../words.ts';
import { failures } from './german-failures.ts';
import { forget, notMeReport, sessions, timeLeft } from './german-sessions.ts';

const SHARED_PLACE =
  'Erwähnen Sie mich zuerst. Was Sie beginnen, bleibt Ihres: Niemand sonst hier kann Ihren Code sehen oder Ihre Sitzung benutzen. Die Befehle sind englische Wörter.';

export const german: Words = {
  buttons: {
    'new-code': 'Neuer Code',
    cancel: 'Abbrechen',
    'show-code': 'Meinen Code zeigen',
    renew: 'Verlängern',
    'log-out': 'Abmelden',
    'not-me': 'Das war ich nicht',
    'try-again': 'Erneut versuchen',
    'sign-in-again': 'Erneut anmelden',
    'sign-in': 'Anmelden',
    'no-notices': 'Nicht erinnern',
    notices: 'Wieder erinnern',
    'forget-me': 'Löschen',
    keep: 'Behalten',
    'choose-organization': 'Weiter',
    'other-organization': 'Andere Organisation',
    status: 'Status',
    help: 'Hilfe',
  },
  open: (host) => `${host} öffnen`,
  forWhom: (name) => `Für ${name}`,
  somebody: 'Jemand',
  flow: { operator: 'Restore-Operator', 'app-only': 'App-only' },
  facts: {
    account: 'Konto',
    userId: 'Benutzer-ID',
    tenantId: 'Mandanten-ID',
    organization: 'Organisation',
    service: 'Dienst',
    kind: 'Art',
    until: 'Bis',
    askedBy: 'Angefragt von',
    person: 'Person',
    renewal: 'Verlängerung',
    rights: 'Rechte',
    remaining: 'Restzeit',
    reminders: 'Erinnerungen',
    when: 'Gemeldet',
    where: 'Wo',
    signedIn: 'Angemeldet',
    whoHelps: 'Wer helfen kann',
    signedInAs: 'Angemeldet als',
  },
  renewable: { yes: 'Ohne neue Anmeldung möglich', no: 'Nur durch eine neue Anmeldung' },
  remindersOff: 'In diesem Chat aus',
  operator: {
    yes: 'Der Dienst kennt Sie als Restore-Operator',
    no: 'Der Dienst kennt Sie nicht als Restore-Operator',
  },
  reference: (id) => `Referenz: ${id}`,
  correlation: (id) => `Korrelations-ID für den Support des Anbieters: ${id}`,
  saidByService: 'Im Wortlaut',

  signIn: {
    title: 'Anmelden, um Daten wiederherzustellen',
    summary: 'Ihre Anmeldung wartet auf Sie',
    intro: (host) => `Öffnen Sie ${host}, geben Sie diesen Code ein und melden Sie sich mit Ihrem Arbeitskonto an.`,
    introWithoutLink: 'Geben Sie diesen Code auf der Anmeldeseite ein und melden Sie sich mit Ihrem Arbeitskonto an.',
    codeLabel: 'Ihr Code',
    until: (time) => `Gilt bis ${time}`,
    warningFirst: 'Fahren Sie nur fort, wenn Sie selbst gerade darum gebeten haben.',
    warningThen: 'Geben Sie nie einen Code ein, den Ihnen jemand geschickt hat.',
  },
  signInForOthers: (name) => `${name} meldet sich gerade an`,
  movedBelow: {
    title: 'Diese Anmeldung ist umgezogen',
    summary: 'Die Anmeldung geht auf einer neueren Karte weiter',
    said: 'Die Anmeldung geht auf einer neueren Karte weiter unten weiter.',
  },
  finishing: {
    title: 'Fast geschafft',
    summary: 'Ihre Anmeldung ist bestätigt und wird abgeschlossen',
    said: 'Sie haben die Anmeldung bestätigt. Der Backup-Dienst antwortet langsam; ich versuche es weiter, und diese Karte sagt Ihnen, wie es ausgeht.',
  },
  signedIn: {
    title: 'Angemeldet',
    summary: (organization) => `Angemeldet bei ${organization}`,
    summaryForOthers: (name) => `${name} ist angemeldet`,
    intro: 'Sie sind beim Backup-Dienst angemeldet.',
    introForOthers: (name) => `${name} ist beim Backup-Dienst angemeldet.`,
    details: 'Einzelheiten',
  },
  notSignedIn: {
    whoHelps: {
      you: 'Sie selbst',
      administrator: 'Ihr Microsoft-365-Administrator',
      'backup administrator': 'Ihr Backup-Administrator',
      us: 'Die Betreiber dieses Bots',
    },
    failures,
  },
  status: {
    titleSignedIn: 'Sie sind angemeldet',
    titleAlready: 'Sie sind bereits angemeldet',
    titleNone: 'Sie sind nicht angemeldet',
    titlePending: 'Ihre Anmeldung ist noch nicht fertig',
    titleUnreadable: 'Bitte melden Sie sich erneut an',
    already: 'Verlängern Sie die Sitzung, melden Sie sich ab oder melden Sie sich erneut an, um sie zu ersetzen.',
    alreadyElsewhere:
      'Das ist eine andere Anmeldung als die gewünschte. Die neue ersetzt sie, sobald Sie sie bestätigt haben.',
    none: 'Melden Sie sich an, wenn Sie etwas wiederherstellen möchten.',
    waiting: 'Eine Anmeldung wartet darauf, dass Sie ihren Code eingeben und sie bestätigen.',
    alsoWaiting: 'Eine neue Anmeldung wartet darauf, dass Sie ihren Code eingeben und sie bestätigen.',
    redeemed: 'Sie haben die Anmeldung bestätigt. Ich schließe sie mit dem Backup-Dienst ab; das dauert einen Moment.',
    codeUntil: (time) => `Ihr Code gilt bis ${time}.`,
    unreadable:
      'Was ich für Sie gespeichert hatte, ließ sich nicht öffnen; Sie gelten deshalb als abgemeldet. Nichts davon wird noch verwendet.',
  },
  ...sessions,
  choose: {
    title: 'Welche Organisation?',
    intro: 'Sie können sich bei mehreren anmelden. Wählen Sie, wo Sie wiederherstellen möchten.',
    introAppOnly: 'Sie können sich bei mehreren App-only anmelden. Wählen Sie, wo Sie wiederherstellen möchten.',
    label: 'Organisation',
    placeholder: 'Zum Suchen tippen',
    error: 'Wählen Sie eine Organisation, um fortzufahren.',
    more: (shown, all) =>
      `Die ersten ${shown} von ${all} sind aufgeführt. Für eine andere schreiben Sie restore login und ihren Namen.`,
    signInTo: (organization) => `Bei ${organization} anmelden`,
    signInAsOperatorTo: (organization) => `Als Operator bei ${organization} anmelden`,
    signInAppOnlyTo: (organization) => `App-only bei ${organization} anmelden`,
    titleForOthers: 'Eine Anmeldung wartet',
    forOthers: (name) => `${name} wählt gerade aus, wo die Anmeldung erfolgen soll.`,
    choose: 'Auswählen',
  },
  help: {
    title: 'Was ich kann',
    summary: 'Was ich für Sie tun kann',
    welcomeTitle: 'Hallo, ich bin der Restore-Bot',
    welcomeSummary: 'Hallo, ich bin der Restore-Bot',
    welcome:
      'Ich melde Sie bei Ihrem Backup-Dienst an, damit Sie gelöschte Mails und Dateien wiederherstellen können. Melden Sie sich an, um zu beginnen; Ihre Tokens bleiben versiegelt bei mir und werden gelöscht, wenn Sie sich abmelden.',
    notUnderstood: (typed) => `„${typed}“ kenne ich nicht. Das sind die Befehle:`,
    nearTitle: 'Meinten Sie das?',
    near: (typed, command) => `„${typed}“ kenne ich nicht. Meinten Sie „${command}“?`,
    commands: {
      login: ['restore login', 'Als Restore-Operator anmelden'],
      loginSeveral: [
        'restore login [organization]',
        'Als Restore-Operator anmelden; die Organisation können Sie nennen',
      ],
      appOnly: ['restore login app-only', 'Für eine Organisation mit App-only-Authentifizierung anmelden'],
      appOnlySeveral: [
        'restore login app-only [organization]',
        'Für eine Organisation mit App-only-Authentifizierung anmelden',
      ],
      status: ['restore status', 'Wer wo und bis wann angemeldet ist'],
      renew: ['restore renew', 'Ohne neue Anmeldung länger weiterarbeiten'],
      cancel: ['restore cancel', 'Eine wartende Anmeldung abbrechen'],
      logout: ['restore logout', 'Abmelden und alle Tokens löschen'],
      forget: ['restore forget me', 'Nach Rückfrage alles löschen, was ich über Sie speichere'],
      help: ['restore help', 'Diese Liste zeigen'],
    },
    how: {
      personal: 'Hier können Sie „restore“ weglassen. Die Befehle sind englische Wörter.',
      'group chat': SHARED_PLACE,
      channel: SHARED_PLACE,
    },
  },
  timeLeft,
  forget,
  notMeReport,
  notices: {
    'not-signed-in': {
      title: 'Sie sind nicht angemeldet',
      said: 'Sie haben hier keine Sitzung. Melden Sie sich an, um eine zu beginnen.',
    },
    'nothing-to-cancel': { title: 'Nichts abzubrechen', said: 'Hier wartet keine Anmeldung von Ihnen.' },
    cancelled: {
      title: 'Anmeldung abgebrochen',
      said: 'Die Anmeldung wurde beendet, und ihr Code führt nirgendwo mehr hin. Beginnen Sie neu, wann immer Sie möchten.',
    },
    renewed: { title: 'Verlängert', said: 'Ihre Sitzung geht ohne neue Anmeldung weiter.' },
    'code-needs-personal-chat': {
      title: 'Hier kann ich Ihren Code nicht zeigen',
      said: 'Dieses Chatprogramm kann eine Karte nicht Ihnen allein zeigen. Öffnen Sie einen persönlichen Chat mit mir und schreiben Sie dort restore login.',
    },
    'not-your-card': {
      title: 'Diese Karte gehört nicht Ihnen',
      said: 'Nur wer sie begonnen hat, kann ihre Schaltflächen benutzen. Schreiben Sie restore login, um sich selbst anzumelden.',
    },
    'card-outdated': {
      title: 'Diese Karte ist veraltet',
      said: 'Seit sie gesendet wurde, hat sich etwas geändert. Der Status sagt, wie es steht.',
    },
    'storage-away': {
      title: 'Bitte versuchen Sie es gleich noch einmal',
      said: 'Ich erreiche meinen Speicher gerade nicht, deshalb muss das warten. Eine laufende Anmeldung geht von selbst weiter.',
    },
    'no-object-id': {
      title: 'Ich kann nicht erkennen, wer Sie sind',
      said: 'Dieses Chatprogramm sagt nicht, wer Sie sind, deshalb darf ich Sie nicht anmelden. Schreiben Sie mir aus Microsoft Teams mit Ihrem Arbeitskonto.',
    },
    'too-many-sign-ins': {
      title: 'Zu viele neue Codes',
      said: 'Wenn Sie schon einen Code haben, gilt er noch: restore login zeigt ihn erneut.',
    },
    'app-only-not-allowed': {
      title: 'Die App-only-Anmeldung steht Ihnen nicht offen',
      said: 'Sie ist für benannte Administratoren. Sie können sich stattdessen als Restore-Operator anmelden.',
    },
    'app-only-personal-only': {
      title: 'Nur im persönlichen Chat',
      said: 'Eine App-only-Anmeldung können Sie nur im persönlichen Chat mit mir beginnen. Öffnen Sie ihn und schreiben Sie restore login app-only.',
    },
    'app-only-off': {
      title: 'Die App-only-Anmeldung ist nicht eingerichtet',
      said: 'Melden Sie sich als Restore-Operator an oder bitten Sie die Betreiber dieses Bots, APP_ONLY_APPLICATION_ID zu setzen.',
    },
    'unknown-organization': {
      title: 'Diese Organisation gibt es für Sie nicht',
      said: 'Prüfen Sie die Schreibweise oder melden Sie sich ohne Namen an.',
    },
    'no-organization': {
      title: 'Noch keine Organisation für Sie',
      said: 'Für den Mandanten Ihres Kontos ist kein Backup-Dienst eingerichtet. Bitten Sie die Betreiber dieses Bots, ihn hinzuzufügen.',
    },
    'state-unreadable': {
      title: 'Bitte melden Sie sich erneut an',
      said: 'Was ich für Sie gespeichert hatte, ließ sich nicht öffnen; Sie gelten deshalb als abgemeldet. Melden Sie sich an, um fortzufahren.',
    },
    working: { title: 'Einen Moment', said: 'Ich arbeite noch daran. Die Antwort kommt von selbst.' },
    'no-more-notices': {
      title: 'Keine Erinnerungen mehr',
      said: 'Ich schreibe Ihnen hier nicht mehr, bevor eine Sitzung endet. Der Status zeigt das, und dort können Sie die Erinnerungen wieder einschalten.',
    },
    'notices-again': {
      title: 'Erinnerungen sind an',
      said: 'Ich schreibe Ihnen hier wieder, bevor eine Sitzung endet.',
    },
    kept: { title: 'Nichts wurde gelöscht', said: 'Alles ist, wie es war.' },
    'went-wrong': {
      title: 'Etwas ist schiefgegangen',
      said: 'Das ist unser Fehler, nicht Ihrer. Versuchen Sie es erneut; wenn es wieder geschieht, nennen Sie den Betreibern dieses Bots die Referenz.',
    },
  },
  tooManySignIns: {
    person: 'Sie haben in den letzten zehn Minuten sehr viele Codes angefordert.',
    tenant: 'Gerade melden sich sehr viele Personen Ihrer Organisation an.',
    again: (moment) => `Einen neuen Code können Sie wieder ab ${moment} anfordern.`,
  },
  unknownOrganization: {
    youWrote: (name) => `Sie haben „${name}“ geschrieben.`,
    near: (names) => `Meinten Sie: ${names}?`,
    choices: (names) => `Sie können wählen: ${names}`,
    andMore: (names, more) => `Sie können wählen: ${names} und ${more} weitere`,
  },
};
