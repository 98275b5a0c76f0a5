/** Texte zur Bestätigung von Wiederherstellungen als Administrator, auf Deutsch. */
import type { approvals as english, approvalTroubles as englishTroubles } from '../en/approvals.ts';
import type { FormatNumber } from '../quantities.ts';

export const approvals = (n: FormatNumber): ReturnType<typeof english> => ({
  preparing: {
    title: 'Ihre Bestätigung wird vorbereitet',
    text: 'Ich öffne die Sicherung und bitte Sie danach um Ihre Bestätigung. Das kann eine Minute dauern. Ohne Ihre Bestätigung wird nichts gesendet.',
  },
  title: 'Diese Wiederherstellung bestätigen',
  summary: 'Eine Wiederherstellung wartet auf Ihre Bestätigung',
  intro: (host) =>
    `Öffnen Sie ${host}, geben Sie diesen Code ein und melden Sie sich an. Danach beginnt die Wiederherstellung automatisch.`,
  introWithoutLink:
    'Geben Sie diesen Code auf der Anmeldeseite von Microsoft für Geräte ein und melden Sie sich an. Danach beginnt die Wiederherstellung automatisch.',
  application: (name) =>
    `Microsofts Seite muss die Anwendung „${name}“ nennen. Nennt sie eine andere, brechen Sie ab und wählen „Abbrechen“.`,
  warningFirst: 'Fahren Sie nur fort, wenn Sie diese Wiederherstellung selbst angefordert haben.',
  warningThen: 'Melden Sie sich mit Ihrem eigenen Konto an, und geben Sie den Code an niemanden weiter.',
  part: (part, parts) => `Teil ${n(part)} von ${n(parts)}. Jeder Teil wird einzeln bestätigt.`,
  unchecked: 'Wenn Sie sich angemeldet haben und hier nichts geschieht, wählen Sie „Ich habe mich angemeldet“ aus.',
  certificate: {
    text: 'Microsoft verlangt keine Anmeldung, und ein Code ist nicht nötig: Diese Wiederherstellung läuft mit einem Zertifikat, das in alle Postfächer und Websites der Organisation schreiben darf. Es genügt, dass Sie „Bestätigen“ auswählen. Ich warte 15 Minuten.',
    approve: 'Bestätigen',
  },
  said: 'Die Anmeldung mit diesem Code funktioniert nicht. Microsoft nennt den Grund:',
  signedIn: 'Ich habe mich angemeldet',
  perhapsRefused:
    'Geht es in der Meldung unten um die Anmeldung oder eine fehlende Rolle, wurde wahrscheinlich nichts wiederhergestellt.',
  newCode: '„Erneut senden“ bittet zuerst um eine neue Bestätigung.',
  assumed:
    'Die Antwort auf diese Wiederherstellung ging verloren. Ich verfolge die einzige neue im Dienst, die passt. Wahrscheinlich ist das Ihre Wiederherstellung; sicher ist es nicht.',
  ended: {
    title: 'Die Wiederherstellung wurde nicht bestätigt',
    next: '„Erneut versuchen“ bittet um eine neue Bestätigung.',
  },
  due: {
    title: 'Eine Wiederherstellung wartet auf Ihre Bestätigung',
    text: 'Die Wiederherstellung wartet nur einige Minuten. Bestätigt sie niemand, wird nichts weiter wiederhergestellt.',
  },
});

export const approvalTroubles: typeof englishTroubles = {
  'approval-expired': {
    text: 'Die Bestätigung kam nicht rechtzeitig. Was nicht bestätigt war, wurde nicht gesendet.',
    who: 'you',
    next: 'Falls die Seite in Ihrem Browser meldete, dass der Zugriff blockiert ist (Fehler 53003 oder 530033), lässt der bedingte Zugriff möglicherweise keine Codes zu. Fragen Sie dann Ihren Administrator.',
  },
  'approval-session-over': {
    text: 'Ihre Sitzung endete vor der Bestätigung. Was nicht bestätigt war, wurde nicht gesendet.',
    who: 'you',
    next: 'Melden Sie sich an und starten Sie die Wiederherstellung erneut.',
  },
  'approval-not-allowed': {
    text: 'Sie dürfen hier nicht mehr als Administrator wiederherstellen. Was nicht bestätigt war, wurde nicht gesendet.',
    who: 'administrator',
    next: 'Melden Sie sich als Restore-Operator an.',
  },
  'approval-refused': {
    text: 'Der Backup-Dienst hat die Anmeldung mit dem Code nicht akzeptiert.',
    who: 'administrator',
    next: 'Ein Restore-Operator für die ganze Organisation braucht keinen Code.',
  },
  'approval-certificate': {
    text: 'Der Backup-Dienst hat das Zertifikat nicht akzeptiert, das einen Code ersetzt.',
    who: 'us',
    next: 'Zeigen Sie diese Karte den Betreibern dieses Bots: Das Zertifikat (RESTORE_CERTIFICATE) ist vielleicht abgelaufen, oder seiner Anwendung fehlt eine Berechtigung.',
  },
  'approval-unavailable': {
    text: 'Der Backup-Dienst hat mir keinen Code für die Bestätigung gegeben, daher wurde nichts weiter gesendet.',
    who: 'administrator',
    next: 'Versuchen Sie es in einigen Minuten erneut. Tritt das Problem erneut auf, bitten Sie Ihre Administratoren, die Anwendung zu prüfen, die Wiederherstellungen bestätigt (RESTORE_APPLICATION_ID).',
  },
  'approval-page': {
    text: 'Der Code für die Bestätigung soll auf einer Seite eingegeben werden, der ich nicht vertrauen kann. Daher habe ich ihn nicht angezeigt, und es wurde nichts weiter gesendet.',
    who: 'us',
    next: 'Zeigen Sie diese Karte den Betreibern dieses Bots: Das Protokoll nennt die Seite, und ALLOWED_VERIFICATION_HOSTS kann sie zulassen.',
  },
};
