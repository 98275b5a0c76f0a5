import type { TypedPhrases } from './typed-phrases.ts';

/** Hoy es miércoles, 25 de noviembre de 2026. */
export const spanish: TypedPhrases = {
  locale: 'es-ES',
  days: `
    noviembre pasado                 2025-11-30
    el pasado 1 de marzo de 2026     2026-03-01
    semana 9                         2026-03-01
    9.ª semana                       2026-03-01
    hace dos días                    2026-11-23
    hace 2h                          2026-11-25 10:00
    ayer a las 15h                   2026-11-24 15:00
    ayer a las 15 horas              2026-11-24 15:00
    ayer a las 15:30 horas           2026-11-24 15:30
    ayer a las 9 de la noche         2026-11-24 21:00
    ayer a las 9.30 de la noche      2026-11-24 21:30
    ayer a las 9 horas de la noche   2026-11-24 21:00
    ayer a las 12 de la noche        2026-11-25 0:00
    ayer a las 9 de la mañana        2026-11-24 9:00
    ayer a la 1 de la tarde          2026-11-24 13:00
    ayer a las 5 de la madrugada     2026-11-24 5:00
    ayer 12:30 de la madrugada       2026-11-24 0:30
    ayer a las 12 de la mañana       2026-11-24 12:00
    ayer de madrugada                2026-11-24 6:00
    esta madrugada                   2026-11-25 6:00
    hace 24 horas                    2026-11-24 12:00
    antes de las 9 de la mañana      before 2026-11-25 9:00
    3 horas                          not-a-date
    2h ago                           2026-11-25 10:00
    25 ago                           2026-08-25
    hace quince días                 2026-11-10
    hace un par de días              2026-11-23
    hace medio año                   2026-05-25
    hace año y medio                 2025-05-25
    3 días atrás                     2026-11-22
    dos semanas atrás                2026-11-11
    ayer por la mañana               2026-11-24 12:00
    ayer en la tarde                 2026-11-24 18:00
    ayer a las 9.10                  2026-11-24 9:10
    05.11.2026 a 9.10                2026-11-05 9:10
    05.11.26 a 9.10                  2026-11-05 9:10
    a 5.11                           2026-11-05
    3.11 a 5.11                      not-a-date
    ayer a las 15:00                 2026-11-24 15:00
    anoche                           2026-11-24
    lunes mañana                     2026-11-23 12:00
    el lunes a la mañana             2026-11-23 12:00
    ayer a la mañana                 2026-11-24 12:00
    mañana por la mañana             future
    pasado mañana                    future
    esta mañana                      2026-11-25 12:00
    hoy mismo                        2026-11-25
    anteanoche                       2026-11-23
    trasanteayer                     2026-11-22
    la semana anterior               2026-11-18
    el lunes de la semana pasada     2026-11-16
    el lunes de esta semana          2026-11-23
    la semana antepasada             2026-11-11
    el lunes antepasado              2026-11-16
    el 15                            2026-11-15
    el día 15 de marzo               2026-03-15
    el 15 del mes pasado             2026-10-15
    el 15 de este mes                2026-11-15
    el pasado 15 de marzo            2026-03-15
    primero de marzo                 2026-03-01
    1ro de marzo                     2026-03-01
    en marzo                         2026-03-31
    a finales de marzo               2026-03-31
    fin de mes                       2026-10-31
    a mediados de marzo              2026-03-15
    a fecha de ayer                  2026-11-24
    01/03/2026                       2026-03-01
    1-mar-26                         2026-03-01
    20260301                         2026-03-01
    1 mar 2026, 9:41                 2026-03-01 9:41
    antes del 1 de marzo             before 2026-03-01
    previo al 1 de marzo             before 2026-03-01
    a más tardar el lunes            2026-11-23
    la última copia de seguridad     latest
    lo más reciente                  latest
    ahora mismo                      latest
    mañana                           future
    el próximo lunes                 future
    31/12/2026                       future
    31 de abril                      impossible
    hace unos días                   not-a-date
    lunes 23                         2026-11-23
    el martes día 17                 2026-11-17
    jueves a las 5                   not-a-date
    hace 30 minutos                  2026-11-25 11:30
    hace un cuarto de hora           2026-11-25 11:45
    anoche a las 2:00                2026-11-25 2:00
    anoche a las 3 am                2026-11-25 3:00
    ayer por la noche a las 9:00     2026-11-24 21:00
    ayer por la tarde a las 7:00     2026-11-24 19:00
    antes de octubre                 before 2026-10-01
    antes del 24                     before 2026-11-24
    hasta el 24                      2026-11-24
    la copia anterior                not-a-date
  `,
  lines: `
    informe de las 48 horas                  | informe de las 48 horas | | |
    informe antes de las 72 horas            | informe antes de las 72 horas | | |
    informe de noor a fecha de ayer a las 3 de la tarde | informe | Noor Haddad | | ayer a las 3 de la tarde
    oferta de noor hace dos días            | oferta | Noor Haddad | | hace dos días
    oferta de noor del 3 de marzo           | oferta | Noor Haddad | | 3 de marzo
    oferta de noor a fecha del 1 de marzo   | oferta | Noor Haddad | | 1 de marzo
    oferta de noor como estaba el lunes     | oferta | Noor Haddad | | lunes
    oferta en la bandeja de entrada de noor | oferta | Noor Haddad | exchange |
    oferta en mis archivos                  | oferta | | onedrive |
    oferta de noor ayer                     | oferta | Noor Haddad | | ayer
    factura de noor a fecha del lunes 23    | factura | Noor Haddad | | lunes 23
    factura de noor ayer por la tarde       | factura | Noor Haddad | | ayer por la tarde
    factura de noor ayer por la mañana en archivos | factura | Noor Haddad | onedrive | ayer por la mañana
    factura de noor hace dos semanas por la tarde | factura | Noor Haddad | | hace dos semanas por la tarde
    factura de noor ayer a las 15 horas     | factura | Noor Haddad | | ayer a las 15 horas
    informe ayer a las 9 de la noche        | informe | | | ayer a las 9 de la noche
    informe del lunes a las 9 de la noche   | informe | | | lunes a las 9 de la noche
    reunión de 2 horas ayer                 | reunión de 2 horas | | | ayer
    factura de noor ayer a la 1:30          | factura | Noor Haddad | | ayer a la 1:30
    factura de noor antes del 3 de noviembre | factura | Noor Haddad | | antes del 3 de noviembre
    factura de noor hasta el 3 de noviembre | factura | Noor Haddad | | hasta el 3 de noviembre
    factura de noor del jueves a las 5      | factura | Noor Haddad | | ? jueves a las 5
    presupuesto de noor a fecha del 21       | presupuesto | Noor Haddad | | del 21
    presupuesto con fecha del 21, de noor    | presupuesto | Noor Haddad | | del 21
    presupuesto de noor a fecha del 21/11    | presupuesto | Noor Haddad | | 21/11
    presupuesto a fecha del 3 de novienbre   | presupuesto | | | ? 3 de novienbre
    presupuesto a fecha del 3 de noor        | presupuesto | Noor Haddad | | del 3
    presupuesto de noor a fecha del 32       | presupuesto a fecha del 32 | Noor Haddad | |
    presupuesto de noor a fecha de la copia anterior | presupuesto | Noor Haddad | | ? copia anterior
  `,
};
