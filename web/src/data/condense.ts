import type { SignalSeries, Statistic } from '../api/shapes.ts';

interface Sum {
  weight: number;
  weighted: number;
  highest: number;
}

/** A column of the groups: count-weighted means, or the highest values for the P99. */
function condenseColumn(series: SignalSeries, statistic: Statistic, groups: number[], starts: number[]): (number | null)[] {
  const sums = starts.map((): Sum => ({ weight: 0, weighted: 0, highest: -Infinity }));
  series[statistic].forEach((value, index) => {
    if (value === null) return;
    const sum = sums[groups[index]!]!;
    const weight = Math.max(1, series.count[index] ?? 1);
    sum.weight += weight;
    sum.weighted += weight * value;
    sum.highest = Math.max(sum.highest, value);
  });
  return sums.map((sum) => {
    if (sum.weight === 0) return null;
    return statistic === 'p99' ? sum.highest : sum.weighted / sum.weight;
  });
}

/** Wide buckets without a request mean that nothing was measured; seconds without one are common. */
const WIDE = 60;

/**
 * So much a second of all WIDTH seconds: a rate is none where nothing was counted. Of wide buckets only those from the
 * first to the last count: what is not measured yet, or was not before, is no time without requests.
 */
function condenseRate(series: SignalSeries, groups: number[], starts: number[], step: number, width: number): (number | null)[] {
  const totals = starts.map(() => 0);
  groups.forEach((group, index) => (totals[group]! += (series.mean[index] ?? 0) * step));
  if (step < WIDE) return totals.map((total) => total / width);
  const [first, end] = [series.t[0] ?? 0, (series.t.at(-1) ?? 0) + step];
  return totals.map((total, group) => {
    const start = starts[group]!;
    return total / (Math.min(start + width, end) - Math.max(start, first));
  });
}

/**
 * Joins buckets into wider ones of `width` seconds so that a long range stays
 * readable. Quantiles of a union cannot be had from its parts: P50 and P90 become
 * means of the parts, P99 the highest part, which the true value never exceeds.
 * RATE_STEP is the width of the buckets of a rate; undefined: the mean is none.
 */
export function condense(series: SignalSeries, width: number, rateStep?: number): SignalSeries {
  const starts: number[] = [];
  const groups = series.t.map((time) => {
    const start = Math.floor(time / width) * width;
    if (starts.at(-1) !== start) starts.push(start);
    return starts.length - 1;
  });
  const count = starts.map(() => 0);
  groups.forEach((group, index) => (count[group]! += series.count[index] ?? 0));
  const column = (statistic: Statistic): (number | null)[] => condenseColumn(series, statistic, groups, starts);
  return {
    ...series,
    t: starts,
    count,
    mean: rateStep === undefined ? column('mean') : condenseRate(series, groups, starts, rateStep, width),
    p50: column('p50'),
    p90: column('p90'),
    p99: column('p99'),
  };
}
