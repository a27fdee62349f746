/** What stands in the answers of /api/v1 (docs/api.md). Times are Unix seconds, durations seconds. */
export interface Backend {
  name: string;
  url: string;
  kind: string;
  healthy: boolean;
}

export interface ServiceStatus {
  version: string;
  now: number;
  uptime_s: number;
  gateway: string;
  backends: Backend[];
  in_flight: number;
  dropped_observations: number;
}

export interface SignalInfo {
  name: string;
  unit: string;
  direction: string;
  rollup: 'distribution' | 'mean' | 'sum';
  help: string;
}

export interface Dimension {
  name: string;
  values: string[];
}

export type Statistic = 'mean' | 'p50' | 'p90' | 'p99';

/** One signal over time; t holds bucket starts, empty buckets are absent. */
export interface SignalSeries extends Record<Statistic, (number | null)[]> {
  signal: string;
  unit: string;
  direction: string;
  help: string;
  strata: Record<string, string>;
  t: number[];
  count: number[];
}

export interface SeriesAnswer {
  now: number;
  step: number;
  series: SignalSeries[];
}

export interface Observation {
  id: string;
  model: string | null;
  version: string | null;
  endpoint: string | null;
  backend: string | null;
  state: string;
  error_class: string;
  status: number | null;
  stream: boolean;
  accepted: number;
  ttft_s: number | null;
  e2e_s: number | null;
  queue_s: number | null;
  start: string | null;
  prefix: string | null;
  prompt_tokens: number | null;
  cached_tokens: number | null;
  output_tokens: number | null;
  reasoning_tokens: number | null;
  tokens_estimated: boolean;
  /** Of this stream alone, after its first token. */
  tokens_per_s: number | null;
  finish_reason: string | null;
  /** Seconds after `accepted`. */
  stamps: Record<string, number | null>;
}

/** Something that happened to the service; `until` is null where it has no end. */
export interface ServiceEvent {
  id: string;
  kind: string;
  at: number;
  until: number | null;
  subject: string | null;
  from: string | null;
  to: string | null;
  posted: boolean;
  text: string | null;
}

/** A change found in a series of one stratum; `strata` is empty for the total. */
export interface ServiceFinding {
  id: string;
  series: string;
  strata: Record<string, string> | null;
  at: number;
  onset: number;
  shape: string;
  direction: string;
  size: number | null;
  interval: [number, number] | null;
  paged: boolean;
  severity: string;
}

/** counts[i] is the number of values in [bounds[i-1], bounds[i]). */
export interface HeatMap {
  signal: string;
  unit: string;
  dimension: string;
  bounds: number[];
  rows: { value: string; counts: number[] }[];
}
