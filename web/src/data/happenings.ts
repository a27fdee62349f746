import { fetchEvents, fetchFindings } from '../api/endpoints.ts';
import type { ServiceEvent, ServiceFinding, SignalInfo } from '../api/shapes.ts';
import { formatOf, quantityText } from '../words/format.ts';
import { signalName, words } from '../words/words.ts';
import type { Range } from './ranges.ts';

/** Something to see in a chart: from `at` to `until`, where it lasted. */
export interface Mark {
  kind: 'event' | 'finding';
  tone: 'event' | 'warning' | 'alarm';
  at: number;
  until: number | null;
  text: string;
}

export interface Happening extends Mark {
  id: string;
  label: string;
  paged: boolean;
  /** Of a finding: the signal, and dimension:value or nothing for all requests. */
  signal: string;
  stratum: string;
}

const REFRESH_S = 5;

export function stratumOf(finding: ServiceFinding): string {
  return Object.entries(finding.strata ?? {}).map(([dimension, value]) => `${dimension}:${value}`).join(', ');
}

function sizeOf(finding: ServiceFinding, unit: string): string {
  const format = (value: number): string => quantityText(formatOf(unit)(Math.abs(value)));
  if (finding.size === null) return '';
  const range = finding.interval ? ` (${finding.interval.map(format).join(' – ')})` : '';
  return format(finding.size) + range;
}

export function fromFinding(finding: ServiceFinding, signals: readonly SignalInfo[]): Happening {
  const unit = signals.find((signal) => signal.name === finding.series)?.unit ?? '';
  const stratum = stratumOf(finding);
  const what = stratum ? `${signalName(finding.series)}, ${stratum}` : signalName(finding.series);
  const direction = finding.direction === 'fall' ? words.fall : words.rise;
  return {
    kind: 'finding',
    tone: ['critical', 'severe'].includes(finding.severity) ? 'alarm' : 'warning',
    id: finding.id,
    at: finding.onset,
    until: finding.at,
    label: words.severities[finding.severity] ?? finding.severity,
    text: words.findingText(what, direction, words.shapes[finding.shape] ?? finding.shape, sizeOf(finding, unit)),
    paged: finding.paged,
    signal: finding.series,
    stratum,
  };
}

export function fromEvent(event: ServiceEvent): Happening {
  const change = event.from || event.to ? words.changed(event.from ?? '?', event.to ?? '?') : '';
  const subject = [event.subject, change].filter(Boolean).join(' ');
  return {
    kind: 'event',
    tone: 'event',
    id: event.id,
    at: event.at,
    until: event.until,
    label: words.eventKinds[event.kind] ?? event.kind,
    text: [subject, event.text].filter(Boolean).join(': '),
    paged: false,
    signal: '',
    stratum: '',
  };
}

/** Events belong to every chart; a finding to those of its signal that show its stratum or everything. */
export function marksOf(happenings: readonly Happening[], signal: string, stratum: string): Mark[] {
  return happenings
    .filter((one) => one.kind === 'event' || (one.signal === signal && (!one.stratum || !stratum || one.stratum === stratum)))
    .map((one) => ({ ...one, text: one.text ? `${one.label}: ${one.text}` : one.label }));
}

/** The findings and events of a range, newest first, read when it is time. */
export class Happenings {
  all: Happening[] = [];
  private readAt = -Infinity;
  private range: Range | undefined;

  async refresh(range: Range, now: number, signals: readonly SignalInfo[], signal: AbortSignal): Promise<void> {
    if (range === this.range && now - this.readAt < REFRESH_S) return;
    const from = now - range.length;
    const [events, findings] = await Promise.all([fetchEvents(from, now, signal), fetchFindings(from, now, signal)]);
    signal.throwIfAborted();
    const all = [...findings.map((finding) => fromFinding(finding, signals)), ...events.map(fromEvent)];
    this.all = all.sort((left, right) => right.at - left.at);
    this.readAt = now;
    this.range = range;
  }
}
