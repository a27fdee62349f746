import { fetchSeries } from '../api/endpoints.ts';
import type { SignalSeries } from '../api/shapes.ts';
import { condense } from './condense.ts';
import { drawsOpenBucket, rangeStart, type Range } from './ranges.ts';
import { completeBuckets, openRate, SeriesStore } from './series_store.ts';

export interface FeedChoice {
  signals: readonly string[];
  range: Range;
  /** dimension:value, or empty for all requests. */
  stratum: string;
  /** Which of the signals are rates. */
  isRate: (signal: string) => boolean;
}

/** Some signals of one stratum over one range, read when it is time. */
export class Feed {
  readonly choice: FeedChoice;
  private readonly store = new SeriesStore();
  private readAt = -Infinity;

  constructor(choice: FeedChoice) {
    this.choice = choice;
  }

  async refresh(now: number, signal: AbortSignal): Promise<void> {
    const { signals, range, stratum } = this.choice;
    if (now - this.readAt < range.refresh - 0.5) return;
    const start = rangeStart(range, now);
    const from = this.store.readFrom(now, start, range.step);
    const query = { signals, from, to: now, step: range.step, window: range.window, stratum };
    const answer = await fetchSeries(query, signal);
    signal.throwIfAborted();
    this.store.accept(answer, from, start);
    this.readAt = now;
  }

  /** The signal in buckets as they are drawn. */
  series(signal: string, now: number): SignalSeries | undefined {
    const held = this.store.get(signal);
    if (!held) return undefined;
    const { range, isRate } = this.choice;
    const drawn = condense(held, range.drawnStep, isRate(signal) ? range.step : undefined);
    if (!drawsOpenBucket(range)) return completeBuckets(drawn, now, range.drawnStep);
    return isRate(signal) ? openRate(drawn, now, range.drawnStep) : drawn;
  }

  firstTime(): number | undefined {
    return this.store.firstTime();
  }
}
