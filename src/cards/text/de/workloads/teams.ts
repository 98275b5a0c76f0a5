/** Texts about Teams, in German. */
import type { Words } from '../../en/common.ts';

export const teams: Words['restore']['workloads']['teams'] = {
  name: 'Teams',
  search: 'In Teams suchen',
  whose: { own: 'Ihre eigenen Teams', all: 'Alle Teams', of: (name) => `Team „${name}“` },
  from: { own: 'Ihren eigenen Teams', all: 'allen Teams', of: (name) => `dem Team „${name}“` },
  containers: 'Welches Team?',
  wordsPlaceholder: 'Protokoll März',
  hint: 'Sicherungen enthalten keine Chats und keine Anrufe, sondern Beiträge, Dateien und Registerkarten von Kanälen. Der Text eines Beitrags lässt sich nicht anzeigen.',
  approver: 'Melden Sie sich für Teams als globaler Administrator oder Teams-Administrator mit Teams-Lizenz an.',
  untitled: '(kein Betreff)',
  searches: { posts: 'Beiträge', files: 'Dateien', tabs: 'Registerkarten' },
  kinds: {
    team: 'Ganzes Team',
    channel: 'Kanal',
    'private channel': 'Privater Kanal',
    'shared channel': 'Freigegebener Kanal',
    posts: 'Alle Beiträge',
    files: 'Alle Dateien',
    tabs: 'Alle Registerkarten',
    post: 'Beitrag',
    reply: 'Antwort',
    file: 'Datei',
    folder: 'Ordner',
    tab: 'Registerkarte',
  },
  places: { posts: 'eine neue Registerkarte', post: 'eine neue Registerkarte', reply: 'eine neue Registerkarte' },
  administrator: {
    kinds: {
      post: 'Beitrag: wird mit den Beiträgen seines Kanals und Tages wiederhergestellt',
      reply: 'Antwort: wird mit den Beiträgen ihres Kanals und Tages wiederhergestellt',
    },
  },
  wholes: {
    team: (count, isAlone) => (isAlone ? 'alles' : count === 1 ? 'ein ganzes Team' : `${count} ganze Teams`),
    channel: (count) => (count === 1 ? '1 Kanal' : `${count} Kanäle`),
    'private channel': (count) => (count === 1 ? '1 Kanal (privat)' : `${count} private Kanäle`),
    'shared channel': (count) => (count === 1 ? '1 Kanal (freigegeben)' : `${count} freigegebene Kanäle`),
    posts: (count) => (count === 1 ? 'Beiträge eines Kanals' : `Beiträge von ${count} Kanälen`),
    files: (count) => (count === 1 ? 'alle Dateien eines Kanals' : `alle Dateien von ${count} Kanälen`),
    tabs: (count) => (count === 1 ? 'alle Registerkarten eines Kanals' : `alle Registerkarten von ${count} Kanälen`),
  },
  options: {
    teamsMissing: {
      label: 'In Teams Fehlendes wiederherstellen',
      consequence: 'Kanäle, Dateien und Registerkarten, die nicht mehr vorhanden sind, werden wiederhergestellt.',
    },
    teamsChanged: {
      label: 'In Teams seither Geändertes überschreiben',
      consequence: 'Aus: Was noch vorhanden ist, bleibt unverändert. Ein: Der aktuelle Inhalt geht verloren.',
    },
    teamsMembers: {
      label: 'Mitglieder wiederherstellen',
      consequence:
        'Seither ausgeschiedene Mitglieder erhalten wieder Zugriff. Besitzer werden nur als Besitzer wiederhergestellt.',
    },
    teamsSettings: {
      label: 'Einstellungen des Teams wiederherstellen',
      consequence: 'Die aktuellen Einstellungen des Teams werden ersetzt.',
    },
    teamsOwner: {
      label: 'Besitzer, falls der frühere nicht mehr vorhanden ist',
      consequence: 'Der Anmeldename des Kontos, das Besitzer wird. Sie können das Feld leer lassen.',
      placeholder: 'Leer: der frühere Besitzer',
      unfit: (typed) => `„${typed}“ kann kein Anmeldename eines Kontos sein. Verwenden Sie keine Leerzeichen.`,
    },
    teamsFileVersions: {
      label: 'Versionen von Dateien',
      consequence: 'Alle Versionen: Auch der Versionsverlauf wird wiederhergestellt.',
      choices: { Last: 'Nur die Version dieser Sicherung', All: 'Alle Versionen' },
    },
    teamsPostsFrom: {
      label: 'Nur Beiträge ab diesem Tag',
      consequence: 'Leer: auch alle früheren. Es zählt der Tag der letzten Änderung eines Beitrags, in UTC.',
    },
    teamsPostsTo: {
      label: 'Nur Beiträge bis zu diesem Tag',
      consequence: 'Leer: auch alle späteren.',
    },
  },
  notes: {
    postsTogether:
      'Administratoren können keine einzelnen Beiträge wiederherstellen: Alle Beiträge des Kanals oder die der Tage unten werden wiederhergestellt.',
    postsAsPage:
      'Beiträge werden nicht als Beiträge wiederhergestellt. Der Dienst schreibt sie auf eine Seite und fügt diese ihrem Kanal als neue Registerkarte hinzu. Uhrzeiten darauf sind die des Backup-Servers.',
    tabsUnlinked:
      'Eine wiederhergestellte Registerkarte kann die Verknüpfung mit ihrer Datei verlieren, außer wenn das ganze Team wiederhergestellt wird.',
    selectedVersions:
      'Eine frühere Version ist ausgewählt. Deshalb werden nur die ausgewählten Versionen wiederhergestellt. Ist die Datei noch vorhanden, wird sie nur ersetzt, wenn Sie das Überschreiben wählen.',
  },
};
