import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allChartsDrawn } from './browser.mjs';
import { numberOf, openConsole, until } from './console_page.mjs';

const SIGNALS = ['ttft', 'inter_token', 'e2e', 'throughput', 'error_rate'];
const FIRST_POINTS_DEADLINE_MS = 10_000;

let opened;
let page;

before(async () => {
  opened = await openConsole();
  ({ page } = opened);
});

after(() => opened?.close());

const pointsOf = (signal) => numberOf(page, `[data-signal=${signal}]`, 'points');

const pixelsOf = (signal) =>
  page.locator(`[data-signal=${signal}] canvas`).evaluate((canvas) => canvas.toDataURL());

test('all five charts have points within ten seconds', async () => {
  await allChartsDrawn(page, FIRST_POINTS_DEADLINE_MS);
  const drawn = await page.locator('[data-signal]').evaluateAll((charts) => charts.map((chart) => chart.dataset.signal));
  assert.deepEqual(drawn, SIGNALS);
  const total = await page.evaluate(() => Number(document.documentElement.dataset.points));
  const sum = (await Promise.all(SIGNALS.map(pointsOf))).reduce((left, right) => left + right);
  assert.ok(total > 0 && Math.abs(total - sum) < 60, `root says ${total}, charts say ${sum}`);
});

test('every chart moves', async () => {
  for (const signal of SIGNALS) {
    const [points, pixels] = [await pointsOf(signal), await pixelsOf(signal)];
    const hasMoved = ([name, count, picture]) => {
      const chart = document.querySelector(`[data-signal=${name}]`);
      return Number(chart.dataset.points) > count && chart.querySelector('canvas').toDataURL() !== picture;
    };
    await until(page, hasMoved, [signal, points, pixels]);
  }
});

test('the tiles show numbers and the newest requests are listed', async () => {
  const values = await page.locator('[data-signal=ttft] .reading-value').allTextContents();
  assert.equal(values.length, 3);
  for (const value of values) assert.match(value, /^\d/);
  assert.ok((await page.locator('.requests tbody tr').count()) > 0);
  assert.equal(await page.locator('.gateway-address').textContent(), opened.program.gateway);
});

test('the crosshair is shared by all charts', async () => {
  await page.locator('[data-signal=ttft] .u-over').hover();
  await until(page, () =>
    [...document.querySelectorAll('.panel-moment')].every((moment) => /^\d\d:\d\d:\d\d$/.test(moment.textContent)));
  await page.mouse.move(0, 0);
});

test('the short ranges are drawn without an error', async () => {
  for (const [name, step] of [['15 min', 1], ['1 h', 10], ['5 min', 1]]) {
    const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('step') === String(step));
    await page.getByLabel(name, { exact: true }).click();
    assert.equal((await answered).status(), 200);
  }
  await allChartsDrawn(page, 5000);
});

test('the theme switches and is remembered', async () => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.locator('#theme-toggle').click();
  const light = await background();
  assert.notEqual(light, dark);
  await page.reload();
  await allChartsDrawn(page, 5000);
  assert.equal(await background(), light);
  await page.keyboard.press('t');
  assert.equal(await background(), dark);
});

test('the language switches and is remembered', async () => {
  const titles = () => page.locator('.panel h2').allTextContents();
  await page.locator('#language-switch').click();
  await until(page, () => document.documentElement.lang === 'zh-CN');
  assert.equal((await titles())[0], '首词元延迟');
  await page.reload();
  assert.equal(await page.locator('#language-switch').textContent(), 'English');
  await page.keyboard.press('l');
  await until(page, () => document.documentElement.lang === 'en-GB');
  assert.equal((await titles())[0], 'Time to first token');
});

test('no request left the origin and the browser had nothing to complain about', () => {
  const foreign = opened.requested.filter((url) => new URL(url).origin !== opened.program.console);
  assert.deepEqual(foreign, []);
  assert.deepEqual(opened.complaints, []);
});

test('a console that lost the program says so and keeps its charts', async () => {
  await allChartsDrawn(page, FIRST_POINTS_DEADLINE_MS);
  await opened.program.stop();
  await page.locator('#banner').waitFor({ state: 'visible', timeout: 10_000 });
  assert.equal(await page.locator('#banner').textContent(), 'The console cannot reach Foreshock; trying again');
  assert.ok((await pointsOf('ttft')) > 0);
});

test('a backend that is avoided says why', async () => {
  const lonely = await openConsole({ command: ['up', '--backend', 'http://127.0.0.1:1'] });
  try {
    await lonely.page.getByText('not reachable').waitFor();
  } finally {
    await lonely.close();
  }
});
