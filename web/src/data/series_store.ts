import type { SeriesAnswer, SignalSeries, Statistic } from '../api/shapes.ts';

const STATISTICS: readonly Statistic[] = ['mean', 'p50', 'p90', 'p99'];

/** Buckets this close to the end may still change, so every read takes them again. */
const UNSETTLED_STEPS = 30;

/** The whole range is read again this often (seconds), for what arrived later still. */
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

/** A rate whose last bucket has not ended yet speaks of a part of it: here it is so much a second of that part. */
export function openRate(series: SignalSeries, now: number, step: number): SignalSeries {
  const last = series.t.length - 1;
  const passed = now - (series.t[last] ?? -Infinity);
  const mean = series.mean[last];
  if (passed >= step || passed <= 0 || mean == null) return series;
  return { ...series, mean: [...series.mean.slice(0, last), (mean * step) / passed] };
}

/** The signals of one stratum over one range, kept up to date by partial reads. */
export class SeriesStore {
  private readonly held = new Map<string, SignalSeries>();
  private readUntil = -Infinity;
  private fullReadAt = -Infinity;

  /** Where the next read begins, given the service's time and the start of the range. */
  readFrom(now: number, start: number, step: number): number {
    if (now - this.fullReadAt >= FULL_READ_INTERVAL_S) return start;
    return Math.max(start, Math.floor(this.readUntil / step - UNSETTLED_STEPS) * step);
  }

  accept(answer: SeriesAnswer, from: number, oldest: number): void {
    for (const fresh of answer.series) {
      const held = this.held.get(fresh.signal);
      this.held.set(fresh.signal, held ? mergeSeries(held, fresh, from, oldest) : fresh);
    }
    this.readUntil = answer.now;
    if (from <= oldest) this.fullReadAt = answer.now;
  }

  get(signal: string): SignalSeries | undefined {
    return this.held.get(signal);
  }

  /** Start of the first bucket of any signal. */
  firstTime(): number | undefined {
    const starts = [...this.held.values()].map((series) => series.t[0]).filter((time) => time !== undefined);
    return starts.length > 0 ? Math.min(...starts) : undefined;
  }
}
