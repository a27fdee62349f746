/**
 * Hard streams of a scripted server through the gateway: the bytes pass as they are, and every truth about state, tokens and
 * times is found. Skipped where the streams are absent.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { corpusFolder } from './corpus.mjs';
import { startProgram } from './program.mjs';

const folder = resolve(process.env.FORESHOCK_STREAM_CASES ?? join(corpusFolder, '../tools/stream_cases'));
const STREAMS = 36;
const CLOCK_SLACK_MS = 5;
const PRINT_CASES = `
import base64, json
from cases import CASES
print(json.dumps([dict(number=c.number, name=c.name, truth={k: v for k, v in c.truth.items() if k != "text"}, kind=c.steps[0][0],
    cut=c.steps[-1][0] == "close", bytes=base64.b64encode(b"".join(s[1] for s in c.steps if s[0] == "send")).decode()) for c in CASES]))`;

const cases = existsSync(join(folder, 'cases.py'))
  ? JSON.parse(execFileSync('python3', ['-c', PRINT_CASES], { cwd: folder, encoding: 'utf8', maxBuffer: 64e6 }))
  : [];
const skip = cases.length === 0 ? `SKIPPED ${STREAMS} streams: no cases.py in ${folder}` : false;

async function startScriptedServer() {
  const child = spawn('python3', ['mock_server.py'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const [url] = await new Promise((succeed) => lines.once('line', (line) => succeed([line])));
  return { url, stop: () => child.kill('SIGTERM') };
}

let server, program, configuration;
const answers = new Map();

async function ask(one) {
  const body = { model: `case-${String(one.number).padStart(2, '0')}`, stream: true, stream_options: { include_usage: true }, messages: [] };
  const reply = await fetch(`${program.gateway}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
  return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) };
}

async function observationOf(number) {
  const model = `case-${String(number).padStart(2, '0')}`;
  for (;;) {
    const reply = await fetch(`${program.console}/api/v1/observations?limit=1000`);
    const found = (await reply.json()).observations.find((observation) => observation.model === model);
    if (found) return found;
  }
}

before(async () => {
  if (skip) return;
  server = await startScriptedServer();
  configuration = mkdtempSync(join(tmpdir(), 'foreshock-cases-'));
  const file = join(configuration, 'foreshock.yaml');
  writeFileSync(file, `backends:\n  - { name: scripted, url: ${server.url} }\n`);
  program = await startProgram({ configuration: file });
  await Promise.all(cases.map(async (one) => answers.set(one.number, await ask(one))));
});

after(async () => {
  await program?.stop();
  server?.stop();
  if (configuration) rmSync(configuration, { recursive: true });
});

test('all streams are there', { skip }, () => assert.equal(cases.length, STREAMS));

function assertBytes(one, answer) {
  const sent = Buffer.from(one.bytes, 'base64');
  if (one.kind === 'page') {
    assert.equal(answer.status, 502);
    assert.equal(JSON.parse(answer.bytes).error.code, 'backend_not_sse');
  } else if (one.cut) {
    assert.ok(answer.bytes.subarray(0, sent.length).equals(sent));
    assert.match(answer.bytes.subarray(sent.length).toString(), /^data: \{"error":\{.*"code":"backend_broken"/);
  } else {
    assert.ok(answer.bytes.equals(sent), 'bytes out equal bytes in');
  }
}

/** A stamp can be late on a busy machine, but never before the server had sent what it stands for. */
function assertNotBefore(stamp, truthMs) {
  if (truthMs === null) assert.equal(stamp, null);
  else assert.ok(stamp * 1000 >= truthMs - CLOCK_SLACK_MS, `${stamp * 1000} ms, sent after ${truthMs} ms`);
}

for (const one of cases) {
  test(`stream ${one.number}: ${one.name}`, async () => {
    assertBytes(one, answers.get(one.number));
    const { truth } = one;
    const observation = await observationOf(one.number);
    assert.equal(observation.state, truth.state);
    assert.equal(observation.output_tokens ?? 0, truth.tokens);
    const counted = observation.output_tokens !== null;
    assert.equal(observation.tokens_estimated, counted && truth.tokens_from === 'chunks');
    assert.equal(observation.finish_reason || null, truth.finish);
    assertNotBefore(observation.ttft_s, truth.ttft_ms);
    assertNotBefore(observation.stamps.last_token, truth.last_token_ms);
  });
}
