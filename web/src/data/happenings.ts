import { fetchNouns } from '../api/endpoints.ts';
import type { ServiceEvent, ServiceFinding, ServicePage, SignalInfo } from '../api/shapes.ts';
import { formatOf, quantityText } from '../words/format.ts';
import { signalName, words } from '../words/words.ts';
import { actionText, deedText, placeText } from '../words/incident_text.ts';
import type { Incident } from './incidents.ts';
import { nounRefresh, type Range } from './ranges.ts';
import { overlap, stratumOf } from './strata.ts';

/** Something to see in a chart: from `at` to `until`, where it lasted. */
export interface Mark {
  kind: 'event' | 'finding' | 'action' | 'verdict';
  tone: 'event' | 'warning' | 'alarm' | 'action';
  at: number;
  until: number | null;
  text: string;
}

export interface Happening extends Mark {
  id: string;
  label: string;
  /** The id of the page that tells of it; empty: none does. */
  incident: string;
  /** A finding that such a page counts, but is not about. */
  isMinor?: boolean;
  /** Of a finding: the signal; and where it is: dimension:value, or nothing for all requests. */
  signal: string;
  stratum: string;
}

/** Of each kind, in a range. */
const MOST = 200;

/** Of what belongs to no signal. */
const EVERYWHERE = { signal: '', stratum: '', incident: '', until: null };

function sizeOf({ size, interval }: ServiceFinding, unit: string): string {
  const format = (value: number): string => quantityText(formatOf(unit)(Math.abs(value)));
  const sorted = [...interval].sort((left, right) => Math.abs(left) - Math.abs(right));
  return `${format(size)} (${sorted.map(format).join(' – ')})`;
}

/** Why nobody was told of a finding; empty where somebody was. */
function silenceOf({ silence = 'none' }: ServiceFinding): string {
  return silence === 'none' ? '' : ` · ${words.silences[silence] ?? silence}`;
}

export function fromFinding(finding: ServiceFinding, signals: readonly SignalInfo[], page?: ServicePage): Happening {
  const unit = signals.find((signal) => signal.name === finding.series)?.unit ?? '';
  const stratum = stratumOf(finding.strata);
  const what = stratum ? words.join.placed(signalName(finding.series), placeText(stratum)) : signalName(finding.series);
  const direction = finding.direction === 'down' ? words.fall : words.rise;
  return {
    kind: 'finding',
    tone: ['critical', 'severe'].includes(finding.severity) ? 'alarm' : 'warning',
    id: finding.id,
    at: finding.onset,
    until: finding.at,
    label: words.severities[finding.severity] ?? finding.severity,
    text: words.findingText(what, direction, words.shapes[finding.shape] ?? finding.shape, sizeOf(finding, unit)) + silenceOf(finding),
    incident: page?.id ?? '',
    isMinor: page !== undefined && page.lead.id !== finding.id,
    signal: finding.series,
    stratum,
  };
}

export function fromEvent(event: ServiceEvent): Happening {
  const text = event.text || event.subject || '';
  return {
    ...EVERYWHERE, kind: 'event', tone: 'event', id: event.id, at: event.at, until: event.until,
    label: words.eventKinds[event.kind] ?? event.kind, text, stratum: stratumOf(event.scope),
  };
}

/** What was done about an incident: the dial turned, and what was done to it after, and the verdict. */
export function fromDeeds({ page, action, verdict, deeds }: Incident): Happening[] {
  if (!action) return [];
  const turned: Happening = {
    ...EVERYWHERE, kind: 'action', tone: 'action', id: action.id, incident: page.id, at: action.at,
    label: words.actionKind, text: actionText(action), stratum: stratumOf(action.scope),
  };
  const later = deeds.map((deed) => ({ ...turned, at: deed.at, text: deedText(action, deed) }));
  if (!verdict) return [turned, ...later];
  const text = words.incident.decisions[verdict.decision] ?? verdict.decision;
  return [turned, { ...turned, kind: 'verdict', id: verdict.id, at: verdict.at, label: words.verdictKind, text }, ...later];
}

/** Findings of one signal and one incident that begin so near to each other (seconds) are one change, seen in several strata. */
const SAME_CHANGE_S = 600;

/**
 * Events and deeds belong to every chart but those of other replicas, say; a finding to those of its signal that show its
 * stratum or everything. Of one change only the finding that is nearest to what is shown: of the stratum, else of everything.
 */
export function marksOf(happenings: readonly Happening[], signal: string, stratum: string): Mark[] {
  const rankOf = (one: Happening): number => (one.kind !== 'finding' || one.stratum === stratum ? 0 : one.stratum === '' ? 1 : 2);
  const fits = happenings.filter((one) => (one.kind !== 'finding'
    ? overlap(one.stratum, stratum)
    : one.signal === signal && (!one.stratum || !stratum || one.stratum === stratum)));
  const shown: Happening[] = [];
  for (const one of [...fits].sort((left, right) => rankOf(left) - rankOf(right))) {
    const isTold = one.kind === 'finding' && shown.some((other) =>
      other.kind === 'finding' && other.incident === one.incident && Math.abs(other.at - one.at) < SAME_CHANGE_S);
    if (!isTold) shown.push(one);
  }
  return shown.map(markOf);
}

/** With its text as a chart tells it. */
export const markOf = (one: Happening): Mark => ({ ...one, text: one.text ? words.join.named(one.label, one.text) : one.label });

/** What was found, happened and was done in a range, newest first, read when it is time. */
export class Happenings {
  all: Happening[] = [];
  private readAt = -Infinity;
  private range: Range | undefined;
  private events: readonly ServiceEvent[] = [];
  private findings: readonly ServiceFinding[] = [];

  async refresh(range: Range, now: number, signal: AbortSignal): Promise<void> {
    if (range === this.range && now - this.readAt < nounRefresh(range)) return;
    const from = now - range.length;
    [this.events, this.findings] = await Promise.all([
      fetchNouns('events', from, now, MOST, signal), fetchNouns('findings', from, now, MOST, signal),
    ]);
    signal.throwIfAborted();
    this.readAt = now;
    this.range = range;
  }

  /** With the INCIDENTS' leads, so that what followed from one is not marked in its place, and with what was done about them. */
  gather(incidents: readonly Incident[], signals: readonly SignalInfo[]): void {
    const pageOf = (id: string): ServicePage | undefined => incidents.find(({ page }) => page.findings.includes(id))?.page;
    const from = this.readAt - (this.range?.length ?? 0);
    const deeds = incidents.flatMap(fromDeeds).filter(({ at }) => at >= from);
    const findings = new Map([...incidents.map(({ page }) => page.lead), ...this.findings].map((finding) => [finding.id, finding]));
    const all = [...[...findings.values()].map((finding) => fromFinding(finding, signals, pageOf(finding.id))), ...this.events.map(fromEvent), ...deeds];
    this.all = all.sort((left, right) => right.at - left.at);
  }
}
