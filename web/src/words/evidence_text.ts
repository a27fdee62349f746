import type { SignalInfo } from '../api/shapes.ts';
import { span } from './format.ts';
import { placeText, valueText } from './incident_text.ts';
import { signalName, words } from './words.ts';

const NUMBER = '(-?[\\d.]+(?:e[+-]?\\d+)?)';
const AS_USUAL = new RegExp(`^(\\w+) is as usual \\(${NUMBER}, (.+)\\)$`);
const MOVED = new RegExp(`^(\\w+) (rose|fell) from ${NUMBER} to ${NUMBER} \\((.+)\\)$`);
const EVENT = /^(\w+) (\d+) s (before|after) the onset \((.*)\)$/;

/** "replica a" as it stands in a statement; "overall" is everything. */
function placeOf(text: string): string {
  if (text === 'overall') return '';
  const [dimension = '', ...value] = text.split(' ');
  return ` (${placeText(`${dimension}:${value.join(' ')}`)})`;
}

/** A statement of the service in the reader's language and units; one of another form stays as it is. */
export function evidenceText(statement: string, signals: readonly SignalInfo[]): string {
  const texts = words.incident.evidence;
  const value = (signal: string, number: string): string => valueText(signals, signal, Number(number));
  const usual = AS_USUAL.exec(statement);
  if (usual) return texts.asUsual(signalName(usual[1]!), value(usual[1]!, usual[2]!), placeOf(usual[3]!));
  const moved = MOVED.exec(statement);
  if (moved) {
    const [, signal, how, before, after, place] = moved as unknown as string[];
    return texts[how as 'rose' | 'fell'](signalName(signal!), value(signal!, before!), value(signal!, after!), placeOf(place!));
  }
  const event = EVENT.exec(statement);
  if (!event) return statement;
  const [, kind, seconds, when, about] = event as unknown as string[];
  return texts[when as 'before' | 'after'](words.eventKinds[kind!] ?? kind!, span(Number(seconds)), about!);
}
