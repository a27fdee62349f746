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
    backend: 'sim',
    state,
    status: refused ? 404 : state === 'shed' ? 503 : 200,
    stream: true,
    accepted,
    ttft_s: answered ? first : null,
    e2e_s: answered ? first + (tokens - 1) * gap : 0.002,
    prompt_tokens: answered ? Math.round(12 + 900 * noise(index, 9) ** 3) : null,
    output_tokens: answered ? tokens : null,
    tokens_estimated: noise(index, 11) < 0.2,
    tokens_per_s: answered ? 1 / gap : null,
  };
}

export function newestRequests(now: number, limit: number): Record<string, unknown>[] {
  const newest = Math.floor((now - 0.5) * REQUESTS_PER_SECOND);
  return Array.from({ length: limit }, (_, age) => request(newest - age));
}
