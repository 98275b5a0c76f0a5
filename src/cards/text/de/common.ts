/** The texts of the cards, in German. Commands stay English words. */
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';
import { administration, administrationCommands, administrationNotices } from './administration.ts';
import { approvals } from './approvals.ts';
import { fourEyes } from './four-eyes.ts';
import { exports } from './exports.ts';
import { failures, failuresByWay } from './failures.ts';
import { pages } from './pages.ts';
import { requests } from './requests.ts';
import { restore } from './restore.ts';
import { forget, notMeReport, sessions, somebodyElseReport, timeLeft } from './sessions.ts';

const SHARED_PLACE =
  'Erwähnen Sie mich zuerst. Was Sie beginnen, gehört nur Ihnen: Niemand sonst kann hier Ihren Code sehen oder Ihre Sitzung verwenden. Die Befehle sind englische Wörter.';

export const german = (n: FormatNumber): Words => ({
  buttons: {
    'new-code': 'Neuer Code',
    'use-code': 'Code verwenden',
    cancel: 'Abbrechen',
    'show-code': 'Meinen Code anzeigen',
    renew: 'Verlängern',
    'log-out': 'Abmelden',
    'not-me': 'Das war ich nicht',
    'try-again': 'Erneut versuchen',
    'sign-in-again': 'Erneut anmelden',
    'sign-in': 'Anmelden',
    'no-notices': 'Erinnerungen ausschalten',
    notices: 'Erinnerungen einschalten',
    'forget-me': 'Löschen',
    keep: 'Behalten',
    'choose-organization': 'Weiter',
    'other-organization': 'Andere Organisation',
    status: 'Status',
    help: 'Hilfe',
    'all-commands': 'Alle Befehle',
    find: 'Etwas wiederherstellen',
    sessions: 'Wiederherstellungen',
    'stop-session': 'Stoppen',
    ask: 'Operator fragen',
  },
  open: (host) => `${host} öffnen`,
  forWhom: (name) => `Für ${name}`,
  inOneLine: (title, text) => `${title}. ${text}`,
  somebody: 'Unbekannt',
  flow: { operator: 'Restore-Operator', 'app-only': 'Administrator (App-only)' },
  facts: {
    account: 'Konto',
    userId: 'Benutzer-ID',
    tenantId: 'Mandanten-ID',
    organization: 'Organisation',
    service: 'Dienst',
    kind: 'Art',
    until: 'Gültig bis',
    askedBy: 'Angefordert von',
    person: 'Person',
    renewal: 'Verlängerung',
    rights: 'Rechte',
    remaining: 'Restzeit',
    reminders: 'Erinnerungen',
    when: 'Gemeldet am',
    where: 'Wo',
    signedIn: 'Angemeldet am',
    whoHelps: 'Wer helfen kann',
    approverId: 'Bestätigt von (Benutzer-ID)',
    approverTenant: 'Bestätigt von (Mandanten-ID)',
    started: 'Start',
    ended: 'Ende',
    reason: 'Grund',
  },
  renewable: { yes: 'Ohne neue Anmeldung möglich', no: 'Nur mit einer neuen Anmeldung' },
  remindersOff: 'In diesem Chat ausgeschaltet',
  operator: {
    yes: 'Sie sind im Backup-Dienst Restore-Operator',
    no: 'Sie sind im Backup-Dienst kein Restore-Operator',
    administrator: 'Zugriff auf alle Daten; jede Wiederherstellung muss bestätigt werden',
  },
  calendarDay: (day) => day,
  dateAndTime: (date, time) => `${date}, ${time}`,
  momentOfWeek: (weekday, date, time) => `${weekday} · ${date}, ${time}`,
  reference: (id) => `Referenz: ${id}`,
  correlation: (id) => `Korrelations-ID für den Support des Anbieters: ${id}`,
  quotedLabel: 'Meldung des Dienstes',

  signIn: {
    title: 'Anmelden, um Daten wiederherzustellen',
    summary: 'Geben Sie den Code ein, um sich anzumelden',
    intro: (host) => `Öffnen Sie ${host}, geben Sie diesen Code ein und melden Sie sich mit Ihrem Geschäftskonto an.`,
    introWithoutLink: 'Geben Sie diesen Code auf der Anmeldeseite ein und melden Sie sich mit Ihrem Geschäftskonto an.',
    codeLabel: 'Ihr Code',
    until: (time) => `Gültig bis ${time}`,
    warningFirst: 'Fahren Sie nur fort, wenn Sie diese Anmeldung gerade selbst angefordert haben.',
    warningThen: 'Geben Sie niemals einen Code ein, den Ihnen jemand geschickt hat.',
    browser: {
      summary: 'Melden Sie sich an, um fortzufahren',
      intro: 'Wählen Sie „Anmelden“. In Ihrem Browser öffnet sich eine Seite: Wählen Sie dort Ihr Geschäftskonto aus.',
      warning: 'Nur Sie können diese Anmeldung abschließen. Geben Sie den Link nicht weiter.',
      open: 'Anmelden',
      show: 'Meinen Link anzeigen',
      orCode: 'Auf einem anderen Gerät, oder wenn sich die Seite nicht öffnet, verwenden Sie einen Code.',
    },
  },
  pages,
  signInForOthers: (name) => `${name} meldet sich gerade an`,
  moved: {
    title: 'Geht auf einer anderen Karte weiter',
    summary: 'Die Anmeldung geht auf einer anderen Karte weiter',
    text: 'Die Anmeldung geht auf einer anderen Karte in diesem Chat weiter. „restore login“ zeigt sie noch einmal.',
  },
  finishing: {
    title: 'Fast geschafft',
    summary: 'Ihre Anmeldung ist bestätigt und wird abgeschlossen',
    text: 'Sie haben die Anmeldung bestätigt. Der Backup-Dienst antwortet langsam. Ich versuche es weiter, und diese Karte zeigt Ihnen das Ergebnis.',
  },
  signedIn: {
    title: 'Angemeldet',
    summary: (organization) => `Angemeldet bei ${organization}`,
    summaryForOthers: (name) => `${name} ist angemeldet`,
    intro: 'Sie sind beim Backup-Dienst angemeldet.',
    introAdministrator:
      'Sie sind beim Backup-Dienst als Administrator angemeldet. Sie können die Daten aller Personen einsehen, und jede Wiederherstellung muss einzeln bestätigt werden.',
    introForOthers: (name) => `${name} ist beim Backup-Dienst angemeldet.`,
    details: 'Details',
  },
  notSignedIn: {
    whoHelps: {
      you: 'Sie',
      administrator: 'Ihr Microsoft-365-Administrator',
      'backup administrator': 'Ihr Backup-Administrator',
      us: 'Die Betreiber dieses Bots',
    },
    failures,
    failuresByWay,
  },
  status: {
    titleSignedIn: 'Sie sind angemeldet',
    titleAlready: 'Sie sind bereits angemeldet',
    titleNone: 'Sie sind nicht angemeldet',
    titlePending: 'Ihre Anmeldung ist noch nicht abgeschlossen',
    titleUnreadable: 'Bitte melden Sie sich erneut an',
    already: 'Verlängern Sie die Sitzung, melden Sie sich ab oder melden Sie sich erneut an, um sie zu ersetzen.',
    alreadyElsewhere: 'Das ist nicht die gewünschte Anmeldung. Die neue ersetzt sie, sobald Sie sie bestätigen.',
    none: 'Melden Sie sich an, wenn Sie etwas wiederherstellen möchten.',
    waiting: 'Bestätigen Sie die Anmeldung auf der Anmeldeseite, um sie abzuschließen.',
    alsoWaiting:
      'Eine neue Anmeldung ist offen. Bestätigen Sie die Anmeldung auf der Anmeldeseite, um sie abzuschließen.',
    redeemed: 'Sie haben die Anmeldung bestätigt. Ich schließe sie mit dem Backup-Dienst ab. Das dauert einen Moment.',
    pendingUntil: (time) => `Abschließen können Sie die Anmeldung bis ${time}.`,
    unreadable:
      'Ihre gespeicherte Anmeldung ließ sich nicht öffnen, deshalb sind Sie abgemeldet. Diese Anmeldung wird nicht mehr verwendet.',
  },
  ...sessions,
  choose: {
    title: 'Welche Organisation?',
    intro: 'Sie können sich bei mehreren Organisationen anmelden. Wählen Sie, wo Sie Daten wiederherstellen möchten.',
    introAppOnly:
      'Sie können sich bei mehreren Organisationen App-only anmelden. Wählen Sie, wo Sie Daten wiederherstellen möchten.',
    label: 'Organisation',
    placeholder: 'Namen eingeben',
    error: 'Wählen Sie eine Organisation, um fortzufahren.',
    more: (shown, all) =>
      `Angezeigt werden die ersten ${n(shown)} von ${n(all)}. Für eine andere schreiben Sie „restore login“ und ihren Namen.`,
    signInTo: (organization) => `Bei ${organization} anmelden`,
    signInAsOperatorTo: (organization) => `Als Operator bei ${organization} anmelden`,
    signInAppOnlyTo: (organization) => `App-only bei ${organization} anmelden`,
    titleForOthers: 'Eine Anmeldung ist offen',
    forOthers: (name) => `${name} wählt gerade aus, wo die Anmeldung erfolgen soll.`,
    choose: 'Auswählen',
  },
  help: {
    title: 'Was ich kann',
    summary: 'Was ich für Sie tun kann',
    welcomeTitle: 'Hallo, ich bin der Restore-Bot',
    welcomeSummary: 'Hallo, ich bin der Restore-Bot',
    lead: 'Ich finde gelöschte E-Mails, Dateien und Daten aus SharePoint und Teams in Ihrer Sicherung und stelle sie wieder her. Wenn Sie selbst wiederherstellen dürfen, melden Sie sich an, sonst fragen Sie einen Operator.',
    leadAsk:
      'Ein Operator kann gelöschte E-Mails, Dateien und Daten aus SharePoint und Teams für Sie wiederherstellen. Fragen Sie hier an.',
    leadSignedInHere:
      'Sie sind hier angemeldet. Zum Suchen und Wiederherstellen öffnen Sie einen persönlichen Chat mit mir und melden Sie sich dort an, oder fragen Sie einen Operator.',
    leadSignedIn: 'Sie sind angemeldet. Suchen Sie, was Sie wiederherstellen möchten.',
    leadAdministrator:
      'Sie sind als Administrator angemeldet. Suchen Sie, was Sie für jemanden in Ihrer Organisation wiederherstellen möchten.',
    roles: {
      operator: 'Sie können auch die Anfragen anderer erhalten: Schreiben Sie „restore on duty“.',
      approver: 'Sie können Wiederherstellungen anderer genehmigen. Jede Anfrage kommt hier als Karte an.',
      administrator:
        'Als Administrator können Sie die Sitzungen anderer beenden und Personen sperren: Schreiben Sie „restore admin sessions“.',
    },
    notUnderstood: (typed) => `Den Befehl „${typed}“ kenne ich nicht.`,
    search: (typed) => `Nach „${typed}“ suchen`,
    nearTitle: 'Meinten Sie das?',
    near: (typed, command) => `Den Befehl „${typed}“ kenne ich nicht. Meinten Sie „${command}“?`,
    commands: {
      login: ['restore login', 'Als Restore-Operator anmelden'],
      loginSeveral: [
        'restore login [organization]',
        'Als Restore-Operator anmelden; die Organisation können Sie angeben',
      ],
      appOnly: [
        'restore login app-only',
        'Als Administrator anmelden, für eine Organisation mit reiner App-Authentifizierung',
      ],
      appOnlySeveral: [
        'restore login app-only [organization]',
        'Als Administrator anmelden, für eine Organisation mit reiner App-Authentifizierung',
      ],
      status: ['restore status', 'Wer wo und bis wann angemeldet ist'],
      renew: ['restore renew', 'Ohne neue Anmeldung länger weiterarbeiten'],
      cancel: ['restore cancel', 'Eine offene Anmeldung abbrechen'],
      logout: ['restore logout', 'Abmelden und alle Tokens löschen'],
      forget: ['restore forget me', 'Nach Rückfrage alles löschen, was ich über Sie speichere'],
      find: [
        'restore find [words]',
        'Gelöschte E-Mails, Dateien und Daten aus SharePoint oder Teams in der Sicherung suchen und wiederherstellen',
      ],
      scope: ['restore scope [name]', 'Wählen, wessen Daten durchsucht werden'],
      points: ['restore points', 'Wählen, von welchem Tag die Daten stammen'],
      list: ['restore list', 'Anzeigen, was Sie bisher ausgewählt haben'],
      sessions: ['restore sessions', 'Die letzten Wiederherstellungen, laufende und abgeschlossene'],
      ask: ['restore ask', 'Einen Operator bitten, etwas für Sie wiederherzustellen'],
      onDuty: ['restore on duty', 'Als Operator: die Anfragen anderer erhalten'],
      offDuty: ['restore off duty', 'Als Operator: keine Anfragen mehr erhalten'],
      ...administrationCommands,
      help: ['restore help', 'Was ich kann, und alle Befehle'],
    },
    how: {
      personal: 'Hier können Sie „restore“ weglassen. Die Befehle sind englische Wörter.',
      'group chat': SHARED_PLACE,
      channel: SHARED_PLACE,
    },
  },
  restore: restore(n),
  exports: exports(n),
  requests: requests(n),
  approvals: approvals(n),
  administration: administration(n),
  fourEyes: fourEyes(n),
  timeLeft,
  forget: forget(n),
  notMeReport,
  somebodyElseReport,
  sending: {
    instead:
      'Ich konnte die Antwort hier nicht anzeigen: Teams hat die Nachricht nicht angenommen. Was Sie gestartet haben, läuft weiter. Schreiben Sie „restore status“ für Ihre Anmeldung oder „restore sessions“ für Ihre Wiederherstellungen, oder stellen Sie Ihre Anfrage noch einmal, eine Suche enger gefasst.',
    repeated:
      'Teams hat meine letzte Nachricht nicht bestätigt, daher kann diese hier zweimal stehen. Verwenden Sie diese: Die obere wird nicht mehr aktualisiert.',
    shortened: 'Gekürzt, weil die ganze Nachricht für Teams zu groß war.',
  },
  notices: {
    'not-signed-in': {
      title: 'Sie sind nicht angemeldet',
      text: 'Sie haben in diesem Chat keine Sitzung. Melden Sie sich an, um eine zu beginnen.',
    },
    'nothing-to-cancel': { title: 'Nichts abzubrechen', text: 'In diesem Chat ist keine Anmeldung von Ihnen offen.' },
    cancelled: {
      title: 'Anmeldung abgebrochen',
      text: 'Die Anmeldung wurde abgebrochen und kann nicht mehr abgeschlossen werden. Sie können jederzeit neu beginnen.',
    },
    renewed: { title: 'Sitzung verlängert', text: 'Ihre Sitzung läuft ohne neue Anmeldung weiter.' },
    'needs-personal-chat': {
      title: 'Hier kann ich das nicht anzeigen',
      text: 'In dieser App könnten auch andere es sehen. Öffnen Sie einen persönlichen Chat mit mir und schreiben Sie dort „restore login“, um sich anzumelden, oder „restore ask“, um einen Operator um etwas zu bitten.',
    },
    'not-your-card': {
      title: 'Diese Karte gehört nicht Ihnen',
      text: 'Nur wer sie begonnen hat, kann ihre Schaltflächen verwenden. Schreiben Sie „restore login“, um sich selbst anzumelden.',
    },
    'card-outdated': {
      title: 'Diese Karte ist veraltet',
      text: 'Seit sie gesendet wurde, hat sich etwas geändert. Wählen Sie „Status“ aus, um den aktuellen Stand zu sehen.',
    },
    'storage-away': {
      title: 'Bitte versuchen Sie es gleich noch einmal',
      text: 'Ich kann meine Daten gerade nicht lesen oder speichern, deshalb muss das warten. Eine laufende Anmeldung wird automatisch fortgesetzt.',
    },
    'no-object-id': {
      title: 'Ich kann nicht erkennen, wer Sie sind',
      text: 'Diese App teilt mir nicht mit, wer Sie sind, deshalb kann ich Sie nicht anmelden. Schreiben Sie mir aus Microsoft Teams mit Ihrem Geschäftskonto.',
    },
    'too-many-sign-ins': {
      title: 'Zu viele neue Anmeldungen',
      text: 'Eine Anmeldung, die noch offen ist, gilt weiterhin: „restore login“ zeigt sie erneut an.',
    },
    'app-only-not-allowed': {
      title: 'Die App-only-Anmeldung ist für Sie nicht verfügbar',
      text: 'Diese Anmeldung ist bestimmten Administratoren vorbehalten. Sie können sich stattdessen als Restore-Operator anmelden.',
    },
    'app-only-personal-only': {
      title: 'Nur im persönlichen Chat',
      text: 'Eine App-only-Anmeldung können Sie nur im persönlichen Chat mit mir beginnen. Öffnen Sie ihn und schreiben Sie „restore login app-only“.',
    },
    'app-only-off': {
      title: 'Die App-only-Anmeldung ist nicht eingerichtet',
      text: 'Melden Sie sich als Restore-Operator an oder bitten Sie die Betreiber dieses Bots, APP_ONLY_APPLICATION_ID zu setzen.',
    },
    ...administrationNotices,
    'unknown-organization': {
      title: 'Diese Organisation ist für Sie nicht verfügbar',
      text: 'Prüfen Sie die Schreibweise oder melden Sie sich ohne Namen an.',
    },
    'no-organization': {
      title: 'Für Sie ist noch keine Organisation verfügbar',
      text: 'Für den Mandanten Ihres Kontos ist kein Backup-Dienst eingerichtet. Bitten Sie die Betreiber dieses Bots, ihn hinzuzufügen.',
    },
    'state-unreadable': {
      title: 'Bitte melden Sie sich erneut an',
      text: 'Ihre gespeicherte Anmeldung ließ sich nicht öffnen, deshalb sind Sie abgemeldet. Melden Sie sich an, um fortzufahren.',
    },
    working: { title: 'Einen Moment', text: 'Ich arbeite noch daran. Die Antwort erscheint automatisch.' },
    'took-too-long': {
      title: 'Das hat zu lange gedauert',
      text: 'Ich konnte nicht rechtzeitig antworten. Wählen Sie die Schaltfläche gleich noch einmal.',
    },
    'no-more-notices': {
      title: 'Erinnerungen sind ausgeschaltet',
      text: 'Ich schreibe Ihnen hier nicht mehr, bevor eine Sitzung endet. Unter „Status“ können Sie die Erinnerungen wieder einschalten.',
    },
    'notices-again': {
      title: 'Erinnerungen sind eingeschaltet',
      text: 'Ich schreibe Ihnen hier wieder, bevor eine Sitzung endet.',
    },
    kept: { title: 'Nichts wurde gelöscht', text: 'Alles ist, wie es war.' },
    'went-wrong': {
      title: 'Etwas ist schiefgegangen',
      text: 'Das ist unser Fehler, nicht Ihrer. Versuchen Sie es erneut. Tritt das Problem erneut auf, nennen Sie den Betreibern dieses Bots die Referenz.',
    },
  },
  tooManySignIns: {
    person: 'Sie haben in den letzten zehn Minuten zu viele Anmeldungen begonnen.',
    tenant: 'Gerade melden sich zu viele Personen Ihrer Organisation an.',
    again: (moment) => `Eine neue können Sie ab ${moment} beginnen.`,
  },
  unknownOrganization: {
    youWrote: (name) => `Sie haben „${name}“ geschrieben.`,
    near: (names) => `Meinten Sie: ${names}?`,
    choices: (names) => `Sie können wählen: ${names}`,
    andMore: (names, more) => `Sie können wählen: ${names} und ${more === 1 ? 'eine weitere' : `${n(more)} weitere`}`,
  },
});
