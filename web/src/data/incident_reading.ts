import { fetchNouns, fetchSeries } from '../api/endpoints.ts';
import type { ServiceFinding, SignalSeries } from '../api/shapes.ts';
import { incidentWindow, type Window } from './incident_window.ts';
import type { Incident } from './incidents.ts';
import { stratumOf } from './strata.ts';

/** What is read besides its nouns to show one incident. */
export interface IncidentReading {
  window: Window;
  series: SignalSeries | undefined;
  /** All that the page counts. */
  findings: ServiceFinding[];
}

const REFRESH_S = 2;

/** An incident's findings may be older than its page. */
const LONGEST_S = 86_400;

const MOST_FINDINGS = 1000;

/** The open incident, read when it is time. */
export class IncidentReader {
  private held: { id: string; at: number; key: string; reading: IncidentReading } | undefined;

  async refresh(incident: Incident, now: number, signal: AbortSignal): Promise<IncidentReading> {
    const { page, action, verdict } = incident;
    const key = [page.id, action?.id, verdict?.id].join();
    const held = this.held?.key === key ? this.held : undefined;
    if (held && now - held.at < REFRESH_S) return held.reading;
    const window = incidentWindow(page.lead.onset, Math.max(page.at, action?.at ?? 0, verdict?.at ?? 0), now);
    const query = { from: window.min, to: window.max + window.step, step: window.step, window: window.window };
    const [answer, findings] = await Promise.all([
      fetchSeries({ ...query, signals: [page.lead.series], stratum: stratumOf(page.lead.strata) }, signal),
      held?.reading.findings ?? fetchNouns('findings', page.lead.onset - LONGEST_S, page.at + 1, MOST_FINDINGS, signal),
    ]);
    signal.throwIfAborted();
    const counted = findings.filter(({ id }) => page.findings.includes(id));
    const reading = { window, series: answer.series[0], findings: counted };
    this.held = { id: page.id, at: now, key, reading };
    return reading;
  }
}
