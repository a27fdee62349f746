import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import OpenAI from 'openai';
import { startProgram } from './program.mjs';

const WEATHER_TOOL = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Current weather of a city',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    },
  },
};
const MESSAGES = [{ role: 'user', content: 'What is the weather in Lisbon?' }];

let program;
let client;
let model;

before(async () => {
  program = await startProgram();
  client = new OpenAI({ apiKey: 'unused', baseURL: `${program.gateway}/v1`, maxRetries: 0 });
  model = (await client.models.list()).data[0].id;
});

after(() => program?.stop());

const ask = (options) => client.chat.completions.create({ model, messages: MESSAGES, max_tokens: 24, ...options });

async function askStreaming(options) {
  const chunks = [];
  for await (const chunk of await ask({ stream: true, ...options })) chunks.push(chunk);
  return chunks;
}

const deltas = (chunks) => chunks.flatMap((chunk) => chunk.choices.map((choice) => ({ ...choice.delta, index: choice.index })));

function joinToolCalls(chunks) {
  const calls = [];
  for (const piece of deltas(chunks).flatMap((delta) => delta.tool_calls ?? [])) {
    calls[piece.index] ??= { id: '', name: '', text: '' };
    calls[piece.index].id += piece.id ?? '';
    calls[piece.index].name += piece.function?.name ?? '';
    calls[piece.index].text += piece.function?.arguments ?? '';
  }
  return calls;
}

function assertUsage(usage) {
  assert.ok(usage.prompt_tokens > 0 && usage.completion_tokens > 0, JSON.stringify(usage));
  assert.equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens);
}

test('a whole answer', async () => {
  const answer = await ask({});
  assert.equal(answer.object, 'chat.completion');
  assert.ok(answer.choices[0].message.content.length > 0);
  assert.match(answer.choices[0].finish_reason, /^(stop|length)$/);
  assertUsage(answer.usage);
});

test('a streamed answer', async () => {
  const chunks = await askStreaming({});
  const text = deltas(chunks).map((delta) => delta.content ?? '').join('');
  assert.ok(chunks.length > 2 && text.length > 0);
  assert.match(chunks.flatMap((chunk) => chunk.choices).at(-1).finish_reason, /^(stop|length)$/);
  assert.equal(new Set(chunks.map((chunk) => chunk.id)).size, 1);
  assert.ok(chunks.every((chunk) => !chunk.usage), 'usage only where it was asked for');
});

test('usage in the last chunk where asked for', async () => {
  const chunks = await askStreaming({ stream_options: { include_usage: true } });
  const last = chunks.pop();
  assert.deepEqual(last.choices, []);
  assertUsage(last.usage);
  assert.ok(chunks.every((chunk) => !chunk.usage));
});

test('streamed tool calls join to valid JSON', async () => {
  const chunks = await askStreaming({ tools: [WEATHER_TOOL], tool_choice: 'required', max_tokens: 200 });
  const calls = joinToolCalls(chunks);
  assert.ok(calls.length >= 1);
  for (const call of calls) {
    assert.ok(call.id.length > 0);
    assert.equal(call.name, 'get_weather');
    assert.equal(typeof JSON.parse(call.text), 'object');
  }
  assert.equal(chunks.flatMap((chunk) => chunk.choices).at(-1).finish_reason, 'tool_calls');
});

test('two choices, whole and streamed', async () => {
  const answer = await ask({ n: 2 });
  assert.deepEqual(answer.choices.map((choice) => choice.index).sort(), [0, 1]);
  const streamed = deltas(await askStreaming({ n: 2 }));
  for (const index of [0, 1]) {
    const text = streamed.filter((delta) => delta.index === index).map((delta) => delta.content ?? '').join('');
    assert.ok(text.length > 0, `choice ${index} is empty`);
  }
});

test('log probabilities with alternatives', async () => {
  const chunks = await askStreaming({ logprobs: true, top_logprobs: 3 });
  const tokens = chunks.flatMap((chunk) => chunk.choices.flatMap((choice) => choice.logprobs?.content ?? []));
  assert.ok(tokens.length > 0);
  for (const token of tokens) {
    assert.ok(token.logprob <= 0);
    assert.equal(token.top_logprobs.length, 3);
  }
});

test('a bad request arrives as the error class of the client', async () => {
  await assert.rejects(ask({ messages: 'not a list' }), (error) => {
    assert.ok(error instanceof OpenAI.BadRequestError, String(error));
    assert.equal(error.status, 400);
    assert.ok(error.message.length > '400 '.length);
    return true;
  });
});

test('an unknown path arrives as the error class of the client', async () => {
  await assert.rejects(client.get('/no-such-path'), (error) => {
    assert.ok(error instanceof OpenAI.NotFoundError, String(error));
    assert.ok(error.message.length > '404 '.length);
    return true;
  });
});

test('after a stream left early the next request is answered', async () => {
  for await (const chunk of await ask({ stream: true, max_tokens: 500 })) {
    assert.ok(chunk.id);
    break;
  }
  assert.ok((await ask({})).choices.length === 1);
});
