import type { Learning } from '../api/status_shapes.ts';
import { span } from './format.ts';
import { signalName, words } from './words.ts';

/** So many signals are named. */
const MOST_NAMED = 4;

/** What the service does not know yet of what is usual; what it watches. Empty while nothing was measured. */
export function learningText({ since, until, least_s, known, unknown }: Learning, now: number): string {
  if (since === null || until === null) return '';
  const texts = words.learning;
  const elapsed = now - since;
  if (elapsed < least_s) return texts.first(span(elapsed), span(least_s));
  const names = unknown.slice(0, MOST_NAMED).map(signalName);
  const missing = names.length > 0 ? texts.missing(names, unknown.length - names.length) : '';
  return (now < until ? texts.untold(span(elapsed), span(until - since)) : texts.watching(known)) + missing;
}
