import type { Observation } from '../api/shapes.ts';
import { words } from '../words/words.ts';

export type Tone = 'good' | 'odd' | 'bad' | 'quiet';

export interface Outcome {
  label: string;
  tone: Tone;
}

const TONES: Record<string, Tone> = {
  ok: 'good',
  ok_no_done: 'odd',
  truncated: 'bad',
  inband_error: 'bad',
  finish_error: 'bad',
  malformed: 'bad',
  not_sse: 'bad',
  reset_reused: 'bad',
  timeout: 'bad',
  cancelled: 'quiet',
  shed: 'odd',
};

export const STATES: readonly string[] = Object.keys(TONES);

/** States that an answer with an error status has too: then the status tells more. */
const STATUS_SAYS_MORE = new Set(['inband_error', 'truncated']);

/** How a request ended, in the words and the colour of the table. */
export function outcomeOf(observation: Pick<Observation, 'state' | 'status'>): Outcome {
  const { state, status } = observation;
  const refused = status !== null && status > 0 && (status < 200 || status >= 300);
  const known: Outcome = { label: words.outcomes[state] ?? state, tone: TONES[state] ?? 'odd' };
  if (refused && (known.tone === 'good' || STATUS_SAYS_MORE.has(state))) {
    return { label: `HTTP ${status}`, tone: status < 500 ? 'odd' : 'bad' };
  }
  return known;
}
