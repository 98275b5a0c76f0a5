import type { TypedPhrases } from './typed-phrases.ts';

/** Heute ist Mittwoch, der 25. November 2026. */
export const german: TypedPhrases = {
  locale: 'de-DE',
  days: `
    letzten November                 2025-11-30
    Ende letzten November            2025-11-30
    heute vor 2 Stunden              2026-11-25 10:00
    Montag der KW 9                  2026-02-23
    vor drei Tagen                   2026-11-22
    vor etwa zwei Wochen             2026-11-11
    drei Tage zuvor                  2026-11-22
    vor einem halben Jahr            2026-05-25
    vor anderthalb Jahren            2025-05-25
    vor acht Tagen                   2026-11-18
    vor 8 Tagen                      2026-11-17
    vor 2 Stunden                    2026-11-25 10:00
    vor 2h                           2026-11-25 10:00
    vor 2 h                          2026-11-25 10:00
    vor 10 Uhr                       before 2026-11-25 10:00
    gestern 9h                       2026-11-24 9:00
    vorvorgestern                    2026-11-22
    gestern Abend                    2026-11-24
    gestern Morgen                   2026-11-24 12:00
    9.10 Uhr                         2026-11-25 9:10
    gestern 14.30 Uhr                2026-11-24 14:30
    gestern um 14.30                 2026-11-24 14:30
    am 5.11. um 9.10 Uhr             2026-11-05 9:10
    5.11. 9.10 Uhr                   2026-11-05 9:10
    5.11. 9 Uhr                      2026-11-05 9:00
    5. 11. 9:10                      2026-11-05 9:10
    um den 9.10.                     2026-10-09
    3.11 am Abend                    2026-11-03
    18.11 am Abend                   2026-11-18
    am 18.11 am Morgen               2026-11-18 12:00
    5. 11 am Nachmittag              2026-11-05 18:00
    gestern 9:10 am Abend            2026-11-24 21:10
    gestern um 9.10 am Abend         2026-11-24 21:10
    gestern um 18 Uhr                2026-11-24 18:00
    gestern um 9 abends              2026-11-24 21:00
    heute früh                       2026-11-25 12:00
    letzte Nacht                     2026-11-24
    Montagmorgen                     2026-11-23 12:00
    am Montagmorgen                  2026-11-23 12:00
    Montag Morgen                    2026-11-23 12:00
    Mittwochmorgen                   2026-11-25 12:00
    Donnerstagmorgen                 2026-11-19 12:00
    vor Montagmorgen                 before 2026-11-23 0:00
    morgen früh                      future
    morgen Abend                     future
    nächsten Montag Morgen           future
    Montagabend                      2026-11-23
    letzten Mittwoch                 2026-11-18
    Montag letzter Woche             2026-11-16
    letzte Woche Montag              2026-11-16
    am Montag der letzten Woche      2026-11-16
    Montag vor zwei Wochen           2026-11-09
    vorletzte Woche                  2026-11-11
    am Wochenende                    2026-11-22
    vom 01.03.2026                   2026-03-01
    Sonntag, den 1.3.                2026-03-01
    01.03.2026, 14:05                2026-03-01 14:05
    So · 01.03.2026, 14:05           2026-03-01 14:05
    Ende des 01.03.2026              2026-03-01
    am 01.03.2026                    2026-03-01
    spätestens am 1.3.               2026-03-01
    am ersten März                   2026-03-01
    1. März                          2026-03-01
    1. März letzten Jahres           2025-03-01
    im März                          2026-03-31
    Anfang März                      2026-03-01
    Ende letzten Monats              2026-10-31
    Ende 2025                        2025-12-31
    KW 9                             2026-03-01
    KW9/2026                         2026-03-01
    9. KW                            2026-03-01
    9. KW 2025                       2025-03-02
    9. Kalenderwoche                 2026-03-01
    54. KW                           impossible
    Kalenderwoche 50                 2025-12-14
    Monatsende                       2026-10-31
    vor dem 1. März                  before 2026-03-01
    vor gestern                      before 2026-11-24
    bis einschließlich 1.3.          2026-03-01
    die letzte Sicherung             latest
    neuestes Backup                  latest
    aktueller Stand                  latest
    morgen                           future
    am Mittwoch um 18 Uhr            2026-11-18 18:00
    heute um 18 Uhr                  future
    nächsten Montag                  future
    31.12.2026                       future
    31.4.                            impossible
    vor ein paar Tagen               not-a-date
    neulich                          not-a-date
    Dienstag, den 17.                2026-11-17
    am Dienstag 16.                  impossible
    vor 30 Minuten                   2026-11-25 11:30
    vor einer Viertelstunde          2026-11-25 11:45
    heute Nacht um 2 Uhr             2026-11-25 2:00
    letzte Nacht 23 Uhr              2026-11-24 23:00
    gestern Abend um 8 Uhr           2026-11-24 20:00
    vor Oktober                      before 2026-10-01
    vor letzter Woche                before 2026-11-16
    vor dem Wochenende               before 2026-11-21
    um 5                             not-a-date
    vor dem 24.                      before 2026-11-24
    bis zum 24.                      2026-11-24
    gestern nachts um 3 Uhr          2026-11-25 3:00
    vorige Sicherung                 not-a-date
  `,
  lines: `
    Kyoto 15.11. vor 2 Wochen | Kyoto 15.11. | | | vor 2 Wochen
    Angebot von noor Stand: gestern         | Angebot | Noor Haddad | | gestern
    Angebot von noor Stand: vor 3 Tagen     | Angebot | Noor Haddad | | vor 3 Tagen
    Angebot von noor Stand vor drei Tagen   | Angebot | Noor Haddad | | vor drei Tagen
    Angebot von noor vom 01.03.2026         | Angebot | Noor Haddad | | 01.03.2026
    Angebot von noor in Dokumenten          | Angebot | Noor Haddad | onedrive |
    Angebot von noor aus dem Posteingang    | Angebot | Noor Haddad | exchange |
    Protokoll in Kanälen                    | Protokoll | | teams |
    Protokoll auf SharePoint                | Protokoll | | sharepoint |
    Protokoll in den Kanälen                | Protokoll | | teams |
    Budget von gestern                      | Budget | | | gestern
    Angebot von noor vorgestern             | Angebot | Noor Haddad | | vorgestern
    Stand der Dinge                         | Stand der Dinge | | |
    Rechnung von noor am Dienstag, den 17.  | Rechnung | Noor Haddad | | Dienstag, den 17.
    Rechnung von noor gestern am Abend      | Rechnung | Noor Haddad | | gestern am Abend
    Rechnung von noor vor zwei Wochen am Freitag | Rechnung | Noor Haddad | | vor zwei Wochen am Freitag
    Rechnung von noor vor dem 3. November   | Rechnung | Noor Haddad | | vor dem 3. November
    Rechnung von noor bis zum 3.11.         | Rechnung | Noor Haddad | | bis zum 3.11.
    Rechnung Stand gestern von noor         | Rechnung | Noor Haddad | | gestern
    Rechnung von noor am 5.11. um 9.10 Uhr   | Rechnung | Noor Haddad | | 5.11. um 9.10 Uhr
    Rechnung von noor Stand gestern 14.30 Uhr | Rechnung | Noor Haddad | | gestern 14.30 Uhr
    Rechnung von noor vor 2h                | Rechnung | Noor Haddad | | vor 2h
    Rechnung von noor vom 3. bis 5. November | Rechnung | Noor Haddad | | ? 3. bis 5. November
    Rechnung von noor von Montag bis Freitag | Rechnung | Noor Haddad | | ? Montag bis Freitag
    Bericht von so 3 Leuten                 | Bericht von so 3 Leuten | | |
    Budget von Noor, Stand am 21.            | Budget | Noor Haddad | | am 21.
    Budget wie am 21. von Noor               | Budget | Noor Haddad | | am 21.
    Bericht vom 3. Quartal von Noor          | Bericht vom 3. Quartal | Noor Haddad | |
  `,
};
