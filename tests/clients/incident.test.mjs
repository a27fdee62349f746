import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stub, until } from './console_page.mjs';
import { incidentAddress, NOUNS, openIncidentConsole } from './incident_page.mjs';

const { page: PAGE, action: ACTION, verdict: VERDICT, lease: LEASE } = NOUNS;
let opened;
let page;
let drawer;
let part;
let address;

before(async () => {
  opened = await openIncidentConsole();
  ({ page, drawer, part, address } = opened);
});

after(() => opened?.close());

const dials = async () => (await fetch(`${opened.program.console}/api/v1/dials`)).json();

/** The program's dials, of which the lease is that of the action: no API says so of one that a person sets. */
const ofAction = (answer) => ({ json: { ...answer, leases: answer.leases.map((lease) => ({ ...lease, because: LEASE.because })) } });
const ownLeases = () => page.route('**/api/v1/dials', async (route) => route.fulfill(ofAction(await (await route.fetch()).json())));

async function turnDial() {
  const body = { dial: 'draft_length', value: 1, for_s: 900, scope: {}, who: 'test' };
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${opened.program.console}/api/v1/dials`, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal(answer.status, 200);
}

test('the overview says in plain words what is wrong, what was done and how it is now', async () => {
  const row = page.locator('.incident-row');
  await row.waitFor();
  const text = await row.innerText();
  assert.match(text, /Inter-token latency rose from 10.1 ms to 21.5 ms at \d\d:\d\d:\d\d\./);
  assert.match(text, /Most likely cause: judge starvation \(89 %\), after model version \(replica-a: version 1.8 to 1.9\)\./);
  await until(page, () => /(back to usual|getting better|still going on)/.test(document.querySelector('.incident-row .health')?.textContent));
});

test('the overview says how long it still takes until a change can be seen', async () => {
  const learning = page.locator('.incidents [data-part=learning]');
  await learning.getByText(/^Still learning what is usual: (\d+ min )?\d+ s of 20 min 0 s\. Before that no slowdown can be found\.$/).waitFor({ timeout: 15_000 });
});

/** The address follows the drawer in its own time: what goes elsewhere before then is sent back. */
async function closeDrawer() {
  await page.keyboard.press('Escape');
  await drawer().waitFor({ state: 'hidden' });
  await until(page, () => !window.location.hash.includes('incident='));
}

test('the incident opens from the overview, by its key and by its address, and closes', async () => {
  await page.locator('.incident-row').click();
  await drawer().waitFor();
  assert.equal(await address(), incidentAddress);
  await closeDrawer();
  await page.keyboard.press('i');
  await drawer().waitFor();
  await page.reload();
  await drawer().waitFor();
  await part('course').locator('li').first().waitFor();
});

test('what happened stands in the order of time, the version change first', async () => {
  const steps = await part('course').locator('li').evaluateAll((rows) => rows.map((row) => [row.dataset.kind, row.lastChild.textContent]));
  assert.deepEqual(steps.map(([kind]) => kind), ['event', 'event', 'onset', 'found', 'paged', 'action']);
  assert.equal(steps[0][1], 'model version (replica-a: version 1.8 to 1.9)');
  assert.equal(steps.at(-1)[1], "turned draft length from the engine's own to 1");
});

test('the lead finding is drawn with the events, the onset and the action as marks', async () => {
  const panel = part('lead').locator('[data-signal=inter_token]');
  await until(page, () => document.querySelector('[data-part=lead] [data-signal]')?.dataset.marks === '4');
  await until(page, () => Number(document.querySelector('[data-part=lead]').dataset.points) > 0);
  assert.match(await panel.locator('.plot').getAttribute('aria-label'), /^Inter-token latency\./);
  assert.match(await part('lead').innerText(), /10.1 ms[\s\S]+21.5 ms \(95 % interval 19.6 ms to 23.6 ms\)/);
});

test('each cause has its probability and what speaks for and against it', async () => {
  const causes = part('causes').locator('.cause');
  assert.deepEqual(await causes.locator('summary').allInnerTexts().then((texts) => texts.map((text) => text.replace(/\s+/g, ' '))),
    ['judge starvation 89 %', 'version regression 4 %']);
  await causes.first().getByText('Speculative checks have no room: drafts are thrown away.').waitFor();
  assert.match(await causes.first().innerText(), /\+3.0\s+for it\s+Accepted length fell from 1.99 tokens to 1.04 tokens/);
  await causes.nth(1).locator('summary').click();
  assert.equal(await causes.nth(1).locator('[data-speaks=against]').innerText().then((text) => text.replace(/\s+/g, ' ')),
    '−0.3 against it Time to first token is as usual: 72.1 ms (Replica: replica-a)');
});

test('a running lease is shown with its end, and Undo ends it in the program', async () => {
  await turnDial();
  await ownLeases();
  const undo = part('action').getByRole('button', { name: 'Undo' });
  await undo.waitFor({ timeout: 10_000 });
  assert.match(await part('action').innerText(), /turned draft length from the engine's own to 1\s+running[\s\S]+ends by itself at \d\d:\d\d:\d\d, in 1\d min/);
  await undo.click();
  await undo.waitFor({ state: 'detached' });
  assert.deepEqual((await dials()).leases, []);
  await part('course').getByText('draft length undone by console').waitFor();
  assert.match(await page.locator('.incident-first').innerText(), /Done about it: .+; that was undone\./);
  await page.unroute('**/api/v1/dials');
});

test('the kill switch asks twice, and is released again', async () => {
  await part('action').getByRole('button', { name: 'Stop all policies' }).click();
  assert.equal((await dials()).stopped, false);
  await part('action').getByRole('button', { name: 'Press again to undo every dial' }).click();
  await part('action').getByText('The kill switch holds').waitFor();
  assert.equal((await dials()).stopped, true);
  await part('action').getByRole('button', { name: 'Let policies act again' }).click();
  await part('action').getByRole('button', { name: 'Stop all policies' }).waitFor();
  assert.equal((await dials()).stopped, false);
});

test('what waits for a person is approved or declined, and a refusal is told', async () => {
  const suggested = { ...ACTION, autonomy: 'suggest' };
  await stub(page, 'actions', () => ({ json: { actions: [suggested] } }));
  await stub(page, 'actions/pending', () => ({ json: { actions: [suggested] } }));
  await page.reload();
  for (const [name, path] of [['Approve', 'approve'], ['Decline', 'decline']]) {
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await part('action').getByRole('button', { name }).click();
    const request = await posted;
    assert.equal(new URL(request.url()).pathname, `/api/v1/actions/${path}`);
    assert.deepEqual(request.postDataJSON(), { id: ACTION.id, who: 'console' });
    await page.locator('.incident-message').getByText(`no action ${ACTION.id} waits for approval`).waitFor();
  }
  await page.unroute('**/api/v1/actions*');
  await page.unroute('**/api/v1/actions/pending*');
});

test('a verdict that comes later appears in the open incident', async () => {
  await page.reload();
  await part('verdict').getByText('No verdict yet').waitFor();
  await stub(page, 'verdicts', () => ({ json: { verdicts: [VERDICT] } }));
  await part('verdict').getByText('It helped and stays.').waitFor({ timeout: 15_000 });
  assert.match(await part('verdict').innerText(), /−6.35 ms \(99.7 % interval −8.25 ms to −4.14 ms\)/);
  await part('course').locator('[data-kind=verdict]').waitFor();
  await until(page, () => document.querySelector('[data-part=lead] [data-signal]')?.dataset.marks === '6');
});

test('what is turned now stands in the overview, whoever turned it, and is undone there', async () => {
  await closeDrawer();
  await turnDial();
  const strip = page.locator('.dials-strip');
  await strip.getByText(/^Now: draft length from the engine's own to 1, everywhere, by test, until \d/).waitFor({ timeout: 10_000 });
  await strip.getByRole('button', { name: 'Undo' }).click();
  await strip.waitFor({ state: 'hidden' });
  assert.deepEqual((await dials()).leases, []);
});

test('earlier incidents are listed when they are asked for, and are not judged by what came later', async () => {
  const pages = Array.from({ length: 6 }, (_, index) => ({ ...PAGE, id: `page-00000000000001f${index}`, at: PAGE.at - index }));
  await stub(page, 'pages', () => ({ json: { pages } }));
  await page.reload();
  const rows = page.locator('.incident-row');
  await until(page, () => document.querySelectorAll('.incident-row').length === 3);
  await page.locator('.incidents').getByRole('button', { name: '3 earlier' }).click();
  await until(page, () => document.querySelectorAll('.incident-row').length === 6);
  const healths = await rows.locator('.health').allInnerTexts();
  assert.notEqual(healths[0], 'over');
  assert.deepEqual(healths.slice(1), Array(5).fill('over'));
  await page.unroute('**/api/v1/pages*');
});

test('an incident that is not there is told', async () => {
  await page.goto(`${opened.program.console}/#incident=page-00000000000000ff`);
  await page.reload();
  await page.locator('.incident-message').getByText('There is no such incident').waitFor();
  await closeDrawer();
});

