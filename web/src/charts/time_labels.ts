import { clock, day } from '../words/format.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Distances between labelled times, in seconds. */
export const TIME_INCREMENTS = [
  1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY,
];

/** The label of a tick among ticks so far apart: midnight shows the day that begins. */
export function timeLabel(tick: number, increment: number): string {
  const text = clock(tick, increment < 60);
  return increment >= DAY || (increment >= HOUR && text === '00:00') ? day(tick) : text;
}

/** Labels by their ticks; one whose middle is nearer than half its width to the right edge would be cut off and is left out. */
export function timeLabels(ticks: readonly number[], increment: number, pixelsToEdge: (tick: number) => number): string[] {
  const half = increment < 60 ? 25 : 20;
  return ticks.map((tick) => (pixelsToEdge(tick) < half ? '' : timeLabel(tick, increment)));
}
