import { get, getIfThere } from './client.ts';
import type {
  Dimension, HeatMap, Observation, SeriesAnswer, ServiceEvent, ServiceFinding, ServiceStatus, SignalInfo,
} from './shapes.ts';

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

export async function fetchEvents(from: number, to: number, signal: AbortSignal): Promise<ServiceEvent[]> {
  return (await getIfThere<{ events: ServiceEvent[] }>('events', { from, to }, signal, { events: [] })).events;
}

export async function fetchFindings(from: number, to: number, signal: AbortSignal): Promise<ServiceFinding[]> {
  return (await getIfThere<{ findings: ServiceFinding[] }>('findings', { from, to }, signal, { findings: [] })).findings;
}
