import type { SignalSeries, Statistic } from './api.ts';

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

/**
 * Joins buckets into wider ones of `width` seconds so that a long window stays
 * readable. Quantiles of a union cannot be had from its parts: P50 and P90 become
 * means of the parts, P99 the highest part, which the true value never exceeds.
 */
export function condense(series: SignalSeries, width: number): SignalSeries {
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
    mean: column('mean'),
    p50: column('p50'),
    p90: column('p90'),
    p99: column('p99'),
  };
}
