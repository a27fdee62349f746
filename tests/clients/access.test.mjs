import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openConsole } from './console_page.mjs';

const READY_DEADLINE_MS = 60_000;
const token = { viewer: randomBytes(24).toString('hex'), operator: randomBytes(24).toString('hex') };
const hashOf = (secret) => `sha256:${createHash('sha256').update(secret).digest('hex')}`;

let folder;
let opened;
let page;
let console_;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreshock-access-'));
  const configuration = join(folder, 'foreshock.yaml');
  const tokens = Object.entries(token).map(([role, secret]) => `    - { name: a ${role}, role: ${role}, hash: "${hashOf(secret)}" }\n`);
  await writeFile(configuration, `console:\n  admin_tokens:\n${tokens.join('')}`);
  opened = await openConsole({ configuration, command: ['demo', '--wait'] });
  ({ page } = opened);
  console_ = opened.program.console;
});

after(async () => {
  await opened?.close();
  await rm(folder, { recursive: true, force: true });
});

const field = () => page.getByLabel('Token', { exact: true });
const bar = (state) => page.locator(`.demo-bar[data-state=${state}]`);
const bearer = (secret) => ({ headers: { Authorization: `Bearer ${secret}` } });
const demo = async () => (await (await fetch(`${console_}/api/v1/status`, bearer(token.viewer))).json()).demo;

async function signIn(secret) {
  await field().fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('nothing but the health paths answers who is not signed in', async () => {
  for (const path of ['/api/v1/status', '/api/v1/observations', '/api/v1/audit', '/metrics'])
    assert.equal((await fetch(console_ + path)).status, 401, path);
  for (const path of ['/healthz', '/readyz', '/']) assert.equal((await fetch(console_ + path)).status, 200, path);
  assert.equal((await fetch(`${console_}/metrics`, bearer(token.viewer))).status, 200);
});

test('the page asks for a token, and says when it is wrong', async () => {
  await field().waitFor();
  assert.equal(await page.locator('.gauges').isVisible(), false);
  await signIn('not a token of this service');
  await page.locator('.sign-in-message', { hasText: 'the token is not known' }).waitFor();
});

test('a viewer sees everything and has nothing to press that acts', async () => {
  await signIn(token.viewer);
  await bar('ready').waitFor({ timeout: READY_DEADLINE_MS });
  assert.equal(await page.getByRole('button', { name: 'Let it go wrong' }).isVisible(), false);
  const status = await page.evaluate(async () => {
    const { change_token } = await (await fetch('/api/v1/session')).json();
    const headers = { 'Content-Type': 'application/json', 'X-Foreshock-Change-Token': change_token };
    return (await fetch('/api/v1/demo/begin', { method: 'POST', headers, body: '{}' })).status;
  });
  assert.equal(status, 403);
  assert.equal(await demo(), 'ready');
});

test('a script of the page cannot read the cookie, and a sign-out ends the session', async () => {
  assert.equal(await page.evaluate(() => document.cookie), '');
  const [cookie] = await page.context().cookies();
  assert.deepEqual([cookie.httpOnly, cookie.sameSite, cookie.path], [true, 'Strict', '/']);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await field().waitFor();
  const stolen = await fetch(`${console_}/api/v1/status`, { headers: { Cookie: `${cookie.name}=${cookie.value}` } });
  assert.equal(stolen.status, 401);
});

test('a page of another origin gets nothing done, though its requests carry the cookie', async (context) => {
  await signIn(token.operator);
  await bar('ready').waitFor();
  const evil = createServer((_, reply) => reply.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>hello')).listen(0, '127.0.0.1');
  context.after(() => { evil.closeAllConnections(); evil.close(); });
  await once(evil, 'listening');
  const other = await page.context().newPage();
  const answers = [];
  other.on('response', (response) => response.url().endsWith('/demo/begin') && answers.push(response.status()));
  await other.goto(`http://127.0.0.1:${evil.address().port}/`);
  await other.evaluate((target) => fetch(target, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }).catch(() => 'it may not read the answer'), `${console_}/api/v1/demo/begin`);
  await other.evaluate((target) => {
    document.body.innerHTML = `<form method="post" enctype="text/plain" action="${target}"><input name="{}" value=""></form>`;
    document.forms[0].submit();
  }, `${console_}/api/v1/demo/begin`);
  await other.waitForURL('**/demo/begin');
  assert.equal(answers.at(-1), 403);
  assert.ok(answers.every((status) => status === 403), String(answers));
  await other.close();
  assert.equal(await demo(), 'ready');
});

test('under a name that was made to point here nothing is served', async () => {
  const { hostname, port } = new URL(console_);
  const statusAs = (host) => new Promise((done) => {
    request({ hostname, port, path: '/', headers: { Host: host } }, (reply) => done(reply.resume().statusCode)).end();
  });
  assert.equal(await statusAs('rebound.example'), 403);
  assert.equal(await statusAs(`localhost:${port}`), 200);
  const other = await page.context().newPage();
  const reply = await other.goto(`http://rebound.localhost:${port}/`);
  assert.equal(reply.status(), 403);
  assert.match(await reply.text(), /add the name to console.hosts/);
  await other.close();
});

test('an operator acts, and the audit log says who', async () => {
  await page.getByRole('button', { name: 'Let it go wrong' }).click();
  await bar('running').waitFor();
  const { deeds } = await (await fetch(`${console_}/api/v1/audit`, bearer(token.viewer))).json();
  const told = deeds.map(({ what, who }) => `${what} ${who}`.trim());
  assert.deepEqual(told.reverse(), ['sign_in_refused', 'sign_in a viewer', 'sign_out a viewer', 'sign_in a operator', 'demo_begin a operator']);
  for (const secret of Object.values(token)) assert.equal(JSON.stringify(deeds).includes(secret), false);
});
