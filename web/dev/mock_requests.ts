import { isTremor, load, noise } from './mock_signals.ts';

const REQUESTS_PER_SECOND = 4;
const MODELS = ['foreshock-sim', 'foreshock-sim', 'qwen3-8b', 'llama-3.1-8b'];
const ENDPOINTS = ['/v1/chat/completions', '/v1/chat/completions', '/v1/completions'];
const TROUBLES = ['truncated', 'timeout', 'inband_error', 'cancelled', 'shed', 'malformed', 'ok_no_done'];

function pick<Item>(items: readonly Item[], share: number): Item {
  return items[Math.floor(share * items.length)]!;
}

function stateAt(time: number, index: number): string {
  const troubled = noise(index, 3) < (isTremor(time) ? 0.25 : 0.05);
  return troubled ? pick(TROUBLES, noise(index, 4)) : 'ok';
}

function stampsOf(answered: boolean, first: number, rest: number): Record<string, number | null> {
  if (!answered) return { dequeued: null, sent: null, headers: null, first_token: null, last_token: null, done: null, end: 0.002 };
  const last = first + rest;
  return { dequeued: 0.004, sent: 0.005, headers: first * 0.8, first_token: first, last_token: last, done: last + 0.001, end: last + 0.002 };
}

/** The request with this running number; request n was accepted at n / REQUESTS_PER_SECOND. */
function request(index: number): Record<string, unknown> {
  const accepted = index / REQUESTS_PER_SECOND + 0.2 * noise(index, 1);
  const state = stateAt(accepted, index);
  const refused = noise(index, 5) < 0.02;
  const answered = !refused && state !== 'shed';
  const first = 0.08 + 0.3 * load(accepted) ** 3 + 0.05 * noise(index, 6);
  const tokens = Math.round(20 + 150 * noise(index, 7));
  const gap = 0.012 + 0.008 * load(accepted);
  return {
    id: `mock-${index}`,
    model: pick(MODELS, noise(index, 2)),
    endpoint: pick(ENDPOINTS, noise(index, 8)),
    backend: pick(['a', 'b', 'c'], noise(index, 12)),
    state,
    status: refused ? 404 : state === 'shed' ? 503 : 200,
    stream: true,
    accepted,
    ttft_s: answered ? first : null,
    e2e_s: answered ? first + (tokens - 1) * gap : 0.002,
    version: 'qwen3-8b-q4',
    error_class: state === 'ok' ? 'none' : 'upstream',
    queue_s: 0.004,
    start: index % 50 < 3 ? 'cold' : 'warm',
    prefix: 'hit',
    cached_tokens: answered ? 64 : null,
    reasoning_tokens: null,
    finish_reason: answered ? 'stop' : null,
    stamps: stampsOf(answered, first, (tokens - 1) * gap),
    prompt_tokens: answered ? Math.round(12 + 900 * noise(index, 9) ** 3) : null,
    output_tokens: answered ? tokens : null,
    tokens_estimated: noise(index, 11) < 0.2,
    tokens_per_s: answered ? 1 / gap : null,
  };
}

/** Those accepted before `to`, newest first, of one state unless it is empty. */
export function newestRequests(to: number, limit: number, state: string): Record<string, unknown>[] {
  const newest = Math.floor((to - 0.5) * REQUESTS_PER_SECOND);
  return Array.from({ length: limit }, (_, age) => request(newest - age)).filter((one) => !state || one.state === state);
}