test('an incident of a stratum that is no longer there is shown without its chart', async () => {
  const strange = { ...PAGE, lead: { ...PAGE.lead, strata: { gone: 'x' } } };
  await stub(page, 'pages', () => ({ json: { pages: [strange] } }));
  await page.goto(`${opened.program.console}/${incidentAddress}`);
  await page.reload();
  await page.locator('.incident-message').getByText("there is no dimension 'gone'").waitFor();
  await part('course').locator('li').first().waitFor();
  assert.equal(await page.locator('.incident-first .health').textContent(), 'not measured now');
  assert.equal(await page.locator('#banner').isHidden(), true);
  await page.unroute('**/api/v1/pages*');
});

test('a phone needs no sideways scrolling, in either language', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const title of ['采取的措施', 'What was done']) {
    await page.goto(`${opened.program.console}/${incidentAddress}`);
    await page.evaluate(() => document.getElementById('language-switch').click());
    await part('action').getByRole('heading', { name: title }).waitFor();
    const wide = await page.locator('.incident').evaluate((found) => found.scrollWidth > found.clientWidth || found.clientWidth > 390);
    assert.equal(wide, false);
  }
});

test('the browser had nothing to complain about but what was meant to fail', () => {
  assert.deepEqual(opened.complaints.filter((text) => !/40[04] \((Not Found|Bad Request)\)/.test(text)), []);
});
