/** What a clock and a part of a day say together: at night 2 is that of the next day. Pure. */
import type { TimeOfDay } from '../../../languages/vocabulary.ts';
import { MINUTE } from '../../../core/durations.ts';
import { addDays, endOfMinute } from './calendar.ts';
import type { Clock } from './figures.ts';

/** The hours at which each begins and ends. */
const HOURS = {
  dawn: [0, 6],
  morning: [0, 12],
  noon: [12, 12],
  afternoon: [12, 18],
  evening: [17, 24],
  night: [18, 24],
  midnight: [24, 24],
} as const satisfies Readonly<Record<TimeOfDay, readonly [number, number]>>;

/** In minutes. */
const [HALF_DAY, WHOLE_DAY] = [12 * 60, 24 * 60];

/** Epoch milliseconds. */
interface Time {
  readonly day: string;
  /** Absent: the day's beginning. */
  readonly from?: number | undefined;
  /** Absent: the day's end. */
  readonly until?: number | undefined;
}

/** From when to when: the minute of a clock, or else the part of the day. */
export function timeOf(
  day: string,
  time: TimeOfDay | undefined,
  clock: Clock | undefined,
  zone: string | undefined,
): Time {
  const minuteAt = (of: string, minutes: number) => {
    const until = endOfMinute(of, minutes, zone);
    return { day: of, from: until + 1 - MINUTE, until };
  };
  if (clock !== undefined) {
    const minutes = time === undefined ? clock.minutes : minutesIn(time, clock);
    const isNextDay = minutes !== clock.minutes && minutes >= WHOLE_DAY;
    return isNextDay ? minuteAt(addDays(day, 1), minutes - WHOLE_DAY) : minuteAt(day, minutes);
  }
  if (time === undefined) return { day };
  const [begin, end] = HOURS[time];
  return { day, from: minuteAt(day, begin * 60).from, until: end < 24 ? minuteAt(day, end * 60).until : undefined };
}

/**
 * Of all times at which the clock shows it, the one in the half day with which the part begins, if any is. 12 is midnight in
 * a part that is over before noon.
 */
function minutesIn(time: TimeOfDay, { minutes, isOfEitherHalf }: Clock): number {
  const [begin, end] = HOURS[time].map((hour) => hour * 60) as [number, number];
  const step = isOfEitherHalf ? HALF_DAY : WHOLE_DAY;
  const shown = [minutes, minutes + step, minutes + 2 * step];
  return shown.find((at) => at >= begin && at < begin + HALF_DAY) ?? (end < HALF_DAY ? minutes % step : minutes);
}
