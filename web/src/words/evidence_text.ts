import type { Evidence, Measured, ServiceEvent, ServicePage, SignalInfo } from '../api/shapes.ts';
import { stratumOf } from '../data/strata.ts';
import { span } from './format.ts';
import { placeText, valueText } from './incident_text.ts';
import { signalName, words } from './words.ts';

/** The event that a piece of evidence is of. */
export const eventBehind = ({ because }: Evidence, { events }: ServicePage): ServiceEvent | undefined =>
  events.find(({ id }) => because.includes(id));

function measuredText({ series, strata, standing, before, after }: Measured, signals: readonly SignalInfo[]): string {
  const texts = words.incident.evidence;
  const place = placeText(stratumOf(strata));
  const where = place && words.join.remarked('', place);
  const value = (of: number): string => valueText(signals, series, of);
  if (standing === 'steady') return texts.asUsual(signalName(series), value(after), where);
  return texts[standing](signalName(series), value(before), value(after), where);
}

/** What a piece of evidence says, in the reader's language and units. */
export function evidenceText(evidence: Evidence, page: ServicePage, signals: readonly SignalInfo[]): string {
  if (evidence.measured) return measuredText(evidence.measured, signals);
  const event = eventBehind(evidence, page);
  if (!event) return evidence.statement;
  const before = page.lead.onset - event.at;
  const text = words.incident.evidence[before >= 0 ? 'before' : 'after'];
  return text(words.eventKinds[event.kind] ?? event.kind, span(Math.abs(before)), event.text ?? '');
}
