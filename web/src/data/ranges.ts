export type RangeName = '5m' | '15m' | '1h' | '6h' | '24h' | '7d' | '30d' | '90d';

/** How far back the page looks, and how finely. All but the name are seconds. */
export interface Range {
  name: RangeName;
  length: number;
  /** Bucket width the service is asked for: the grain that it keeps for so long. */
  step: 1 | 10 | 60 | 3600;
  /** Bucket width drawn: 150 to 360 of them to a range. */
  drawnStep: number;
  /** Percentiles are of the values of so long; few requests end in a second. */
  window: number;
  /** Time between reads. */
  refresh: number;
}

export const RANGES: readonly Range[] = [
  { name: '5m', length: 300, step: 1, drawnStep: 1, window: 20, refresh: 1 },
  { name: '15m', length: 900, step: 1, drawnStep: 3, window: 20, refresh: 1 },
  { name: '1h', length: 3600, step: 10, drawnStep: 10, window: 60, refresh: 5 },
  { name: '6h', length: 21_600, step: 60, drawnStep: 60, window: 60, refresh: 10 },
  { name: '24h', length: 86_400, step: 60, drawnStep: 300, window: 60, refresh: 20 },
  { name: '7d', length: 604_800, step: 3600, drawnStep: 3600, window: 3600, refresh: 60 },
  { name: '30d', length: 2_592_000, step: 3600, drawnStep: 7200, window: 3600, refresh: 60 },
  { name: '90d', length: 7_776_000, step: 3600, drawnStep: 21_600, window: 3600, refresh: 60 },
];

/** The range of this name, else the shortest. */
export function rangeNamed(name: string): Range {
  return RANGES.find((range) => range.name === name) ?? RANGES[0]!;
}

/** The shortest range that reaches so far back, and some way further. */
export function rangeCovering(age: number): Range {
  return RANGES.find((range) => range.length >= 1.3 * age) ?? RANGES.at(-1)!;
}

/** Time between reads of what changes seldom: nouns, dials. */
export const nounRefresh = (range: Range): number => Math.min(20, Math.max(5, range.refresh));

/** Least span drawn, in seconds, while the shortest range is still filling. */
const FIRST_SPAN_S = 60;

export interface Extent {
  min: number;
  max: number;
}

/** Start of the first bucket drawn in a range that ends now. */
export function rangeStart(range: Range, now: number): number {
  return Math.floor((now - range.length) / range.drawnStep) * range.drawnStep;
}

/** Whether the bucket that has not ended yet is drawn: an hour is too long to wait for. */
export function drawsOpenBucket(range: Range): boolean {
  return range.step >= 3600;
}

/**
 * Times to draw. The shortest range starts narrow and grows with the data, so
 * that a fresh start is readable; the others always show their whole length.
 */
export function timeExtent(range: Range, now: number, first: number | undefined): Extent {
  const newest = Math.floor(now / range.drawnStep) * range.drawnStep;
  const max = drawsOpenBucket(range) ? newest : newest - range.drawnStep;
  const isShortest = range === RANGES[0];
  const history = isShortest ? Math.max(FIRST_SPAN_S, max - (first ?? max)) : range.length;
  return { min: max - Math.min(history, range.length), max };
}
