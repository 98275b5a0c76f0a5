import type { TypedPhrases } from './typed-phrases.ts';

/** Nous sommes le mercredi 25 novembre 2026. */
export const french: TypedPhrases = {
  locale: 'fr-FR',
  days: `
    novembre dernier                 2025-11-30
    le 24 novembre dernier           2026-11-24
    le 25 novembre dernier           2025-11-25
    semaine 9                        2026-03-01
    9e semaine                       2026-03-01
    la 1re semaine de 2026           2026-01-04
    S9                               2026-03-01
    sem. 48                          2026-11-25
    il y a deux semaines             2026-11-11
    ça fait 3 jours                  2026-11-22
    sept jours plus tôt              2026-11-18
    il y a huit jours                2026-11-18
    il y a quinze jours              2026-11-11
    il y a un an et demi             2025-05-25
    il y a une heure                 2026-11-25 11:00
    il y a 2h                        2026-11-25 10:00
    il y a 3 j                       2026-11-22
    2 h avant                        2026-11-25 10:00
    deux jours avant                 2026-11-23
    avant 10h                        before 2026-11-25 10:00
    avant-hier                       2026-11-23
    avant-avant-hier                 2026-11-22
    hier soir                        2026-11-24
    hier après-midi                  2026-11-24 18:00
    hier à 18.30                     2026-11-24 18:30
    5/11/2026 à 9.10                 2026-11-05 9:10
    5/11 à 9.10                      2026-11-05 9:10
    hier à 18 h                      2026-11-24 18:00
    hier à 15 heures                 2026-11-24 15:00
    hier à 15 heures 30              2026-11-24 15:30
    hier à 9 heures du soir          2026-11-24 21:00
    hier à 1 heure du matin          2026-11-24 1:00
    hier soir à 9 heures             2026-11-24 21:00
    lundi 23 vers 9 heures           2026-11-23 9:00
    il y a 2 heures                  2026-11-25 10:00
    2 heures avant                   2026-11-25 10:00
    avant 10 heures                  before 2026-11-25 10:00
    3 heures                         not-a-date
    ce matin                         2026-11-25 12:00
    lundi matin                      2026-11-23 12:00
    ce lundi                         2026-11-23
    l’avant-dernier lundi            2026-11-16
    lundi de la semaine dernière     2026-11-16
    la semaine dernière lundi        2026-11-16
    le mois précédent                2026-10-25
    le week-end dernier              2026-11-22
    le 01/03/2026                    2026-03-01
    le dimanche 1/3                  2026-03-01
    1 mars 2026, 14:05               2026-03-01 14:05
    1er mars 2026 à 14:05            2026-03-01 14:05
    la fin du 1er mars 2026          2026-03-01
    le premier mars                  2026-03-01
    le 1er mars de l’année dernière  2025-03-01
    en mars                          2026-03-31
    mi-mars                          2026-03-15
    fin mars                         2026-03-31
    la fin du mois dernier           2026-10-31
    fin de la semaine dernière       2026-11-22
    3 sept. 2026                     2026-09-03
    avant le 1/3                     before 2026-03-01
    jusqu’au 1/3 inclus              2026-03-01
    au plus tard le 1/3              2026-03-01
    dernière sauvegarde              latest
    la sauvegarde la plus récente    latest
    demain                           future
    lundi prochain                   future
    31/12/2026                       future
    31 avril                         impossible
    il y a quelques jours            not-a-date
    récemment                        not-a-date
    mardi 17                         2026-11-17
    jeudi 12 à 14h                   2026-11-12 14:00
    3 au 5                           not-a-date
    il y a 30 minutes                2026-11-25 11:30
    il y a un quart d’heure          2026-11-25 11:45
    cette nuit à 3h                  2026-11-25 3:00
    la nuit dernière à 2h30          2026-11-25 2:30
    hier soir à 8h                   2026-11-24 20:00
    hier dans la soirée              2026-11-24
    avant octobre                    before 2026-10-01
    vers 5                           not-a-date
    avant le 24                      before 2026-11-24
    jusqu’au 24                      2026-11-24
    la version précédente            not-a-date
  `,
  lines: `
    réponse avant 48 heures                  | réponse avant 48 heures | | |
    offre de noor il y a deux jours         | offre | Noor Haddad | | il y a deux jours
    offre de noor le 01/03/2026             | offre | Noor Haddad | | 01/03/2026
    offre de noor à la date du 1er mars     | offre | Noor Haddad | | 1er mars
    offre de noor d’hier soir               | offre | Noor Haddad | | hier soir
    offre dans la boîte de réception de noor | offre | Noor Haddad | exchange |
    offre sur SharePoint                    | offre | | sharepoint |
    offre de noor dans mes fichiers         | offre | Noor Haddad | onedrive |
    réunion au bureau                       | réunion au bureau | | |
    facture de noor du mardi 17             | facture | Noor Haddad | | mardi 17
    facture de noor du jeudi 12 à 14h       | facture | Noor Haddad | | jeudi 12 à 14h
    facture de noor hier à 15 heures        | facture | Noor Haddad | | hier à 15 heures
    facture en date d’hier à 15 heures      | facture | | | hier à 15 heures
    réunion de 2 heures hier                | réunion de 2 heures | | | hier
    facture de noor hier dans la soirée     | facture | Noor Haddad | | hier dans la soirée
    facture de noor il y a deux semaines le lundi | facture | Noor Haddad | | il y a deux semaines le lundi
    rapport de noor avant le 3 novembre     | rapport | Noor Haddad | | avant le 3 novembre
    rapport de noor avant mardi             | rapport | Noor Haddad | | avant mardi
    rapport de noor jusqu’au 3 novembre     | rapport | Noor Haddad | | jusqu’au 3 novembre
    facture de noor du 3 au 5 novembre      | facture | Noor Haddad | | ? 3 au 5 novembre
    budget de noor à la date d’hier          | budget | Noor Haddad | | hier
    budget de noor en date d'avant-hier      | budget | Noor Haddad | | avant-hier
    budget à la date d’il y a 3 jours        | budget | | | il y a 3 jours
    budget de noor en date du 21             | budget | Noor Haddad | | du 21
    budget à la date du 21 de noor           | budget | Noor Haddad | | du 21
    budget de noor en date du 21 novembre    | budget | Noor Haddad | | 21 novembre
    budget de noor en date de la version précédente | budget | Noor Haddad | | ? la version précédente
  `,
};
