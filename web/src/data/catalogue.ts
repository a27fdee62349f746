import { fetchDimensions, fetchSignals } from '../api/endpoints.ts';
import type { Dimension, SignalInfo } from '../api/shapes.ts';

/** New values of dimensions are looked for this often, in milliseconds; while there are none, each time. */
const REFRESH_MS = 5000;

/** The signals that there are and the strata that have been seen. */
export class Catalogue {
  signals: SignalInfo[] = [];
  dimensions: Dimension[] = [];
  private readAt = -Infinity;

  async refresh(signal: AbortSignal): Promise<void> {
    if (this.dimensions.length > 0 && performance.now() - this.readAt < REFRESH_MS) return;
    const [signals, dimensions] = await Promise.all([
      this.signals.length > 0 ? this.signals : fetchSignals(signal),
      fetchDimensions(signal),
    ]);
    this.signals = signals;
    this.dimensions = dimensions;
    this.readAt = performance.now();
  }
}
