import type { DialSetting, Lease, ServiceAction, ServiceEvent, ServiceFinding, SignalInfo } from '../api/shapes.ts';
import type { ActionState } from '../data/action_state.ts';
import { untilOf, type DialDeed } from '../data/deeds.ts';
import type { Incident } from '../data/incidents.ts';
import type { Recovery } from '../data/recovery.ts';
import { splitStratum, stratumOf } from '../data/strata.ts';
import { clockOf, formatOf, quantityText } from './format.ts';
import { causeName, dialName, dimensionName, signalName, words } from './words.ts';

/** A cause below this share of the probability is not named in the first lines. */
const LEAST_PROBABILITY = 0.2;

/** A value in the unit of its signal. */
export function valueText(signals: readonly SignalInfo[], signal: string, value: number): string {
  const unit = signals.find(({ name }) => name === signal)?.unit ?? '';
  const text = quantityText(formatOf(unit)(Math.abs(value)));
  return value < 0 ? `−${text}` : text;
}

/** With its sign, as a change has one. */
export const changeText = (signals: readonly SignalInfo[], signal: string, value: number): string =>
  (value > 0 ? '+' : '') + valueText(signals, signal, value);

export const percentText = (share: number): string => `${Math.round(100 * share)} %`;

/** 95 %, 99.7 %. */
export const levelText = (level: number): string => `${Math.round(1000 * level) / 10} %`;

export function placeText(stratum: string): string {
  const [dimension, value] = splitStratum(stratum);
  return dimension && words.join.named(dimensionName(dimension), value);
}

export const whereText = (finding: ServiceFinding): string => placeText(stratumOf(finding.strata));

export function eventText(event: ServiceEvent): string {
  const kind = words.eventKinds[event.kind] ?? event.kind;
  return event.text ? words.join.remarked(kind, event.text) : kind;
}

const dialValue = (value: number | null): string => (value === null ? words.incident.engineOwn : String(value));

export const turnText = (setting: DialSetting): string =>
  words.incident.turn(dialName(setting.dial), dialValue(setting.previous), dialValue(setting.value));

/** "draft length from 10 to 1, everywhere, by anna, until 14:00:00". */
export function leaseText(lease: Lease, now: number): string {
  const place = placeText(stratumOf(lease.scope)) || words.incident.everywhere;
  return words.incident.runs(turnText(lease), place, lease.who, clockOf(lease.until, now));
}

export function actionText(action: ServiceAction): string {
  const { turned, suggested, wouldTurn } = words.incident;
  return { act: turned, suggest: suggested, observe: wouldTurn }[action.autonomy](turnText(action));
}

/** "draft length undone by console"; what the service did by itself has nobody. */
export function deedText(action: ServiceAction, { what, who }: DialDeed): string {
  return words.incident.deed(dialName(action.dial), words.incident.deeds[what] ?? what, what === 'expiry' ? '' : who);
}

/** What is wrong since when, why, what was done about it, whether it is well again: a sentence each. */
export interface Story {
  what: string;
  why: string;
  done: string;
  now: string;
}

function whyText({ page }: Incident): string {
  const [first] = page.diagnosis.causes;
  const { why, whyAfter, whyUnknown } = words.incident;
  const isBacked = first && first.probability >= LEAST_PROBABILITY && first.evidence.some(({ weight }) => weight > 0);
  if (!isBacked) return whyUnknown;
  const [event] = page.events;
  const [name, percent] = [causeName(first.cause), percentText(first.probability)];
  return event ? whyAfter(name, percent, eventText(event)) : why(name, percent);
}

export function storyOf(incident: Incident, state: ActionState, recovery: Recovery, signals: readonly SignalInfo[], now: number): Story {
  const { page: { lead }, action, verdict, deeds } = incident;
  const isPart = verdict?.decision === 'keep' && state === 'running' && recovery.health === 'bad';
  const value = (of: number): string => valueText(signals, lead.series, of);
  const rose = lead.direction === 'down' ? words.fall : words.rise;
  const [before, after] = [value(lead.before), value(lead.before + lead.size)];
  return {
    what: words.incident.what(signalName(lead.series), whereText(lead), rose, before, after, clockOf(lead.onset, now)),
    why: whyText(incident),
    done: words.incident.done[state]!(action ? turnText(action) : '', action ? clockOf(untilOf(action, deeds), now) : ''),
    now: words.incident.now[isPart ? 'part' : recovery.health]!(recovery.value === null ? '' : value(recovery.value)),
  };
}
