import { Refusal } from '../api/client.ts';
import { fetchSeries } from '../api/endpoints.ts';
import type { ServiceFinding, SignalSeries } from '../api/shapes.ts';
import { completeBuckets } from './series_store.ts';
import { stratumOf } from './strata.ts';

/** Back to what was usual, on the way there, as bad as when it was found; unknown while nothing is measured; over: nobody looks any more. */
export type Health = 'well' | 'better' | 'bad' | 'unknown' | 'over';

export interface Recovery {
  health: Health;
  /** The mean of the last minute, or since the onset, in the unit of the signal. */
  value: number | null;
}

export const OVER: Recovery = { health: 'over', value: null };

const WINDOW_S = 60;
const STEP_S = 10;
const REFRESH_S = 5;

/** Shares of the change that was found which may be left. */
const WELL = 0.25;
const BETTER = 0.75;

/** The mean over all buckets with from <= start < to; null without a value. A bucket of a rate weighs as much as each other. */
export function meanOf(series: SignalSeries, isRate: boolean, from = -Infinity, to = Infinity): number | null {
  let [sum, weight] = [0, 0];
  series.t.forEach((start, index) => {
    const value = series.mean[index];
    if (start < from || start >= to || value == null) return;
    const counted = isRate ? 1 : series.count[index]!;
    sum += counted * value;
    weight += counted;
  });
  return weight > 0 ? sum / weight : null;
}

export function recoveryOf(finding: ServiceFinding, value: number | null): Recovery {
  if (value === null || finding.size === 0) return { health: 'unknown', value };
  const left = (value - finding.before) / finding.size;
  return { health: left <= WELL ? 'well' : left <= BETTER ? 'better' : 'bad', value };
}

/** A signal or a dimension that this version of the service no longer has is not measured. */
function nothing(reason: unknown): { series: SignalSeries[] } {
  if (!(reason instanceof Refusal)) throw reason;
  return { series: [] };
}

/** How some findings stand now, read when it is time. */
export class Recoveries {
  private found = new Map<string, { at: number; recovery: Recovery }>();

  async refresh(findings: readonly ServiceFinding[], isRate: (signal: string) => boolean, now: number, signal: AbortSignal): Promise<void> {
    const due = findings.filter(({ id }) => now - (this.found.get(id)?.at ?? -Infinity) >= REFRESH_S);
    const query = { from: now - WINDOW_S, to: now, step: STEP_S, window: STEP_S };
    const recoveries = await Promise.all(due.map(async (finding) => {
      const { series } = await fetchSeries({ ...query, signals: [finding.series], stratum: stratumOf(finding.strata) }, signal).catch(nothing);
      const rate = isRate(finding.series);
      const measured = series[0] && (rate ? completeBuckets(series[0], now, STEP_S) : series[0]);
      return recoveryOf(finding, measured ? meanOf(measured, rate, finding.onset) : null);
    }));
    signal.throwIfAborted();
    due.forEach(({ id }, index) => this.found.set(id, { at: now, recovery: recoveries[index]! }));
  }

  of(finding: ServiceFinding): Recovery {
    return this.found.get(finding.id)?.recovery ?? { health: 'unknown', value: null };
  }
}
