import { get, getIfThere, post } from './client.ts';
import type { CauseText, Deed, Dials, DialSetting, Dimension, HeatMap, Observation, SeriesAnswer, ServiceAction, ServiceEvent, ServiceFinding, ServicePage, ServiceVerdict, SignalInfo } from './shapes.ts';
import type { ServiceStatus } from './status_shapes.ts';

export interface SeriesQuery {
  signals: readonly string[];
  from: number;
  to: number;
  step: number;
  /** Seconds up to the end of a bucket whose values its percentiles are of. */
  window: number;
  /** dimension:value, or empty for all requests. */
  stratum: string;
}

export interface ObservationQuery {
  limit: number;
  from?: number;
  to?: number;
  /** Those that ended nearest to it, instead of the newest. */
  near?: number | undefined;
  model?: string;
  replica?: string;
  state?: string;
  stratum?: string;
}

export interface HeatMapQuery {
  signal: string;
  dimension: string;
  bounds: string;
  from: number;
  to: number;
}

export function fetchStatus(signal: AbortSignal): Promise<ServiceStatus> {
  return get('status', {}, signal);
}

export async function fetchSignals(signal: AbortSignal): Promise<SignalInfo[]> {
  return (await get<{ signals: SignalInfo[] }>('signals', {}, signal)).signals;
}

export async function fetchDimensions(signal: AbortSignal): Promise<Dimension[]> {
  return (await get<{ dimensions: Dimension[] }>('strata', {}, signal)).dimensions;
}

export function fetchSeries(query: SeriesQuery, signal: AbortSignal): Promise<SeriesAnswer> {
  return get('series', { ...query, signals: query.signals.join(',') }, signal);
}

export async function fetchObservations(query: ObservationQuery, signal: AbortSignal): Promise<Observation[]> {
  return (await get<{ observations: Observation[] }>('observations', { ...query }, signal)).observations;
}

export function fetchHeatMap(query: HeatMapQuery, signal: AbortSignal): Promise<HeatMap> {
  return get('heatmap', { ...query }, signal);
}

/** What the analysis made, by the end of its path. */
interface Nouns {
  events: ServiceEvent;
  findings: ServiceFinding;
  pages: ServicePage;
  actions: ServiceAction;
  verdicts: ServiceVerdict;
}

/** Those of from <= at < to, newest first, at most LIMIT, which is 1000 at most. */
export async function fetchNouns<Kind extends keyof Nouns>(
  kind: Kind, from: number, to: number, limit: number, signal: AbortSignal,
): Promise<Nouns[Kind][]> {
  const nothing = { [kind]: [] } as unknown as Record<Kind, Nouns[Kind][]>;
  return (await getIfThere(kind, { from, to, limit }, signal, nothing))[kind];
}

export function fetchPage(id: string, signal: AbortSignal): Promise<ServicePage> {
  return get('nouns', { id }, signal);
}

export function fetchDials(signal: AbortSignal): Promise<Dials> {
  return getIfThere('dials', {}, signal, { stopped: false, dials: [], leases: [] });
}

/** Suggestions that wait for a person. */
export async function fetchPending(signal: AbortSignal): Promise<ServiceAction[]> {
  return (await getIfThere<{ actions: ServiceAction[] }>('actions/pending', {}, signal, { actions: [] })).actions;
}

/** The newest lines of the audit log. */
export async function fetchDeeds(signal: AbortSignal): Promise<Deed[]> {
  return (await getIfThere<{ deeds: Deed[] }>('audit', {}, signal, { deeds: [] })).deeds;
}

export async function fetchCauses(signal: AbortSignal): Promise<CauseText[]> {
  return (await getIfThere<{ causes: CauseText[] }>('causes', {}, signal, { causes: [] })).causes;
}

const who = 'console';

export const undoDial = ({ dial, scope }: DialSetting): Promise<void> => post('dials/undo', { dial, scope, who });
/** The kill switch. */
export const stopDials = (): Promise<void> => post('dials/undo', { all: true, who });
export const releaseDials = (): Promise<void> => post('dials/release', { who });
export const approveAction = (id: string): Promise<void> => post('actions/approve', { id, who });
export const declineAction = (id: string): Promise<void> => post('actions/decline', { id, who });
export const beginDemo = (): Promise<void> => post('demo/begin', {});
export const resetDemo = (): Promise<void> => post('demo/reset', {});
