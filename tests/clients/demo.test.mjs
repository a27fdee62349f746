import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openConsole, until } from './console_page.mjs';

const READY_DEADLINE_MS = 60_000;

let opened;
let page;

before(async () => {
  opened = await openConsole({ command: ['demo', '--wait', '--mode', 'suggest'] });
  ({ page } = opened);
});

after(() => opened?.close());

const bar = (state) => page.locator(`.demo-bar[data-state=${state}]`);
const press = (name) => page.getByRole('button', { name }).click();

/** Until a request that was answered by this version has ended. */
async function answeredBy(version) {
  const path = `${opened.program.console}/api/v1/observations?limit=1`;
  let seen;
  while (seen !== version) seen = (await (await fetch(path)).json()).observations[0]?.version;
}

test('a demo waits, in health, until its button is pressed', async () => {
  await bar('ready').waitFor({ timeout: READY_DEADLINE_MS });
  await answeredBy('fp_sim_1.8');
  assert.match(await bar('ready').innerText(), /^Demo\s+Two simulated replicas under load, and all is well/);
  assert.match(await bar('ready').innerText(), /Its policy waits for your word \(--mode suggest\)/);
  await page.locator('.incidents [data-part=learning]').getByText(/^Watching \d+ series\./).waitFor();
});

test('the button lets it go wrong', async () => {
  await press('Let it go wrong');
  await bar('running').waitFor();
  await answeredBy('fp_sim_1.9');
});

test('a reset mends it, and what is usual is learnt anew', async () => {
  await press('Reset');
  await bar('preparing').waitFor();
  assert.equal(await page.locator('.demo-bar button').isDisabled(), true);
  await answeredBy('fp_sim_1.8');
});

test('no other process has a demo bar, and a foreign page cannot press the button', async () => {
  const post = (origin) => fetch(`${opened.program.console}/api/v1/demo/begin`, {
    method: 'POST', headers: { 'Content-Type': 'application/json', Origin: origin }, body: '{}',
  });
  assert.equal((await post('http://evil.example')).status, 403);
  await page.route('**/api/v1/status', async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), demo: null } }));
  await until(page, () => document.querySelector('.demo-bar').hidden);
});

test('the browser had nothing to complain about', () => assert.deepEqual(opened.complaints, []));
