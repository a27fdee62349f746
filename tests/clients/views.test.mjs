import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allChartsDrawn } from './browser.mjs';
import { numberOf, openConsole, stub, until } from './console_page.mjs';

let opened;
let page;

before(async () => {
  opened = await openConsole();
  ({ page } = opened);
  await allChartsDrawn(page, 10_000);
});

after(() => opened?.close());

const view = (name) => page.getByLabel(name, { exact: true }).click();
const choose = (label, value) => page.getByLabel(label, { exact: true }).selectOption(value);
const address = () => page.evaluate(() => window.location.hash);
const drawnPanels = (count) =>
  until(page, (wanted) => {
    const panels = [...document.querySelectorAll('[data-signal]')];
    return panels.length === wanted && panels.every((panel) => Number(panel.dataset.points) > 0);
  }, count);

test('the overview shows one stratum, and the address says which', async () => {
  const asked = page.waitForRequest((request) => request.url().includes('/series') && request.url().includes('stratum='));
  await choose('Show', 'model');
  assert.equal(new URL((await asked).url()).searchParams.get('stratum'), 'model:foreshock-sim');
  assert.equal(await page.getByLabel('Value', { exact: true }).inputValue(), 'foreshock-sim');
  assert.equal(await address(), '#stratum=model%3Aforeshock-sim');
  await page.reload();
  await allChartsDrawn(page, 10_000);
  assert.equal(await page.getByLabel('Show', { exact: true }).inputValue(), 'model');
  await choose('Show', '');
  assert.equal(await address(), '');
});

test('any signal is shown whole and split by any dimension', async () => {
  await view('Explore');
  await choose('Signal', 'output_tokens');
  await choose('Split by', 'tools');
  await drawnPanels(3);
  assert.deepEqual(await page.locator('.panel h2').allTextContents(), ['Output tokens', 'false', 'true']);
  assert.equal(await page.locator('.parts-title').textContent(), 'Output tokens by tools, all requests');
});

test('panels side by side have one scale', async () => {
  await until(page, () => {
    const tops = [...document.querySelectorAll('.panels-small .panel')].map((panel) => panel.dataset.top);
    return tops.length === 2 && Number(tops[0]) > 0 && tops[0] === tops[1];
  });
});

test('the parts lie over each other in one chart, one statistic a line', async () => {
  await view('Overlaid');
  await drawnPanels(2);
  const overlay = page.locator('.panels-small .panel');
  assert.deepEqual(await overlay.locator('dt').allTextContents(), ['false', 'true']);
  assert.equal(await overlay.locator('h2').textContent(), 'Output tokens, P90');
  await view('P99');
  await until(page, () => document.querySelector('.panels-small h2')?.textContent === 'Output tokens, P99');
  assert.equal(await address(), '#view=explore&signal=output_tokens&by=tools&layout=overlay&statistic=p99');
});

test('cold and warm starts are one press away, and say when none are known', async () => {
  await stub(page, 'strata', () => ({ json: { dimensions: [{ name: 'start', values: ['cold', 'warm'] }] } }));
  await page.reload();
  await page.getByRole('button', { name: 'Cold and warm' }).click();
  await until(page, () => document.querySelectorAll('.panels-small dt').length === 2);
  assert.deepEqual(await page.locator('.panels-small dt').allTextContents(), ['cold', 'warm']);
  await page.unroute('**/api/v1/strata*');
  await page.getByRole('button', { name: 'Replicas side by side' }).click();
  await page.reload();
  await until(page, () => document.querySelector('.panels-small h2')?.textContent === 'simulated');
});

test('the heat map counts requests by row and band', async () => {
  await view('Heat map');
  await choose('Split by', 'replica');
  await page.locator('.heat-table tbody tr').first().waitFor();
  assert.deepEqual(await page.locator('.heat-table thead th').allTextContents(), ['', '< 1 s', '1 s – 5 s', '5 s – 15 s', '> 15 s', 'Total']);
  // Read at once: the table is made anew as requests come in.
  const { counts, total } = await page.evaluate(() => {
    const number = (cell) => Number(cell.textContent.replace(/\s/g, ''));
    const row = document.querySelector('.heat-table tbody tr');
    return { counts: [...row.querySelectorAll('.heat-cell span')].map(number), total: number(row.querySelector('.heat-total')) };
  });
  assert.ok(total > 0);
  assert.equal(counts.reduce((left, right) => left + right), total);
});

test('the bands of the heat map can be chosen, and a mistake in them is told', async () => {
  const bands = page.getByLabel('Bands', { exact: true });
  await bands.fill('0.5, 2');
  await bands.press('Enter');
  await until(page, () => document.querySelectorAll('.heat-table thead th').length === 5);
  await bands.fill('2,1');
  await bands.press('Enter');
  await page.getByText('bounds must be at most 20 numbers, each above the one before').waitFor();
  await bands.fill('');
  await bands.press('Enter');
  await until(page, () => document.getElementById('banner').hidden);
});

test('a stratum that cannot be is told in the words of the service', async () => {
  await page.goto(`${opened.program.console}/#stratum=nonsense`);
  await page.getByText("stratum must be dimension:value, found 'nonsense'").waitFor();
  await page.goto(`${opened.program.console}/#stratum=modle:a`);
  await page.getByText("stratum: there is no dimension 'modle'. Did you mean 'model'?").waitFor();
  assert.equal(await numberOf(page, 'html', 'points'), 0);
  await page.goto(`${opened.program.console}/#`);
  await allChartsDrawn(page, 10_000);
});

test('a phone needs no sideways scrolling in any view', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ['Overview', 'Explore', 'Heat map']) {
    await view(name);
    await until(page, (shown) => document.documentElement.dataset.view === shown, name.toLowerCase().replace(' ', ''));
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(widest <= 390, `${name}: ${widest}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await view('Overview');
});

test('nothing failed on the way but what was meant to', () => {
  assert.deepEqual(opened.complaints.filter((text) => !text.includes('400 (Bad Request)')), []);
});
