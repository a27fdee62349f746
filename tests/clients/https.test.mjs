import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { startProgram } from './program.mjs';

const run = promisify(execFile);
const BODY = JSON.stringify({
  model: 'any',
  stream: true,
  max_tokens: 8,
  messages: [{ role: 'user', content: 'Name a colour' }],
});
const OPENAI = `
  import OpenAI from 'openai';
  const client = new OpenAI({ apiKey: 'unused', baseURL: process.argv[1], maxRetries: 0 });
  const body = ${BODY};
  let text = '';
  for await (const chunk of await client.chat.completions.create(body)) text += chunk.choices[0]?.delta?.content ?? '';
  console.log(text.trim());
`;

let folder;
let certificate;
let program;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreshock-https-'));
  certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-keyout', key, '-out', certificate, '-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'],
  ]);
  const configuration = join(folder, 'foreshock.yaml');
  await writeFile(configuration, `tls: { certificate: ${certificate}, key: ${key} }\nlimits: { request_body: 64KiB }\n`);
  program = await startProgram({ configuration });
});

after(async () => {
  await program?.stop();
  await rm(folder, { recursive: true, force: true });
});

const curl = async (...options) => {
  const url = `${program.gateway}/v1/chat/completions`;
  const { stdout } = await run('curl', ['-sS', '--cacert', certificate, '-w', '%{http_version}', '-d', BODY, ...options, url]);
  return stdout;
};

test('openai over https', async () => {
  assert.match(program.gateway, /^https:/);
  const options = { env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate }, cwd: import.meta.dirname };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', OPENAI, `${program.gateway}/v1`], options);
  assert.notEqual(stdout.trim(), '');
});

test('curl by HTTP/2 and by HTTP/1.1', async () => {
  assert.match(await curl('--http2'), /data: \[DONE\]\n\n2$/);
  assert.match(await curl('--http1.1'), /data: \[DONE\]\n\n1\.1$/);
});

test('curl hears why a body is refused that it still sends', async () => {
  const body = join(folder, 'body');
  await writeFile(body, ' '.repeat(200_000));
  const options = ['-sS', '--http2', '--cacert', certificate, '-o', '/dev/null', '-w', '%{http_code}', '--data-binary', `@${body}`];
  for (let i = 0; i < 10; ++i) {
    const { stdout } = await run('curl', [...options, `${program.gateway}/v1/chat/completions`]);
    assert.equal(stdout, '413');
  }
});

test('plain HTTP to that port is told so', async () => {
  const { stdout } = await run('curl', ['-sS', program.gateway.replace('https:', 'http:')]);
  assert.match(stdout, /takes TLS alone/);
});
