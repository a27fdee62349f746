/**
 * The gateway before a real engine: llama.cpp's server with a small trained model. `make test-engine` runs it, where LLAMA_SERVER names
 * the program; docs/faults.md tells which behaviour each test stands for.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startProgram } from '../clients/program.mjs';
import { CLIENTS } from '../clients/real_clients.mjs';
import { startLlamaServer } from './llama_server.mjs';

const engine = process.env.LLAMA_SERVER;
const skip = engine ? false : 'SKIPPED: no real engine; LLAMA_SERVER=/path/to/llama-server names one (docs/engine.md)';
const CHAT = '/v1/chat/completions';

let server;
let program;
let folder;

before(async () => {
  if (skip) return;
  server = await startLlamaServer(engine);
  folder = await mkdtemp(join(tmpdir(), 'foreshock-engine-'));
  const configuration = join(folder, 'foreshock.yaml');
  const backend = `backends:\n  - { name: llama, url: ${server.address}, kind: llama_cpp }\n`;
  await writeFile(configuration, `${backend}timeouts: { idle: 2s }\n`);
  program = await startProgram({ configuration });
});

after(async () => {
  await program?.stop();
  await server?.stop();
  if (folder) await rm(folder, { recursive: true });
});

const asked = (more) => ({ model: 'stories', messages: [{ role: 'user', content: 'Once upon a time' }], temperature: 0, seed: 1, max_tokens: 40, ...more });

function post(address, body, options = {}) {
  return fetch(address + CHAT, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), ...options });
}

function textOf(stream) {
  const events = stream.split('\n').filter((line) => line.startsWith('data: {')).map((line) => JSON.parse(line.slice(6)));
  return events.map((event) => event.choices[0]?.delta.content ?? '').join('');
}

async function newestObservation() {
  return (await (await fetch(`${program.console}/api/v1/observations?limit=1`)).json()).observations[0];
}

async function busySlots() {
  return (await (await fetch(`${server.address}/slots`)).json()).filter((slot) => slot.is_processing).length;
}

test('the same text comes directly and through the gateway, whole and streamed', { skip }, async () => {
  const direct = (await (await post(server.address, asked())).json()).choices[0].message.content;
  assert.ok(direct.length > 20, direct);
  assert.equal((await (await post(program.gateway, asked())).json()).choices[0].message.content, direct);
  assert.equal(textOf(await (await post(program.gateway, asked({ stream: true }))).text()), direct);
});

test('tokens are those that the engine counts, and a prompt that it knows is a hit', { skip }, async () => {
  const ask = async () => (await (await post(program.gateway, asked({ stream: true, stream_options: { include_usage: true } }))).text());
  await ask();
  const usage = JSON.parse((await ask()).split('\n').findLast((line) => line.includes('"usage"')).slice(6)).usage;
  const observation = await newestObservation();
  assert.equal(observation.state, 'ok');
  assert.equal(observation.output_tokens, usage.completion_tokens);
  assert.equal(observation.prompt_tokens, usage.prompt_tokens);
  assert.equal(observation.cached_tokens, usage.prompt_tokens_details.cached_tokens);
  assert.ok(observation.cached_tokens > 0);
});

for (const name of ['openai', 'anthropic', 'vercel ai', 'curl']) {
  test(`${name} reads a whole and a streamed answer`, { skip }, async () => {
    const client = CLIENTS[name](program.gateway);
    assert.ok((await client.whole('stories')).length > 0);
    let text = '';
    for await (const piece of client.text('stories')) text += piece;
    assert.ok(text.length > 0);
  });
}

test('a prompt that is too long is refused as the engine says it', { skip }, async () => {
  const reply = await post(program.gateway, asked({ messages: [{ role: 'user', content: 'a b c d '.repeat(3000) }] }));
  assert.equal(reply.status, 400);
  assert.equal((await reply.json()).error.type, 'exceed_context_size_error');
});

test('connections that the engine closes after a stream cost no request', { skip }, async () => {
  for (let round = 0; round < 12; ++round) {
    const reply = await post(program.gateway, asked({ stream: round % 2 === 0, max_tokens: 4 }));
    assert.equal(reply.status, 200);
    await reply.text();
  }
});

test('a draft length in the request is taken, though the engine leaves it alone', { skip }, async () => {
  const reply = await post(program.gateway, asked({ 'speculative.n_max': 2, max_tokens: 4 }));
  assert.equal(reply.status, 200);
  await reply.text();
});

test('who leaves frees the slot', { skip }, async () => {
  const leaving = new AbortController();
  const reply = await post(program.gateway, asked({ stream: true, max_tokens: 1900, ignore_eos: true }), { signal: leaving.signal });
  await reply.body.getReader().read();
  leaving.abort();
  while ((await busySlots()) > 0) await pause(20);
});

test('twelve streams at once on four slots are all whole', { skip }, async () => {
  const streams = Array.from({ length: 12 }, async () => (await post(program.gateway, asked({ stream: true }))).text());
  for (const stream of await Promise.all(streams)) assert.ok(stream.endsWith('data: [DONE]\n\n'));
});

/** What came of the act that an operator has the engine do. */
async function act(name, values) {
  const headers = { 'content-type': 'application/json' };
  const order = { replica: 'llama', act: name, values };
  const begun = await (await fetch(`${program.console}/api/v1/engines/act`, { method: 'POST', headers, body: JSON.stringify(order) })).json();
  for (;;) {
    const { deeds } = await (await fetch(`${program.console}/api/v1/engines`)).json();
    const deed = deeds.find(({ number, ended }) => number === begun.number && ended !== null);
    if (deed) return deed;
    await pause(20);
  }
}

test('it is known which engine it is, and a slot is saved, erased and restored', { skip }, async () => {
  const known = async () => (await (await fetch(`${program.console}/api/v1/engines`)).json()).engines[0];
  while ((await known()).version === null) await pause(50);
  const { engine: name, version, model } = await known();
  assert.equal(name, 'llama_cpp');
  assert.match(version, /^b\d+-[0-9a-f]+$/);
  assert.ok(model.length > 0);
  await (await post(program.gateway, asked({ id_slot: 0 }))).text();
  const saved = await act('slot_save', { slot: 0, file: 'a.bin' });
  assert.match(saved.outcome, /^POST \/slots\/0\?action=save: 200, tokens \d+, bytes \d+, ms /);
  const tokens = (deed) => Number(/tokens (\d+)/.exec(deed.outcome)[1]);
  assert.ok(tokens(saved) > 0);
  assert.equal(tokens(await act('slot_erase', { slot: 0 })), tokens(saved));
  assert.equal(tokens(await act('slot_restore', { slot: 0, file: 'a.bin' })), tokens(saved));
  const refused = await act('slot_restore', { slot: 0, file: 'none.bin' });
  assert.equal(refused.good, false);
  assert.match(refused.outcome, /Needs --slot-save-path\.$/);
});

test('what the engine offers to operators is not for clients', { skip }, async () => {
  const reply = await fetch(`${program.gateway}/slots/0?action=erase`, { method: 'POST' });
  assert.equal(reply.status, 403);
});

test('an engine that is told to stop leaves its streams open: they end as errors', { skip }, async () => {
  const reply = await post(program.gateway, asked({ stream: true, max_tokens: 1900, ignore_eos: true }));
  const reader = reply.body.getReader();
  let text = Buffer.from((await reader.read()).value).toString();
  server.signal('SIGTERM');
  for (let read = await reader.read(); !read.done; read = await reader.read()) text += Buffer.from(read.value).toString();
  assert.match(text, /data: \{"error":/);
  assert.ok(!text.includes('[DONE]'));
});
