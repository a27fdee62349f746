import { fetchNouns, fetchSeries } from '../api/endpoints.ts';
import type { ServiceFinding, SignalInfo, SignalSeries } from '../api/shapes.ts';
import { incidentWindow, type Window } from './incident_window.ts';
import type { Incident } from './incidents.ts';
import { meanOf } from './recovery.ts';
import { stratumOf } from './strata.ts';

/** What is read besides its nouns to show one incident. */
export interface IncidentReading {
  window: Window;
  series: SignalSeries | undefined;
  /** All that the page counts. */
  findings: ServiceFinding[];
  /** Means of the signal of the verdict, from the onset to the action and from there to the verdict. */
  before: number | null;
  after: number | null;
}

const REFRESH_S = 2;

/** An incident's findings may be older than its page. */
const LONGEST_S = 86_400;

const MOST_FINDINGS = 1000;

/** The grain of what was before and after an action; the one in which it was taken is left out of what was before. */
const STEP_S = 10;

async function meansOf({ page, action, verdict }: Incident, isRate: boolean, signal: AbortSignal): Promise<[number | null, number | null]> {
  if (!action || !verdict) return [null, null];
  const query = { from: page.lead.onset, to: verdict.at, step: STEP_S, window: STEP_S };
  const { series } = await fetchSeries({ ...query, signals: [verdict.series], stratum: stratumOf(verdict.strata) }, signal);
  const mean = (from: number, to: number): number | null => (series[0] ? meanOf(series[0], isRate, from, to) : null);
  return [mean(page.lead.onset, action.at - STEP_S), mean(action.at, verdict.at)];
}

/** The open incident, read when it is time. */
export class IncidentReader {
  private held: { id: string; at: number; key: string; reading: IncidentReading } | undefined;

  async refresh(incident: Incident, signals: readonly SignalInfo[], now: number, signal: AbortSignal): Promise<IncidentReading> {
    const { page, action, verdict } = incident;
    const key = [page.id, action?.id, verdict?.id].join();
    const held = this.held?.key === key ? this.held : undefined;
    if (held && now - held.at < REFRESH_S) return held.reading;
    const window = incidentWindow(page.lead.onset, Math.max(page.at, action?.at ?? 0, verdict?.at ?? 0), now);
    const query = { from: window.min, to: window.max + window.step, step: window.step, window: window.window };
    const isRate = (name: string): boolean => signals.find((one) => one.name === name)?.rollup === 'sum';
    const [answer, findings, [before, after]] = await Promise.all([
      fetchSeries({ ...query, signals: [page.lead.series], stratum: stratumOf(page.lead.strata) }, signal),
      held?.reading.findings ?? fetchNouns('findings', page.lead.onset - LONGEST_S, page.at + 1, MOST_FINDINGS, signal),
      held ? [held.reading.before, held.reading.after] as const : meansOf(incident, isRate(verdict?.series ?? ''), signal),
    ]);
    signal.throwIfAborted();
    const counted = findings.filter(({ id }) => page.findings.includes(id));
    const reading = { window, series: answer.series[0], findings: counted, before, after };
    this.held = { id: page.id, at: now, key, reading };
    return reading;
  }
}
