/** What stands in the answers of /api/v1 (docs/api.md). Times are Unix seconds, durations seconds. */
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

/** {} is everything, else one dimension and its value. */
export type Strata = Record<string, string>;

/** Something that happened to the service; `until` is null where it has no end, `subject` where it touched everything. */
export interface ServiceEvent {
  id: string;
  kind: string;
  at: number;
  until: number | null;
  subject: string | null;
  scope: Strata;
  text: string | null;
  posted: boolean;
}

/** A change found in a series of one stratum; `size` is after minus before, `interval` holds at `level`. */
export interface ServiceFinding {
  id: string;
  series: string;
  strata: Strata;
  at: number;
  onset: number;
  shape: string;
  direction: 'up' | 'down';
  size: number;
  interval: [number, number];
  level: number;
  before: number;
  severity: string;
  /** Why nobody was told; `none` where somebody was. */
  silence?: string;
  detector: string;
  because: string[];
}

/** How a signal stands since the onset. */
export interface Measured {
  series: string;
  strata: Strata;
  standing: 'steady' | 'rose' | 'fell';
  before: number;
  after: number;
}

/** A weight above 0 speaks for the cause; `measured` is there where it is of a signal, else `because` is an event. */
export interface Evidence {
  statement: string;
  weight: number;
  measured?: Measured | null;
  because: string[];
}

export interface Cause {
  cause: string;
  probability: number;
  evidence: Evidence[];
}

/** Causes best first; `because` are the findings. */
export interface Diagnosis {
  id: string;
  at: number;
  causes: Cause[];
  events: string[];
  because: string[];
}

/** What a person was told. */
export interface ServicePage {
  id: string;
  at: number;
  severity: string;
  lead: ServiceFinding;
  findings: string[];
  events: ServiceEvent[];
  diagnosis: Diagnosis;
}

/** Where a dial is put, until when; null is the engine's own. `previous` holds without it. */
export interface DialSetting {
  dial: string;
  scope: Strata;
  value: number | null;
  previous: number | null;
  until: number;
}

/** `because` is the diagnosis. */
export interface ServiceAction extends DialSetting {
  id: string;
  policy: string;
  autonomy: 'observe' | 'suggest' | 'act';
  at: number;
  because: string[];
}

/** `because` is the action; `effect` is after minus `before`, `interval` holds at `level`. */
export interface ServiceVerdict {
  id: string;
  at: number;
  series: string;
  strata: Strata;
  decision: string;
  before: number;
  effect: number;
  interval: [number, number];
  level: number;
  because: string[];
}

export interface Lease extends DialSetting {
  since: number;
  who: string;
  automatic: boolean;
  because: string[];
}

export interface Dial {
  name: string;
  unit: string;
}

/** `stopped`: the kill switch holds, policies turn nothing. */
export interface Dials {
  stopped: boolean;
  dials: Dial[];
  leases: Lease[];
}

/** What is known of a kind of cause, in English. */
export interface CauseText {
  name: string;
  what: string;
  advice: string;
}

/** A line of the audit log; times are texts in UTC. Of undo_all and release there is no dial. */
export interface Deed {
  at: string;
  what: 'set' | 'undo' | 'expiry' | 'approve' | 'decline' | 'undo_all' | 'release' | 'sign_in' | 'sign_in_refused' | 'sign_out' | 'demo_begin' | 'demo_reset';
  who: string;
  automatic: boolean;
  dial?: string;
  scope?: Strata;
  because: string[];
}

/** counts[i] is the number of values in [bounds[i-1], bounds[i]). */
export interface HeatMap {
  signal: string;
  unit: string;
  dimension: string;
  bounds: number[];
  rows: { value: string; counts: number[] }[];
}
