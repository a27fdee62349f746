import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import OpenAI from 'openai';
import { corpusFolder, recordedStreams, REQUIRED } from './corpus.mjs';
import { startProgram } from './program.mjs';
import { startRecordServer } from './record_server.mjs';

const recordings = recordedStreams();
const absent = recordings.length === 0;
if (absent) console.error(`SKIPPED: ${REQUIRED.length} required recordings, none found in ${corpusFolder}`);

const STREAM_CALLS = {
  'oai-chat': (client, model) =>
    client.chat.completions.create({ model, stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
  'oai-completion': (client, model) => client.completions.create({ model, stream: true, prompt: 'Hello' }),
  'oai-responses': (client, model) => client.responses.create({ model, stream: true, input: 'Hello' }),
};

let server;
let program;
let folder;

before(async () => {
  if (absent) return;
  server = await startRecordServer(recordings);
  folder = await mkdtemp(join(tmpdir(), 'foreshock-recorded-'));
  const configuration = join(folder, 'foreshock.yaml');
  await writeFile(configuration, `backends:\n  - { name: recorded, url: ${server.address} }\n`);
  program = await startProgram({ configuration });
});

after(async () => {
  await program?.stop();
  server?.stop();
  if (folder) await rm(folder, { recursive: true });
});

async function rawAnswer(address, recording) {
  const body = JSON.stringify({ model: recording.file, stream: true, messages: [{ role: 'user', content: 'Hello' }] });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(address + recording.route, { method: 'POST', headers, body });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** All chunks the client yields, and the error it ends with where it does. */
async function clientAnswer(address, recording) {
  const client = new OpenAI({ apiKey: 'unused', baseURL: `${address}/v1`, maxRetries: 0 });
  const chunks = [];
  try {
    for await (const chunk of await STREAM_CALLS[recording.kind](client, recording.file)) chunks.push(chunk);
    return { chunks, error: null };
  } catch (error) {
    return { chunks, error: `${error.name}: ${error.message}` };
  }
}

test('the required recordings are there', { skip: absent && `no recordings in ${corpusFolder}` }, () => {
  const files = new Set(recordings.map((recording) => recording.file));
  assert.deepEqual(REQUIRED.filter((file) => !files.has(file)), []);
});

for (const recording of recordings) {
  test(`${recording.file} arrives byte for byte`, async () => {
    const { status, bytes } = await rawAnswer(program.gateway, recording);
    assert.equal(status, 200);
    assert.ok(bytes.equals(recording.bytes()), `${bytes.length} of ${recording.bytes().length} bytes`);
  });
}

for (const recording of recordings.filter(({ kind }) => kind in STREAM_CALLS)) {
  test(`${recording.file} reads the same through the openai client`, async () => {
    const direct = await clientAnswer(server.address, recording);
    const through = await clientAnswer(program.gateway, recording);
    assert.deepEqual(through, direct);
    if (REQUIRED.includes(recording.file)) assert.ok(direct.chunks.length > 1 && direct.error === null);
  });
}
