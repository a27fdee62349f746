import type { Extent } from './ranges.ts';

/** What a chart of an incident shows. All are seconds. */
export interface Window extends Extent {
  step: 1 | 10 | 60 | 3600;
  /** Percentiles are of the values of so long. */
  window: number;
}

/** Least time shown before the onset, and at the end. */
const MARGIN_S = 90;

/** How far back each grain reaches, and how much of it is still readable in one chart. */
const GRAINS: readonly { step: Window['step']; kept: number; longest: number; window: number }[] = [
  { step: 1, kept: 890, longest: 890, window: 20 },
  { step: 10, kept: 172_000, longest: 7200, window: 60 },
  { step: 60, kept: 3_000_000, longest: 43_200, window: 60 },
  { step: 3600, kept: Infinity, longest: Infinity, window: 3600 },
];

/** From some time before the onset until some time after END, the last thing that happened; not after now. */
export function incidentWindow(onset: number, end: number, now: number): Window {
  const margin = Math.max(MARGIN_S, (end - onset) / 2);
  const [from, to] = [onset - margin, Math.min(now, end + margin)];
  const { step, window } = GRAINS.find(({ kept, longest }) => now - from <= kept && to - from <= longest)!;
  const [least, most] = step < 3600 ? [from, to] : [from - 24 * 3600, Math.min(now, to + 24 * 3600)];
  return { min: Math.floor(least / step) * step, max: Math.floor(most / step) * step, step, window };
}
