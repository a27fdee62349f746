import type { Observation } from './api.ts';

export type Tone = 'good' | 'odd' | 'bad' | 'quiet';

export interface Outcome {
  label: string;
  tone: Tone;
}

const OUTCOMES: Record<string, Outcome> = {
  ok: { label: 'ok', tone: 'good' },
  ok_no_done: { label: 'ok, no [DONE]', tone: 'odd' },
  truncated: { label: 'truncated', tone: 'bad' },
  inband_error: { label: 'error in stream', tone: 'bad' },
  finish_error: { label: 'finish error', tone: 'bad' },
  malformed: { label: 'malformed', tone: 'bad' },
  not_sse: { label: 'not a stream', tone: 'bad' },
  reset_reused: { label: 'reset', tone: 'bad' },
  timeout: { label: 'timeout', tone: 'bad' },
  cancelled: { label: 'cancelled', tone: 'quiet' },
  shed: { label: 'shed', tone: 'odd' },
};

/** States that an answer with an error status has too: then the status tells more. */
const STATUS_SAYS_MORE = new Set(['inband_error', 'truncated']);

/** How a request ended, in the words and the colour of the table. */
export function outcomeOf(observation: Observation): Outcome {
  const { state, status } = observation;
  const refused = status !== null && status > 0 && (status < 200 || status >= 300);
  const known = OUTCOMES[state] ?? { label: state, tone: 'odd' };
  if (refused && (known.tone === 'good' || STATUS_SAYS_MORE.has(state))) {
    return { label: `HTTP ${status}`, tone: status < 500 ? 'odd' : 'bad' };
  }
  return known;
}
