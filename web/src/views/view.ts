import type { Dials, Dimension, Observation, SignalInfo } from '../api/shapes.ts';
import type { ServiceStatus } from '../api/status_shapes.ts';
import type { Happening } from '../data/happenings.ts';
import type { Range } from '../data/ranges.ts';
import type { ViewState } from '../data/view_state.ts';
import type { IncidentView } from '../panels/incident/section.ts';
import { span } from '../words/format.ts';
import { words } from '../words/words.ts';

/** What the page knows when a view is drawn. */
export interface Scene {
  state: ViewState;
  range: Range;
  status: ServiceStatus;
  signals: readonly SignalInfo[];
  dimensions: readonly Dimension[];
  happenings: readonly Happening[];
  newest: readonly Observation[];
  /** The newest incidents, and how many there are. */
  incidents: readonly IncidentView[];
  incidentCount: number;
  dials: Dials;
  /** What the service refused to give, in its words; empty: nothing. */
  refusal: string;
}

/** One page of the console. */
export interface View {
  readonly root: HTMLElement;
  /** Reads what it shows when it is time. Throws what the service refused. */
  read(scene: Scene, signal: AbortSignal): Promise<void>;
  draw(scene: Scene): void;
  /** Reads the colours again after a change of theme. */
  recolor(): void;
}

export const isRate = (signals: readonly SignalInfo[]) => (name: string): boolean =>
  signals.find((signal) => signal.name === name)?.rollup === 'sum';

/** Why a chart has no line. */
export function emptinessOf({ state, status, range, newest, refusal }: Scene): string {
  if (refusal) return '';
  const isNew = status.uptime_s < range.length;
  if (isNew && newest.length === 0 && !state.stratum) return words.waitingForFirst;
  return isNew ? words.noDataYet(span(status.uptime_s)) : words.nothingMeasured;
}
