import { once } from 'node:events';
import { createServer } from 'node:http';

/** What every answer says, in two pieces, and the call of a tool. */
export const PIECES = ['Hello', ' world'];
export const CALL = { name: 'get_weather', arguments: { city: 'Lisbon' } };
export const RETRY_AFTER = '7';

const event = (body, name) => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(body)}\n\n`;
const argumentPieces = () => [JSON.stringify(CALL.arguments).slice(0, 5), JSON.stringify(CALL.arguments).slice(5)];

const chatChunk = (delta, finish = null) =>
  event({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] });
const toolCall = (call) => ({ tool_calls: [{ index: 0, ...call }] });
const openai = {
  type: 'text/event-stream',
  pieces: () => PIECES.map((content) => chatChunk({ role: 'assistant', content })),
  end: chatChunk({}, 'stop') + 'data: [DONE]\n\n',
  tools: () => [
    chatChunk(toolCall({ id: 't', type: 'function', function: { name: CALL.name, arguments: '' } })),
    ...argumentPieces().map((text) => chatChunk(toolCall({ function: { arguments: text } }))),
    chatChunk({}, 'tool_calls') + 'data: [DONE]\n\n',
  ],
  whole: {
    id: 'c', object: 'chat.completion', created: 1, model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: PIECES.join('') }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  },
  error: (message) => ({ error: { message, type: 'some_error', code: 'some_code' } }),
};

const named = (body) => event(body, body.type);
const message = { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: { input_tokens: 3, output_tokens: 0 } };
const block = (content_block, deltas) => [
  named({ type: 'content_block_start', index: 0, content_block }),
  ...deltas.map((delta) => named({ type: 'content_block_delta', index: 0, delta })),
];
const messageEnd = (reason) =>
  named({ type: 'content_block_stop', index: 0 }) +
  named({ type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 2 } }) +
  named({ type: 'message_stop' });
const anthropic = {
  type: 'text/event-stream',
  pieces: () => [
    named({ type: 'message_start', message }) + named({ type: 'ping' }),
    ...block({ type: 'text', text: '' }, PIECES.map((text) => ({ type: 'text_delta', text }))),
  ],
  end: messageEnd('end_turn'),
  tools: () => [
    named({ type: 'message_start', message }),
    ...block({ type: 'tool_use', id: 't', name: CALL.name, input: {} }, argumentPieces().map((partial_json) => ({ type: 'input_json_delta', partial_json }))),
    messageEnd('tool_use'),
  ],
  whole: { ...message, content: [{ type: 'text', text: PIECES.join('') }], stop_reason: 'end_turn' },
  error: (text) => ({ type: 'error', error: { type: 'some_error', message: text } }),
};

const line = (body) => `${JSON.stringify({ model: 'm', created_at: '2026-11-30T14:00:00Z', ...body })}\n`;
const said = (content, more = {}) => ({ message: { role: 'assistant', content, ...more } });
const lineEnd = { done: true, done_reason: 'stop', prompt_eval_count: 3, eval_count: 2 };
const ollama = {
  type: 'application/x-ndjson',
  pieces: () => PIECES.map((text) => line({ ...said(text), done: false })),
  end: line({ ...said(''), ...lineEnd }),
  tools: () => [line({ ...said('', { tool_calls: [{ function: CALL }] }), done: false }), line({ ...said(''), ...lineEnd })],
  whole: { model: 'm', created_at: '2026-11-30T14:00:00Z', ...said(PIECES.join('')), ...lineEnd },
  error: (text) => ({ error: text }),
};

const DIALECTS = { '/v1/chat/completions': openai, '/v1/messages': anthropic, '/api/chat': ollama };

function json(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** By the model that a request names: whole, stream, tools, endless, cut, 401 or 429. */
function answer(dialect, model, response) {
  if (model === '401') return json(response, 401, dialect.error('no such key'));
  if (model === '429') return json(response, 429, dialect.error('too much'), { 'retry-after': RETRY_AFTER });
  if (model === 'whole') return json(response, 200, dialect.whole);
  response.writeHead(200, { 'content-type': dialect.type });
  const pieces = model === 'tools' ? dialect.tools() : dialect.pieces();
  for (const piece of pieces) response.write(piece);
  if (model === 'stream') response.write(dialect.end);
  if (model === 'stream' || model === 'tools') response.end();
  if (model === 'cut') setImmediate(() => response.destroy());
}

/** A backend of three dialects. `left()` resolves once a request's connection has closed before its answer was whole. */
export async function startScriptedBackend() {
  const leaving = [];
  const server = createServer(async (request, response) => {
    const dialect = DIALECTS[new URL(request.url, 'http://backend').pathname];
    if (request.method !== 'POST' || !dialect) return json(response, 404, {});
    response.once('close', () => response.writableEnded || leaving.shift()?.());
    const { model } = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'));
    answer(dialect, model, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    left: () => new Promise((succeed) => leaving.push(succeed)),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
