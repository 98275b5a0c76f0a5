/** Texte zu Anfragen nach einer Wiederherstellung, auf Deutsch. */
import type { Words } from '../en/common.ts';
import type { FormatNumber } from '../quantities.ts';

export const requests = (n: FormatNumber): Words['requests'] => ({
  title: 'Wiederherstellung anfragen',
  changeTitle: 'Anfrage ändern',
  intro:
    'Die Restore-Operatoren erhalten Ihre Anfrage in ihrem Chat mit mir. Ich sage Ihnen, wer sie übernimmt und wann sie erledigt ist.',
  askedForOthers: (name) => `${name} hat eine Wiederherstellung angefragt`,
  onlyYou: 'Nur wer anfragt, sieht das Formular und was darin steht.',
  form: {
    what: 'Was fehlt?',
    whatPlaceholder: 'Wörter aus Name oder Betreff',
    kind: 'Wo war es?',
    kindPlaceholder: 'Weiß ich nicht',
    place: 'Name der Website oder des Teams, falls es dort war',
    lastSeen: 'Wann war es zuletzt da?',
    neededBy: 'Wann brauchen Sie es?',
    useMessage: 'Datum dieser Nachricht und Link zu ihr hinzufügen. Der Nachrichtentext wird nicht gespeichert.',
  },
  remarks: {
    'what-missing': 'Schreiben Sie, was fehlt.',
    'place-missing': 'Schreiben Sie den Namen der Website oder des Teams.',
    'too-many-own':
      'Sie haben schon fünf offene Anfragen. Ziehen Sie eine zurück, oder warten Sie, bis eine erledigt ist.',
    'too-many-all': 'In Ihrer Organisation sind zurzeit zu viele Anfragen offen. Fragen Sie später noch einmal an.',
    'not-sent': 'Ich konnte Ihre Anfrage nicht senden. Senden Sie sie noch einmal.',
  },
  buttons: {
    fillIn: 'Formular ausfüllen',
    ask: 'Anfrage senden',
    save: 'Speichern',
    edit: 'Bearbeiten',
    withdraw: 'Zurückziehen',
    take: 'Übernehmen',
    search: 'Suchen',
    done: 'Als erledigt melden',
    handBack: 'Zurückgeben',
    declineOpen: 'Ablehnen…',
    decline: 'Ablehnen',
  },
  wanted: (what) => `„${what}“`,
  lastSeenOn: (day) => `Zuletzt da: ${day}`,
  neededUntil: (day) => `Gebraucht bis: ${day}`,
  messageOf: (moment) => `Zu einer Nachricht vom ${moment}`,
  askedAt: (moment) => `Angefragt am ${moment}`,
  own: {
    open: 'Anfrage eingegangen',
    waiting: 'Ich gebe die Anfrage an die Operatoren weiter und schreibe Ihnen, sobald jemand sie übernimmt.',
    taken: () => 'Ihre Anfrage wird bearbeitet',
    ended: {
      done: () => 'Ihre Anfrage ist erledigt',
      declined: () => 'Ihre Anfrage wurde abgelehnt',
      withdrawn: () => 'Sie haben diese Anfrage zurückgezogen',
      expired: () => 'Ihre Anfrage ist abgelaufen',
    },
  },
  news: {
    titles: {
      taken: 'Ihre Anfrage wurde übernommen',
      'handed-back': 'Ihre Anfrage ist wieder offen',
      done: 'Ihre Anfrage ist erledigt',
      donePartly: 'Ihre Anfrage ist teilweise erledigt',
      declined: 'Ihre Anfrage wurde abgelehnt',
      expired: 'Ihre Anfrage ist abgelaufen',
      unheard: 'Noch ist kein Operator erreichbar',
    },
    taken: (name) => `${name} kümmert sich darum.`,
    handedBack: (name) => `${name} hat die Anfrage zurückgegeben. Ich frage die Operatoren erneut.`,
    done: (name) => `${name} hat das Angefragte wiederhergestellt.`,
    donePartly: (name) => `${name} hat einen Teil des Angefragten wiederhergestellt.`,
    declined: (name) => `Abgelehnt von ${name}.`,
    expired: 'Die Anfrage wurde eine Woche lang nicht erledigt. Fragen Sie neu an, falls Sie es noch brauchen.',
    unheard:
      'Ich frage weiter und schreibe Ihnen, sobald jemand die Anfrage übernimmt. Wenn es eilt, wenden Sie sich an Ihren IT-Support.',
    reason: (reason) => `Grund: ${reason}`,
    restored: (count) =>
      count === 1 ? '1 Element wurde wiederhergestellt.' : `${n(count)} Elemente wurden wiederhergestellt.`,
    failed: (count) => (count === 1 ? '1 Element ist fehlgeschlagen.' : `${n(count)} Elemente sind fehlgeschlagen.`),
    about: (what) => `Ihre Anfrage: „${what}“`,
  },
  operator: {
    title: (name) => `${name} fragt eine Wiederherstellung an`,
    open: 'Jemand fragt eine Wiederherstellung an',
    yours: 'Sie haben diese Anfrage übernommen.',
    search:
      'Die Suche dazu ist unten geöffnet. Sobald daraus etwas wiederhergestellt ist, sage ich der anfragenden Person Bescheid.',
    otherwise: 'Haben Sie es anders wiederhergestellt, melden Sie die Anfrage als erledigt.',
    otherOrganization:
      'Sie sind bei einer Organisation angemeldet, die für die anfragende Person nicht zuständig ist. Melden Sie sich bei der richtigen Organisation an und versuchen Sie es dann hier noch einmal.',
    searchFailed: 'Die Suche dazu ließ sich nicht öffnen. Wählen Sie „Suchen“ aus, um es noch einmal zu versuchen.',
    teamUnknown:
      'Ich konnte nicht prüfen, ob Sie noch zum Bereitschaftsteam gehören; deshalb hat sich nichts geändert. Versuchen Sie es gleich noch einmal. Wenn das nicht hilft, schreiben Sie „restore on duty“ und versuchen Sie es dann hier noch einmal.',
    left: 'Sie gehören nicht mehr zum Bereitschaftsteam und können deshalb keine Anfragen mehr übernehmen und keine Suche zu ihnen öffnen. Was Sie übernommen haben, können Sie zurückgeben, ablehnen oder als erledigt melden. Um wieder Anfragen zu erhalten, schreiben Sie „restore on duty“.',
    outside: (name) =>
      `Sie haben diese Anfrage übernommen, aber unter den Daten, die Sie wiederherstellen dürfen, habe ich „${name}“ nicht gefunden. Geben Sie die Anfrage zurück, damit jemand anderes sie übernehmen kann, oder suchen Sie unter einem anderen Namen.`,
    taken: (name) => `${name} hat diese Anfrage übernommen`,
    ended: {
      done: (name) => `${name} hat diese Anfrage erledigt`,
      declined: (name) => `${name} hat diese Anfrage abgelehnt`,
      withdrawn: () => 'Diese Anfrage wurde zurückgezogen',
      expired: () => 'Diese Anfrage ist abgelaufen',
    },
    declineReason: 'Warum nicht? Die anfragende Person liest das.',
    reasonMissing: 'Schreiben Sie, warum Sie die Anfrage ablehnen.',
    stillRestoring:
      'Eine Wiederherstellung zu dieser Anfrage läuft noch oder wartet auf ihre Genehmigung. Sobald sie etwas wiederhergestellt hat, sage ich der anfragenden Person Bescheid. Um die Anfrage jetzt zu beenden oder zurückzugeben, stoppen Sie zuerst diese Wiederherstellung.',
  },
  moved: {
    title: 'Geht unten weiter',
    text: 'Diese Anfrage wartet noch. Die neueste Karte dazu finden Sie unten.',
  },
  duty: {
    on: 'Sie haben Bereitschaft',
    off: 'Sie haben keine Bereitschaft',
    onText: 'Wenn jemand eine Wiederherstellung anfragt, schreibe ich Ihnen hier.',
    offText: 'Sie erhalten keine neuen Anfragen. Was Sie übernommen haben, bleibt bei Ihnen.',
    offInTeam: 'Als Mitglied des Bereitschaftsteams erhalten Sie weiterhin Anfragen.',
    team: (count) =>
      count === 1
        ? 'Das einzige Mitglied des Bereitschaftsteams erhält jede Anfrage.'
        : `Alle ${count} Mitglieder des Bereitschaftsteams erhalten jede Anfrage.`,
    teamPart: (reached, size) =>
      `Mitglieder des Bereitschaftsteams, die Anfragen erhalten: ${reached} von ${size}. Nicht erreichbar:`,
    until: (moment) => `Bis ${moment}. Schreiben Sie noch einmal „restore on duty“ für eine weitere Woche.`,
    others: 'Ebenfalls in Bereitschaft:',
    nobodyElse: 'Sonst hat niemand Bereitschaft.',
    other: (name, moment) => `${name}, bis ${moment}`,
    unreachable: (name, reason) => `${name}: nicht erreichbar (${reason})`,
    withoutApp: (name) => `${name}: App nicht installiert`,
    begin: 'Bereitschaft beginnen',
    end: 'Bereitschaft beenden',
  },
  notices: {
    'no-object-id': {
      title: 'Ich kann Sie nicht erkennen',
      text: 'Diese App sagt mir nicht, wer Sie sind, deshalb kann ich keine Anfrage weitergeben. Schreiben Sie mir in Microsoft Teams mit Ihrem Geschäftskonto.',
    },
    guest: {
      title: 'Nicht für Gäste',
      text: 'Nur Mitglieder der Organisation können eine Wiederherstellung anfragen. Bitten Sie die Person, mit der Sie dort arbeiten.',
    },
    'no-personal-chat': {
      title: 'Ich kann Ihnen nicht schreiben',
      text: 'Anfragen beantworte ich im persönlichen Chat. Fügen Sie diese App in Teams zu Ihren persönlichen Apps hinzu, und fragen Sie dann erneut an.',
    },
    unknown: {
      title: 'Diese Anfrage ist für Sie nicht verfügbar',
      text: 'Die Anfrage wurde gelöscht oder ist nicht Ihre.',
    },
    'duty-personal-only': {
      title: 'Nur im persönlichen Chat',
      text: 'Anfragen sind vertraulich. Öffnen Sie einen persönlichen Chat mit mir, und schreiben Sie den Befehl dort.',
    },
    sent: {
      title: 'Anfrage gesendet',
      text: 'Ich schreibe Ihnen in unserem persönlichen Chat und sage Ihnen dort, wie es weitergeht.',
    },
    late: {
      title: 'Einen Moment',
      text: 'Ich sende Ihre Anfrage noch und schreibe Ihnen in unserem persönlichen Chat. Wenn Sie dort nichts von mir hören, fragen Sie erneut an.',
    },
  },
});
