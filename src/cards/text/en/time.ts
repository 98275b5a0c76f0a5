/** Spans of time, in English. Part of `words.ts`. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Two units at most; never more than there is. */
export function timeLeft(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'Less than a minute left';
  const [days, hours, minutes] = [
    Math.floor(milliseconds / DAY),
    Math.floor((milliseconds % DAY) / HOUR),
    Math.floor((milliseconds % HOUR) / MINUTE),
  ];
  const units: readonly (readonly [number, string])[] =
    days > 0
      ? [
          [days, 'day'],
          [hours, 'hour'],
        ]
      : [
          [hours, 'hour'],
          [minutes, 'minute'],
        ];
  const said = units.filter(([count]) => count > 0).map(([count, unit]) => counted(count, unit));
  return `${said.join(' ')} left`;
}
