/** Names of months and weekdays and words for days in five languages, as folded text (core/text.ts). */

const lists = (names: readonly string[]): readonly (readonly string[])[] => names.map((list) => list.split(' '));

const MONTHS = lists([
  'january januar janner janvier enero',
  'february februar feber fevrier febrero',
  'march marz maerz mrz mars marzo',
  'april avril abril',
  'may mai mayo',
  'june juni juin junio',
  'july juli juillet julio',
  'august aout agosto',
  'september septembre septiembre setiembre',
  'october oktober octobre octubre',
  'november novembre noviembre',
  'december dezember decembre diciembre',
]);

const WEEKDAYS = lists([
  'sunday sonntag so dimanche domingo 日曜日 日曜',
  'monday montag mo lundi lunes 月曜日 月曜',
  'tuesday dienstag di mardi martes 火曜日 火曜',
  'wednesday mittwoch mi mercredi miercoles 水曜日 水曜',
  'thursday donnerstag do jeudi jueves 木曜日 木曜',
  'friday freitag fr vendredi viernes 金曜日 金曜',
  'saturday samstag sa sonnabend samedi sabado 土曜日 土曜',
]);

/** Index of the list with the word, or with the only name that begins with it (three letters or more). */
function indexOf(word: string, names: readonly (readonly string[])[]): number | undefined {
  const whole = names.findIndex((list) => list.includes(word));
  if (whole !== -1) return whole;
  if (word.length < 3) return undefined;
  const begun = names.flatMap((list, index) => (list.some((name) => name.startsWith(word)) ? [index] : []));
  return begun.length === 1 ? begun[0] : undefined;
}

/** @returns 0 (January) to 11 */
export const monthOf = (word: string): number | undefined => indexOf(word, MONTHS);

/** @returns 0 (Sunday) to 6 */
export const weekdayOf = (word: string): number | undefined => indexOf(word, WEEKDAYS);

export interface Back {
  readonly days: number;
  readonly months: number;
}

const days = (count: number): Back => ({ days: count, months: 0 });
const months = (count: number): Back => ({ days: 0, months: count });

const BACK: readonly (readonly [RegExp, Back])[] = [
  [/^(?:today|heute|aujourd'?hui|hoy|今日|本日|きょう)$/, days(0)],
  [/^(?:yesterday|gestern|hier|ayer|昨日|きのう)$/, days(1)],
  [
    /^(?:(?:the )?day before yesterday|vorgestern|avant[- ]?hier|anteayer|antier|antes de ayer|一昨日|おととい)$/,
    days(2),
  ],
  [/^(?:last week|(?:letzte|vorige) woche|(?:la )?semaine (?:derniere|passee)|(?:la )?semana pasada|先週)$/, days(7)],
  [/^(?:last month|(?:letzten|vorigen) monat|(?:le )?mois (?:dernier|passe)|(?:el )?mes pasado|先月)$/, months(1)],
  [
    /^(?:last year|(?:letztes|voriges) jahr|(?:l')?(?:annee (?:derniere|passee)|an (?:dernier|passe))|(?:el )?ano pasado|去年|昨年)$/,
    months(12),
  ],
];

const UNITS: readonly (readonly [RegExp, Back])[] = [
  [/^(?:day|tag|jour|dia|日)$/, days(1)],
  [/^(?:week|woche|semaine|semana|週間)$/, days(7)],
  [/^(?:month|monat|mois|mes|[かヶヵカケ箇]月)$/, months(1)],
  [/^(?:year|jahr|an|annee|ano|年)$/, months(12)],
];

const AGO: readonly RegExp[] = [
  /^(?<count>\d{1,4}|an?|one) (?<unit>day|week|month|year)s? ago$/,
  /^vor (?<count>\d{1,4}|eine[mrn]?) (?<unit>tag|woche|monat|jahr)(?:en|n|e)?$/,
  /^il y a (?<count>\d{1,4}|une?) (?<unit>jour|semaine|mois|annee|an)s?$/,
  /^hace (?<count>\d{1,4}|una?) (?<unit>dia|semana|mes|ano)(?:e?s)?$/,
  /^(?<count>\d{1,4}) ?(?<unit>日|週間|[かヶヵカケ箇]月|年)前$/,
];

const backIn = (word: string, table: readonly (readonly [RegExp, Back])[]): Back | undefined =>
  table.find(([pattern]) => pattern.test(word))?.[1];

/** "yesterday", "3 days ago", "letzte Woche". */
export function howFarBack(typed: string): Back | undefined {
  const fixed = backIn(typed, BACK);
  if (fixed !== undefined) return fixed;
  const { count = '', unit = '' } = AGO.map((pattern) => pattern.exec(typed)).find((found) => found)?.groups ?? {};
  const step = backIn(unit, UNITS);
  // "a week", "einer Woche": the count is a word for one.
  const times = /^\d/.test(count) ? Number(count) : 1;
  return step === undefined ? undefined : { days: step.days * times, months: step.months * times };
}

/** Articles, prepositions and endings of ordinal numbers between the parts of a date. */
export const isFiller = (word: string): boolean =>
  /^(?:the|of|on|this|de|del|der|den|dem|am|vom|le|la|el|du|ce|este|st|nd|rd|th|er|o)$/.test(word);

/** "last Monday" is never today. */
export const isLast = (word: string): boolean =>
  /^(?:last|past|previous|letzte[nrms]?|vergangene[nrms]?|vorige[nrms]?|derniere?|passee?|pasad[oa]|ultim[oa]|前の|この前の)$/.test(
    word,
  );
