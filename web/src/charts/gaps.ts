/** A hole of more than this many steps is drawn as a gap instead of a line across, unless told otherwise. */
const LONGEST_BRIDGE_STEPS = 3;

export interface Line {
  t: number[];
  values: (number | null)[];
}

/**
 * Drops missing values and puts one null into each hole longer than `bridge`
 * seconds; null is what the chart breaks its line at.
 */
export function withGaps(
  t: readonly number[],
  values: readonly (number | null)[],
  step: number,
  bridge = LONGEST_BRIDGE_STEPS * step,
): Line {
  const line: Line = { t: [], values: [] };
  let previous: number | undefined;
  t.forEach((time, index) => {
    const value = values[index] ?? null;
    if (value === null) return;
    if (previous !== undefined && time - previous > bridge) {
      line.t.push(previous + step);
      line.values.push(null);
    }
    line.t.push(time);
    line.values.push(value);
    previous = time;
  });
  return line;
}

/**
 * Indices of values with a gap (or an end of the data) on both sides: no line
 * reaches them, so they need a dot. undefined entries are only padding.
 */
export function isolatedIndices(values: ArrayLike<number | null | undefined>): number[] {
  const isolated: number[] = [];
  let before: number | null = null;
  let candidate = -1;
  for (let index = 0; index <= values.length; index++) {
    const value = index < values.length ? values[index] : null;
    if (value === undefined) continue;
    if (value === null && candidate >= 0) isolated.push(candidate);
    candidate = value !== null && before === null ? index : -1;
    before = value;
  }
  return isolated;
}

/** The value nearest to a time, or null when none lies within the reach (seconds). */
export function nearestValue(line: Line, time: number, reach: number): number | null {
  let nearest: number | null = null;
  let distance = reach;
  line.t.forEach((t, index) => {
    const value = line.values[index] ?? null;
    if (value === null || Math.abs(t - time) > distance) return;
    nearest = value;
    distance = Math.abs(t - time);
  });
  return nearest;
}
