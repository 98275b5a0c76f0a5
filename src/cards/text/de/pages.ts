/** What the pages say that a sign-in shows in the browser, in German. */
import type { PageWords } from '../en/pages.ts';

export const pages: PageWords = {
  done: { title: 'Fertig', text: 'Kehren Sie zu Teams zurück. Sie können diese Seite schließen.' },
  'not-signed-in': {
    title: 'Sie sind nicht angemeldet',
    text: 'Kehren Sie zu Teams zurück: Auf der Karte dort steht, warum, und was Sie als Nächstes tun können.',
  },
  over: {
    title: 'Dieser Link funktioniert nicht mehr',
    text: 'Er wurde bereits verwendet, ist abgelaufen oder wurde durch einen neueren ersetzt. Kehren Sie zu Teams zurück und senden Sie restore login, um einen neuen Link zu erhalten.',
  },
  answered: {
    title: 'Sie können diese Seite schließen',
    text: 'Diese Seite wird nicht mehr gebraucht. Kehren Sie zu Teams zurück: Auf der Karte dort steht, ob Sie angemeldet sind.',
  },
  refused: {
    title: 'Diese Anmeldung kann nicht angenommen werden',
    text: 'Die Seite, die Sie hierher geleitet hat, ist nicht die, auf der diese Anmeldung begann. Es wurde nichts geändert. Kehren Sie zu Teams zurück und senden Sie restore login.',
  },
  'too-often': {
    title: 'Zu viele Versuche',
    text: 'Dieser Link wurde in kurzer Zeit zu oft geöffnet. Warten Sie eine Minute und versuchen Sie es dann erneut.',
  },
  unavailable: {
    title: 'Das ist gerade nicht möglich',
    text: 'Es ging nichts verloren. Laden Sie diese Seite in einer Minute neu.',
  },
};
