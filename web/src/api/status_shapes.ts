/** What /api/v1/status answers (docs/api.md). Times are Unix seconds, durations seconds. */
export interface Backend {
  name: string;
  url: string;
  kind: string;
  healthy: boolean;
  /** Why it is avoided: none, unreachable, failing, unhealthy or outlier. */
  doubt: string;
}

export interface ServiceStatus {
  version: string;
  now: number;
  uptime_s: number;
  gateway: string;
  backends: Backend[];
  in_flight: number;
  dropped_observations: number;
  learning: Learning;
  /** Of a process that plays one, and what its policy may do. */
  demo: 'preparing' | 'ready' | 'running' | null;
  demo_mode: 'observe' | 'suggest' | 'act' | null;
}

/** How much is known of what is usual; `unknown` are signals, in all requests together. */
export interface Learning {
  /** From the first request, null before it, to when people are told of what is found. */
  since: number | null;
  until: number | null;
  /** A number is not known before it was measured for so long. */
  least_s: number;
  /** Watched; of these, with enough measured to compare with. */
  series: number;
  known: number;
  unknown: string[];
}
