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

export type Statistic = 'mean' | 'p50' | 'p90' | 'p99';

/** One signal over time; t holds bucket starts (Unix seconds), empty buckets are absent. */
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
  endpoint: string | null;
  backend: string | null;
  state: string;
  status: number | null;
  stream: boolean;
  accepted: number;
  ttft_s: number | null;
  e2e_s: number | null;
  prompt_tokens: number | null;
  output_tokens: number | null;
  tokens_estimated: boolean;
  /** Of this stream alone, after its first token. */
  tokens_per_s: number | null;
}

export interface SeriesQuery {
  signals: readonly string[];
  from: number;
  to: number;
  step: number;
}

async function get<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(`/api/v1/${path}`, { signal, cache: 'no-store' });
  if (!response.ok) throw new Error(`${path.split('?')[0]}: HTTP ${response.status}`);
  return (await response.json()) as Answer;
}

export function fetchStatus(signal: AbortSignal): Promise<ServiceStatus> {
  return get('status', signal);
}

/** Few requests end in a second: percentiles are those of the ten seconds up to it. */
const PERCENTILE_WINDOW_S = 10;

export function fetchSeries(query: SeriesQuery, signal: AbortSignal): Promise<SeriesAnswer> {
  const { signals, from, to, step } = query;
  const window = Math.max(PERCENTILE_WINDOW_S, step);
  return get(`series?signals=${signals.join(',')}&from=${from}&to=${to}&step=${step}&window=${window}`, signal);
}

export async function fetchObservations(limit: number, signal: AbortSignal): Promise<Observation[]> {
  const answer = await get<{ observations: Observation[] }>(`observations?limit=${limit}`, signal);
  return answer.observations;
}
