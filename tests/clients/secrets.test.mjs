/**
 * Keys, prompts and answers go through and stay nowhere: not in the log, not in a file, not on a page of ours, whatever fails.
 */
import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startProgram } from './program.mjs';
import { startScriptedBackend } from './scripted_backend.mjs';

const CANARY = 'canary-6f1d';
const PAGES = ['/metrics', '/api/v1/status', '/api/v1/observations?limit=1000', '/api/v1/strata'];

let folder;
let pages;

async function send(gateway, path, body) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${CANARY}`, 'x-api-key': CANARY, cookie: CANARY };
  const reply = await fetch(gateway + path, { method: 'POST', headers, body }).catch(() => null);
  await reply?.text().catch(() => {});
}

async function useIt({ gateway, console: address }) {
  const said = JSON.stringify([{ role: 'user', content: CANARY }]);
  for (const model of ['whole', 'stream', 'tools', 'cut', '401', '429'])
    await send(gateway, `/v1/chat/completions?key=${CANARY}`, `{"model":"${model}","stream":true,"messages":${said}}`);
  await send(gateway, `/${CANARY}/v1/messages`, `{"model":"whole","messages":${said}}`);
  await send(gateway, '/v1/chat/completions', `{"messages": ${CANARY}`);
  await send(gateway, `/v1/${CANARY}`, CANARY);
  await send(gateway, '/v1/feedback', `{"request":"${CANARY}"}`);
  return Promise.all(PAGES.map(async (page) => (await fetch(address + page)).text()));
}

before(async () => {
  const backend = await startScriptedBackend();
  folder = await mkdtemp(join(tmpdir(), 'foreshock-secrets-'));
  const configuration = join(folder, 'foreshock.yaml');
  const dead = `  - { name: dead, url: http://127.0.0.1:1, api_key: ${CANARY} }\n`;
  await writeFile(configuration, `backends:\n  - { name: a, url: ${backend.address}, api_key: ${CANARY} }\n${dead}`);
  const log = openSync(join(folder, 'log'), 'w');
  const program = await startProgram({ configuration, data: join(folder, 'data'), log });
  try {
    pages = await useIt(program);
  } finally {
    await program.stop();
    backend.stop();
    closeSync(log);
  }
});

after(() => folder && rm(folder, { recursive: true }));

test('no page of ours shows a secret', () => {
  assert.ok(pages.every((page) => page.length > 0));
  for (const [index, page] of pages.entries()) assert.ok(!page.includes(CANARY), PAGES[index]);
});

test('neither the log nor a file of the data folder holds a secret', async () => {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'foreshock.yaml')
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  assert.ok(files.length >= 3, `too few files were looked at: ${files}`);
  for (const file of files) assert.ok(!(await readFile(file)).includes(CANARY), file);
});
