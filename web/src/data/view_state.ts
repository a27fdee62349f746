import type { Statistic } from '../api/shapes.ts';

export type ViewName = 'overview' | 'explore' | 'heatmap';
export type Layout = 'side' | 'overlay';

/** All that a user chooses to see. It stands in the address, so that it can be sent to a colleague. */
export interface ViewState {
  view: ViewName;
  range: string;
  /** dimension:value, or empty for all requests. */
  stratum: string;
  signal: string;
  /** Dimension whose values are shown apart; empty: none. */
  by: string;
  layout: Layout;
  statistic: Statistic;
  /** Of the heat map. */
  heat: string;
  rows: string;
  bounds: string;
  /** The id of the page whose incident is open; empty: none. */
  incident: string;
}

export const DEFAULT_STATE: ViewState = {
  view: 'overview',
  range: '5m',
  stratum: '',
  signal: 'ttft',
  by: 'replica',
  layout: 'side',
  statistic: 'p90',
  heat: 'e2e',
  rows: '',
  bounds: '',
  incident: '',
};

/** Choices with a fixed set; anything else in an address falls back to the default. */
const ALLOWED: Partial<Record<keyof ViewState, readonly string[]>> = {
  view: ['overview', 'explore', 'heatmap'],
  range: ['5m', '15m', '1h', '6h', '24h', '7d', '30d', '90d'],
  layout: ['side', 'overlay'],
  statistic: ['mean', 'p50', 'p90', 'p99'],
};

const NAMES = Object.keys(DEFAULT_STATE) as (keyof ViewState)[];

/** "#range=1h&stratum=model%3Aa" as a state; what it does not say is as by default. */
export function parseAddress(hash: string): ViewState {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const state: Record<string, string> = { ...DEFAULT_STATE };
  for (const name of NAMES) {
    const value = given.get(name);
    if (value !== null && (ALLOWED[name]?.includes(value) ?? true)) state[name] = value;
  }
  return state as unknown as ViewState;
}

/** Only what differs from the default. */
export function formatAddress(state: ViewState): string {
  const told = new URLSearchParams();
  for (const name of NAMES) if (state[name] !== DEFAULT_STATE[name]) told.set(name, state[name]);
  return told.size > 0 ? `#${told}` : '';
}
