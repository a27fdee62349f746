import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stub, until } from './console_page.mjs';
import { incidentAddress, NOUNS, openIncidentConsole } from './incident_page.mjs';

const { page: PAGE, action: ACTION } = NOUNS;
let opened;
let page;
let drawer;
let part;
let address;

before(async () => {
  opened = await openIncidentConsole();
  ({ page, drawer, part, address } = opened);
  let tell;
  const told = new Promise((resolve) => { tell = resolve; });
  await page.route('**/api/v1/causes*', async (route) => {
    await told;
    await route.fallback();
  });
  await page.evaluate((hash) => { window.location.hash = hash; }, incidentAddress);
  await drawer().waitFor();
  const second = part('causes').locator('.cause').nth(1);
  await second.locator('summary').click();
  tell();
  await second.locator('.cause-what').first().waitFor(); // it stays open when its texts have come
});

after(() => opened?.close());

test('evidence leads to the chart of the finding that it came from', async () => {
  await part('causes').getByRole('button', { name: 'Inter-token latency rose from 10.1 ms to 21.5 ms' }).click();
  await until(page, () => document.documentElement.dataset.view === 'explore');
  assert.equal(await address(), '#view=explore&signal=inter_token');
  await page.goBack();
  await drawer().waitFor();
});

const requestsAsked = async (link) => {
  const asked = page.waitForRequest((request) => request.url().includes('/observations') && request.url().includes('from='));
  await link.click();
  const query = new URL((await asked).url()).searchParams;
  await page.locator('.request-drawer').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.request-drawer').waitFor({ state: 'hidden' });
  const near = query.get('near');
  return [Number(query.get('from')), Number(query.get('to')), query.get('stratum') ?? '', ...(near === null ? [] : [Number(near)])];
};

test('what is as usual leads to its chart too, an event to the requests around it', async () => {
  await part('causes').locator('.cause').nth(1).getByRole('button', { name: 'Time to first token is as usual' }).click();
  await until(page, () => document.documentElement.dataset.view === 'explore');
  assert.equal(await address(), '#view=explore&stratum=replica%3Areplica-a');
  await page.goBack();
  await drawer().waitFor();
  const { at } = PAGE.events[0];
  const event = part('causes').locator('.cause').first().getByRole('button', { name: 'model version' });
  assert.deepEqual(await requestsAsked(event), [at - 60, at + 60, 'replica:replica-a', at]);
});

test('each step of what happened leads to its requests', async () => {
  const { lead } = PAGE;
  const steps = part('course').locator('li');
  const { at } = PAGE.events[0];
  assert.deepEqual(await requestsAsked(steps.first().getByRole('button')), [at - 60, at + 60, 'replica:replica-a', at]);
  assert.deepEqual(await requestsAsked(steps.nth(2).getByRole('button')), [lead.onset, lead.at, '']);
  const [from] = await requestsAsked(steps.last().getByRole('button'));
  assert.equal(from, ACTION.at);
});

test('an action leads to its diagnosis', async () => {
  await part('action').getByRole('button', { name: 'Why: the diagnosis' }).click();
  await until(page, () => document.activeElement.closest('[data-part=causes]') !== null);
});

test('a finding leads to its chart at its stratum and range, and the way back to the incident', async () => {
  await part('findings').locator('summary').click();
  await part('findings').getByRole('button', { name: 'Show in Explore' }).click();
  await until(page, () => document.documentElement.dataset.view === 'explore');
  assert.equal(await address(), '#view=explore&stratum=replica%3Areplica-a&signal=decode_rate');
  await page.goBack();
  await drawer().waitFor();
});

/** One that ended in the time of the incident, of which the program has kept none. */
const request = (number, accepted) => ({
  id: `observation-${number.toString(16).padStart(16, '0')}`, model: 'sim', state: 'ok', error_class: 'none', status: 200, accepted,
  ttft_s: 0.1, e2e_s: 2, stamps: { first_token: 0.1, end: 2 },
});

test('it leads to the requests behind it, first to those that show it best', async () => {
  const observations = [request(163, PAGE.lead.onset + 2), request(162, PAGE.lead.onset + 1)];
  await stub(page, 'observations', (query) => (query.get('from') === null ? undefined : { json: { observations } }));
  const asked = page.waitForRequest((request) => request.url().includes('/observations') && request.url().includes('from='));
  await part('lead').getByRole('button', { name: 'Requests behind it' }).click();
  const query = new URL((await asked).url()).searchParams;
  assert.equal(Number(query.get('from')), PAGE.lead.onset);
  assert.equal(Number(query.get('to')), PAGE.lead.at);
  await page.locator('.request-drawer').waitFor();
  await until(page, () => document.querySelectorAll('.request').length === 2);
  assert.deepEqual(await page.locator('.request').evaluateAll((rows) => rows.map((row) => row.classList.contains('is-witness'))), [true, false]);
  await page.locator('.request summary').first().click();
  await page.locator('.request-facts').getByText(observations[1].id).waitFor();
  await page.unroute('**/api/v1/observations*');
  await page.keyboard.press('Escape');
  await page.locator('.request-drawer').waitFor({ state: 'hidden' });
  assert.equal(await drawer().count(), 1, 'the incident stays open');
});
