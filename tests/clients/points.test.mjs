import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allChartsDrawn } from './browser.mjs';
import { numberOf, openConsole, until } from './console_page.mjs';
import { longHistory } from './long_history.mjs';

const FINDING = {
  id: 'finding-0000000000000001', series: 'ttft', strata: {}, shape: 'sudden', direction: 'up', size: 0.25, interval: [0.2, 0.3],
  level: 0.95, before: 0.1, severity: 'critical', detector: 'level', because: [],
};
const EVENT = {
  id: 'event-0000000000000001', kind: 'model_version', until: null, subject: 'sim', scope: { replica: 'sim' }, posted: false,
  text: 'sim: version a to b',
};

let opened;
let page;

before(async () => {
  const begun = Date.now() / 1000;
  const stubs = {
    series: longHistory,
    events: () => ({ json: { events: [{ ...EVENT, at: begun - 5 }] } }),
    findings: () => ({ json: { findings: [{ ...FINDING, onset: begun - 3, at: begun }] } }),
  };
  opened = await openConsole({ stubs });
  ({ page } = opened);
  await allChartsDrawn(page, 10_000);
});

after(() => opened?.close());

const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent);
const momentOf = (signal) => page.locator(`[data-signal=${signal}] .panel-moment`).textContent();
const chart = (signal) => page.locator(`[data-signal=${signal}] .plot`);
const drawer = () => page.locator('.request-drawer');
const listed = async () => {
  await until(page, () => document.querySelector('.drawer-list').dataset.requests !== undefined);
  return numberOf(page, '.drawer-list', 'requests');
};

test('events stand on every chart, findings on those of their signal, and both in a list', async () => {
  await until(page, () => document.querySelector('[data-signal=ttft]').dataset.marks === '2');
  assert.equal(await numberOf(page, '[data-signal=e2e]', 'marks'), 1);
  const rows = await page.locator('.happening').allInnerTexts();
  assert.equal(rows.length, 2);
  assert.match(rows[0], /critical\s+Time to first token rose suddenly by 250 ms \(200 ms – 300 ms\)/);
  assert.match(rows[1], /model version\s+sim: version a to b/);
});

test('a row of the list puts the cursor of all charts there, and its text on the chart', async () => {
  await page.locator('.happening').first().click();
  await until(page, () => document.querySelector('[data-signal=ttft] .plot-tip').textContent.startsWith('critical: Time to first'));
  assert.match(await momentOf('e2e'), /^\d\d:\d\d:\d\d$/);
  assert.equal(await momentOf('e2e'), await momentOf('ttft'));
});

test('the Tab key leads over the choices to the charts', async () => {
  await page.reload();
  await allChartsDrawn(page, 10_000);
  const met = [];
  for (let presses = 0; presses < 14; ++presses) {
    await page.keyboard.press('Tab');
    met.push((await focused()).slice(0, 22));
  }
  assert.equal(met[0], 'Skip to the charts');
  assert.ok(met.indexOf('Keyboard shortcuts') > 0);
  assert.ok(met.findIndex((name) => name.startsWith('Time to first token. A')) > met.indexOf('Keyboard shortcuts'), met.join(' | '));
});

test('the arrow keys move the cursor and Enter opens the requests behind the point', async () => {
  await until(page, () => Number(document.querySelector('[data-signal=ttft]').dataset.points) > 9);
  await chart('ttft').focus();
  await page.keyboard.press('End');
  const newest = await momentOf('ttft');
  await page.keyboard.press('ArrowLeft');
  const before = await momentOf('ttft');
  assert.ok(before < newest, `${before} is before ${newest}`);
  const points = await numberOf(page, '[data-signal=ttft]', 'points');
  await until(page, (count) => Number(document.querySelector('[data-signal=ttft]').dataset.points) > count, points);
  assert.equal(await momentOf('ttft'), before, 'the cursor stays where it is while time goes on');
  const told = await chart('ttft').getAttribute('aria-valuetext');
  assert.match(told, new RegExp(`^${before}: P50 [\\d.]+ m?s, P90 [\\d.]+ m?s, P99 [\\d.]+ m?s$`));
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await drawer().waitFor();
  assert.ok((await listed()) > 0);
  const [, from, to] = /ended .*?(\d\d:\d\d:\d\d) – .*?(\d\d:\d\d:\d\d)$/.exec(await page.locator('.drawer-subject').textContent());
  for (const time of await page.locator('.request time').allTextContents()) assert.ok(from <= time && time <= to, `${from} ${time} ${to}`);
  await page.locator('.request summary').first().click();
  await until(page, () => document.querySelectorAll('.course li').length >= 4);
  assert.match(await page.locator('.request-facts').innerText(), /Request\s+observation-/);
});

