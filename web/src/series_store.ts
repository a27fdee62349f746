import type { SeriesAnswer, SignalSeries, Statistic } from './api.ts';

const STATISTICS: readonly Statistic[] = ['mean', 'p50', 'p90', 'p99'];

/** Buckets this close to the end may still change, so every poll reads them again. */
const UNSETTLED_STEPS = 30;

/** The whole window is read again this often (seconds), for what arrived later still. */
const FULL_READ_INTERVAL_S = 60;

/**
 * Joins what is held with a newer answer that covers everything from `from` on;
 * buckets before `oldest` are forgotten.
 */
export function mergeSeries(held: SignalSeries, fresh: SignalSeries, from: number, oldest: number): SignalSeries {
  const keep = held.t.map((t) => t >= oldest && t < from);
  const join = <Value>(before: Value[], after: Value[]): Value[] => [
    ...before.filter((_, index) => keep[index]),
    ...after,
  ];
  const merged: SignalSeries = { ...fresh, t: join(held.t, fresh.t), count: join(held.count, fresh.count) };
  for (const statistic of STATISTICS) merged[statistic] = join(held[statistic], fresh[statistic]);
  return merged;
}

/** Removes the buckets that have not ended yet: their values are still of a part. */
export function completeBuckets(series: SignalSeries, now: number, step: number): SignalSeries {
  let length = series.t.length;
  while (length > 0 && series.t[length - 1]! + step > now) length--;
  const cut: SignalSeries = { ...series, t: series.t.slice(0, length), count: series.count.slice(0, length) };
  for (const statistic of STATISTICS) cut[statistic] = series[statistic].slice(0, length);
  return cut;
}

/** The signals of one time window, kept up to date by partial reads. */
export class SeriesStore {
  private readonly held = new Map<string, SignalSeries>();
  private readUntil = -Infinity;
  private fullReadAt = -Infinity;

  clear(): void {
    this.held.clear();
    this.readUntil = -Infinity;
    this.fullReadAt = -Infinity;
  }

  /** Where the next read begins, given the service's time and the start of the window. */
  readFrom(now: number, start: number, step: number): number {
    if (now - this.fullReadAt >= FULL_READ_INTERVAL_S) return start;
    return Math.max(start, Math.floor(this.readUntil / step - UNSETTLED_STEPS) * step);
  }

  accept(answer: SeriesAnswer, from: number, oldest: number): void {
    for (const fresh of answer.series) {
      if (Object.keys(fresh.strata).length > 0) continue;
      const held = this.held.get(fresh.signal);
      this.held.set(fresh.signal, held ? mergeSeries(held, fresh, from, oldest) : fresh);
    }
    this.readUntil = answer.now;
    if (from <= oldest) this.fullReadAt = answer.now;
  }

  get(signal: string): SignalSeries | undefined {
    return this.held.get(signal);
  }
}
