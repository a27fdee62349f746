/**
 * Every client that people use, through the gateway onto a backend of its dialect: whole and streamed answers, calls of
 * tools, leaving in the middle, and errors that arrive as errors.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startProgram } from './program.mjs';
import { CLIENTS } from './real_clients.mjs';
import { CALL, PIECES, RETRY_AFTER, startScriptedBackend } from './scripted_backend.mjs';

let backend;
let program;
let folder;

before(async () => {
  backend = await startScriptedBackend();
  folder = await mkdtemp(join(tmpdir(), 'foreshock-real-clients-'));
  const configuration = join(folder, 'foreshock.yaml');
  await writeFile(configuration, `backends:\n  - { name: scripted, url: ${backend.address} }\n`);
  program = await startProgram({ configuration });
});

after(async () => {
  await program?.stop();
  backend?.stop();
  if (folder) await rm(folder, { recursive: true });
});

/** The pieces of a streamed answer, and the error that ended it. */
async function streamed(client, model) {
  const pieces = [];
  try {
    for await (const piece of client.text(model)) pieces.push(piece);
    return { pieces, error: null };
  } catch (error) {
    return { pieces, error };
  }
}

for (const [name, make] of Object.entries(CLIENTS)) {
  const client = () => make(program.gateway);

  test(`${name}: a whole answer`, async () => assert.equal(await client().whole('whole'), PIECES.join('')));

  test(`${name}: a streamed answer`, async () => {
    assert.deepEqual(await streamed(client(), 'stream'), { pieces: PIECES, error: null });
  });

  test(`${name}: a call of a tool`, async () => {
    const { name: called, arguments: given } = await client().call('tools');
    assert.deepEqual({ name: called, arguments: given }, CALL);
  });

  test(`${name}: who leaves in the middle takes the backend's connection along`, async () => {
    const left = backend.left();
    let stop;
    const answer = client().text('endless', (leave) => (stop = leave));
    assert.equal((await answer.next()).value, PIECES[0]);
    stop();
    await left;
    await answer.return?.().catch(() => {});
  });

  test(`${name}: a break in the middle is an error, after what came`, async () => {
    const { pieces, error } = await streamed(client(), 'cut');
    assert.ok(error, 'a broken answer ended as if it were whole');
    if (name !== 'curl') assert.deepEqual(pieces, PIECES);
  });

  test(`${name}: a key that is refused`, async () => {
    await assert.rejects(client().whole('401'), (error) => client().failure(error).status === 401);
  });

  test(`${name}: too many requests, and when to come back`, async () => {
    const { error } = await streamed(client(), '429');
    const { status, retryAfter } = client().failure(error);
    assert.equal(status, 429);
    if (!Number.isNaN(retryAfter)) assert.equal(retryAfter, RETRY_AFTER);
  });
}