test('the requests behind a point are filtered by model, replica and state', async () => {
  const all = await listed();
  const choose = async (label, value) => {
    const answered = page.waitForResponse((response) => response.url().includes('/observations') && response.url().includes('from='));
    await drawer().getByLabel(label, { exact: true }).selectOption(value);
    return new URL((await answered).url()).searchParams;
  };
  assert.equal((await choose('Replica', 'simulated')).get('replica'), 'simulated');
  assert.equal((await choose('Model', 'foreshock-sim')).get('model'), 'foreshock-sim');
  await until(page, (count) => Number(document.querySelector('.drawer-list').dataset.requests) === count, all);
  await choose('State', 'malformed');
  await until(page, () => document.querySelector('.drawer-list').dataset.requests === '0');
  assert.match(await page.locator('.drawer-message').textContent(), /No request of this time is kept/);
  await page.keyboard.press('Escape');
  await drawer().waitFor({ state: 'hidden' });
});

test('a click on a chart opens the requests of that moment', async () => {
  const area = await page.locator('[data-signal=e2e] .u-over').boundingBox();
  await page.mouse.click(area.x + area.width - 4, area.y + 20);
  await drawer().waitFor();
  assert.match(await page.locator('.drawer-subject').textContent(), /^End-to-end latency: ended/);
  await page.getByRole('button', { name: 'Close' }).click();
  await drawer().waitFor({ state: 'hidden' });
});

test('keys choose the range and the view, and a help lists them', async () => {
  await page.keyboard.press('?');
  await page.locator('.help').waitFor();
  assert.equal(await page.locator('.help dd').count(), 12);
  await page.keyboard.press('Escape');
  await page.locator('.help').waitFor({ state: 'hidden' });
  for (const [key, hash] of [['3', '#range=1h'], ['e', '#view=explore&range=1h'], ['h', '#view=heatmap&range=1h'], ['o', '#range=1h']]) {
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => window.location.hash), hash);
  }
  await page.goBack();
  await until(page, () => document.documentElement.dataset.view === 'heatmap');
  await page.goForward();
  await until(page, () => document.documentElement.dataset.view === 'overview');
  await page.keyboard.press('f');
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'SELECT');
  await page.locator('main').focus();
  await page.keyboard.press('c');
  assert.match(await focused(), /^Time to first token/);
  await page.keyboard.press('C');
  assert.match(await focused(), /^Error rate/);
});

test('long ranges are drawn from the grains that are kept so long', async () => {
  for (const [name, step, points] of [['6 h', '60', 300], ['24 h', '60', 250], ['7 d', '3600', 150], ['30 d', '3600', 300], ['90 d', '3600', 300]]) {
    const asked = page.waitForRequest((request) => request.url().includes('/series'));
    await page.getByLabel(name, { exact: true }).click();
    assert.equal(new URL((await asked).url()).searchParams.get('step'), step);
    await until(page, ([least, hash]) =>
      window.location.hash === hash && Number(document.querySelector('[data-signal=error_rate]').dataset.points) > least,
    [points, `#range=${name.replace(' ', '')}`]);
  }
  await page.locator('[data-signal=e2e] .u-over').hover();
  await until(page, () => /^\d+ \w{3} \d\d:\d\d$/.test(document.querySelector('[data-signal=e2e] .panel-moment').textContent));
});

test('a range with nothing in it says why', async () => {
  await page.unroute('**/api/v1/series*');
  await page.route('**/api/v1/series*', (route) => route.fulfill({ json: { now: 0, step: 1, series: [] } }));
  await page.goto(`${opened.program.console}/#range=15m`);
  await page.reload();
  const text = page.locator('[data-signal=ttft] .panel-empty');
  await until(page, () => document.querySelector('[data-signal=ttft].is-empty .panel-empty')?.textContent);
  assert.match(await text.textContent(), /^No data yet: Foreshock has been up for \d+/);
});

test('the browser had nothing to complain about', () => assert.deepEqual(opened.complaints, []));
