/**
 * The clients that people use, each behind the same few calls. `text` gives pieces of a streamed answer, `stop` leaves it;
 * `failure` makes {status, retryAfter} of an error; NaN: the client does not tell.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import Anthropic from '@anthropic-ai/sdk';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, streamText, tool } from 'ai';
import { Ollama } from 'ollama';
import OpenAI from 'openai';

const PROMPT = 'What is the weather in Lisbon?';
const MESSAGES = [{ role: 'user', content: PROMPT }];
const PARAMETERS = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const FUNCTION = { name: 'get_weather', description: 'Current weather of a city', parameters: PARAMETERS };
const TOOLS = [{ type: 'function', function: FUNCTION }];

function openai(gateway) {
  const client = new OpenAI({ apiKey: 'unused', baseURL: `${gateway}/v1`, maxRetries: 0 });
  const stream = (model, more) => client.chat.completions.create({ model, messages: MESSAGES, stream: true, ...more });
  return {
    whole: async (model) => (await client.chat.completions.create({ model, messages: MESSAGES })).choices[0].message.content,
    async *text(model, onStop) {
      const answer = await stream(model);
      onStop?.(() => answer.controller.abort());
      for await (const chunk of answer) if (chunk.choices[0]?.delta.content) yield chunk.choices[0].delta.content;
    },
    async call(model) {
      const call = { name: '', arguments: '' };
      for await (const chunk of await stream(model, { tools: TOOLS }))
        for (const piece of chunk.choices[0]?.delta.tool_calls ?? []) {
          call.name += piece.function.name ?? '';
          call.arguments += piece.function.arguments;
        }
      return { name: call.name, arguments: JSON.parse(call.arguments) };
    },
    failure: (error) => ({ status: error.status, retryAfter: error.headers?.get('retry-after') }),
  };
}

function anthropic(gateway) {
  const client = new Anthropic({ apiKey: 'unused', baseURL: gateway, maxRetries: 0 });
  const asked = (model) => ({ model, max_tokens: 50, messages: MESSAGES });
  const tools = [{ name: FUNCTION.name, description: FUNCTION.description, input_schema: PARAMETERS }];
  return {
    whole: async (model) => (await client.messages.create(asked(model))).content[0].text,
    async *text(model, onStop) {
      const answer = await client.messages.create({ ...asked(model), stream: true });
      onStop?.(() => answer.controller.abort());
      for await (const event of answer) if (event.delta?.type === 'text_delta') yield event.delta.text;
    },
    async call(model) {
      const answer = await client.messages.stream({ ...asked(model), tools }).finalMessage();
      const { name, input } = answer.content.find((part) => part.type === 'tool_use');
      return { name, arguments: input };
    },
    failure: (error) => ({ status: error.status, retryAfter: error.headers?.get('retry-after') }),
  };
}

function vercel(gateway) {
  const provider = createOpenAICompatible({ name: 'foreshock', apiKey: 'unused', baseURL: `${gateway}/v1` });
  const asked = (model, more) => ({ model: provider(model), prompt: PROMPT, maxRetries: 0, ...more });
  const parts = (model, more) => streamText(asked(model, { onError: () => {}, ...more })).fullStream;
  const thrown = (part) => {
    if (part.type === 'error') throw part.error;
    return part;
  };
  return {
    whole: async (model) => (await generateText(asked(model))).text,
    async *text(model, onStop) {
      const controller = new AbortController();
      onStop?.(() => controller.abort());
      for await (const part of parts(model, { abortSignal: controller.signal })) if (thrown(part).type === 'text-delta') yield part.text;
    },
    async call(model) {
      const tools = { [FUNCTION.name]: tool({ description: FUNCTION.description, inputSchema: jsonSchema(PARAMETERS) }) };
      for await (const part of parts(model, { tools }))
        if (thrown(part).type === 'tool-call') return { name: part.toolName, arguments: part.input };
      return null;
    },
    failure: (error) => ({ status: error.statusCode, retryAfter: error.responseHeaders?.['retry-after'] }),
  };
}

function ollama(gateway) {
  const client = new Ollama({ host: gateway });
  const stream = (model, more) => client.chat({ model, messages: MESSAGES, stream: true, ...more });
  return {
    whole: async (model) => (await client.chat({ model, messages: MESSAGES, stream: false })).message.content,
    async *text(model, onStop) {
      const answer = await stream(model);
      onStop?.(() => answer.abort());
      for await (const part of answer) if (part.message.content) yield part.message.content;
    },
    async call(model) {
      for await (const part of await stream(model, { tools: TOOLS }))
        if (part.message.tool_calls) return part.message.tool_calls[0].function;
      return null;
    },
    failure: (error) => ({ status: error.status_code ?? error.status, retryAfter: NaN }),
  };
}

/** Command-line users read what curl prints: an error object in it is an error, and so is an exit code. */
function curl(gateway) {
  const command = (model, stream, more = {}) => [
    '--silent', '--no-buffer', '--fail-with-body', '--write-out', '\n%{http_code} %header{retry-after}',
    '--json', JSON.stringify({ model, stream, messages: MESSAGES, ...more }), `${gateway}/v1/chat/completions`,
  ];
  const ask = (...asked) =>
    new Promise((succeed, fail) => {
      execFile('curl', command(...asked), (error, out) => {
        const [, body, status, retryAfter] = /^([^]*)\n(\d+) (.*)$/.exec(out);
        if (error || body.includes('data: {"error"')) fail(Object.assign(new Error(body), { status: Number(status), retryAfter }));
        else succeed(body);
      });
    });
  const deltas = (body) =>
    body.split('\n').filter((line) => line.startsWith('data: {')).map((line) => JSON.parse(line.slice(6)).choices[0].delta);
  return {
    whole: async (model) => JSON.parse(await ask(model, false)).choices[0].message.content,
    async *text(model, onStop) {
      if (!onStop) return yield* deltas(await ask(model, true)).flatMap((delta) => delta.content ?? []);
      const child = spawn('curl', command(model, true), { stdio: ['ignore', 'pipe', 'ignore'] });
      onStop(() => child.kill());
      const [bytes] = await once(child.stdout, 'data');
      yield* deltas(bytes.toString()).map((delta) => delta.content);
      await once(child, 'exit');
    },
    async call(model) {
      const pieces = deltas(await ask(model, true, { tools: TOOLS })).flatMap((delta) => delta.tool_calls ?? []);
      const text = pieces.map((piece) => piece.function.arguments).join('');
      return { name: pieces[0].function.name, arguments: JSON.parse(text) };
    },
    failure: ({ status, retryAfter }) => ({ status, retryAfter }),
  };
}

export const CLIENTS = { openai, anthropic, 'vercel ai': vercel, ollama, curl };
