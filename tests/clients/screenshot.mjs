/**
 * Writes docs/console*.png from a run of the demo, with a program that was built for release; run by hand:
 *   npm run screenshot      SCREENSHOT_WAIT_S: seconds of healthy traffic first
 * The picture of a month shows made-up data (long_history.mjs) and no incident.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser } from './browser.mjs';
import { stub } from './console_page.mjs';
import { longHappenings, longHistory } from './long_history.mjs';
import { startProgram } from './program.mjs';

const LARGEST_BYTES = 250_000;
const seconds = Number(process.env.SCREENSHOT_WAIT_S ?? 90);
const JUDGED_WITHIN_S = 180;

/** After the verdict, so that it can be seen how it goes on. */
const GOES_ON_S = 60;
/** For what is read once a while. */
const SETTLES_MS = 3000;
const docs = resolve(import.meta.dirname, '../../docs');

const DESK = { width: 1440, height: 900 };
const PICTURES = [
  { file: 'console.png', colorScheme: 'dark', viewport: DESK },
  { file: 'console-incident.png', colorScheme: 'dark', viewport: DESK, showsIncident: true },
  { file: 'console-light.png', colorScheme: 'light', viewport: DESK, hash: '#view=explore&by=prompt&layout=overlay' },
  { file: 'console-phone.png', colorScheme: 'dark', viewport: { width: 390, height: 844 }, showsIncident: true },
  { file: 'console-30d.png', colorScheme: 'dark', viewport: DESK, hash: '#range=30d', isMadeUp: true },
];

async function makeUp(page) {
  const { events, findings } = longHappenings(Date.now() / 1000);
  await stub(page, 'series', longHistory);
  await stub(page, 'events', () => ({ json: { events } }));
  await stub(page, 'findings', () => ({ json: { findings } }));
  await stub(page, 'pages', () => ({ json: { pages: [] } }));
  await stub(page, 'dials', () => ({ json: { stopped: false, dials: [], leases: [] } }));
  await page.route('**/api/v1/status', async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), demo: null } }));
}

async function nouns(address, kind) {
  return (await (await fetch(`${address}/api/v1/${kind}`)).json())[kind];
}

/** The id of the page on which the demo got its verdict. */
async function playDemo(address) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  await page.locator('.demo-bar[data-state=ready]').waitFor({ timeout: 60_000 });
  await sleep(seconds * 1000);
  await page.getByRole('button', { name: 'Let it go wrong' }).click();
  await page.locator('.demo-bar[data-state=running]').waitFor();
  await page.close();
  for (let waited = 0; waited < JUDGED_WITHIN_S; ++waited) {
    if ((await nouns(address, 'verdicts')).length > 0) break;
    await sleep(1000);
  }
  const [told] = await nouns(address, 'pages');
  if (!told || (await nouns(address, 'verdicts')).length === 0) throw new Error('the demo got no verdict; is the machine busy?');
  await sleep(GOES_ON_S * 1000);
  return told.id;
}

async function takePicture(address, incident, { file, hash = '', isMadeUp = false, showsIncident = false, ...look }) {
  const page = await browser.newPage({ locale: 'en-GB', ...look });
  if (isMadeUp) await makeUp(page);
  await page.goto(`${address}/${showsIncident ? `#incident=${incident}` : hash}`);
  await page.waitForFunction(() => Number(document.documentElement.dataset.points) > 0);
  if (showsIncident) await page.locator('[data-part=lead][data-points]').waitFor();
  await sleep(SETTLES_MS);
  const path = `${docs}/${file}`;
  await page.screenshot({ path, animations: 'disabled' });
  await page.close();
  const { size } = await stat(path);
  console.log(`${path}: ${size} bytes`);
  if (size > LARGEST_BYTES) process.exitCode = 1;
}

const program = await startProgram({ command: ['demo', '--wait'] });
const browser = await launchBrowser();
try {
  const incident = await playDemo(program.console);
  for (const picture of PICTURES) await takePicture(program.console, incident, picture);
} finally {
  await browser.close();
  await program.stop();
}
