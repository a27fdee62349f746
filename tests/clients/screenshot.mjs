/**
 * Writes docs/console*.png; run by hand:
 *   npm run screenshot      SCREENSHOT_WAIT_S: seconds of data to collect first
 * The picture of a month shows made-up data (long_history.mjs).
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser } from './browser.mjs';
import { stub } from './console_page.mjs';
import { longHappenings, longHistory } from './long_history.mjs';
import { startProgram } from './program.mjs';

const LARGEST_BYTES = 250_000;
const seconds = Number(process.env.SCREENSHOT_WAIT_S ?? 300);
const docs = resolve(import.meta.dirname, '../../docs');

const DESK = { width: 1440, height: 900 };
const PICTURES = [
  { file: 'console.png', colorScheme: 'dark', viewport: DESK },
  { file: 'console-light.png', colorScheme: 'light', viewport: DESK, hash: '#view=explore&by=prompt&layout=overlay' },
  { file: 'console-phone.png', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { file: 'console-30d.png', colorScheme: 'dark', viewport: DESK, hash: '#range=30d', isMadeUp: true },
];

async function makeUp(page) {
  const { events, findings } = longHappenings(Date.now() / 1000);
  await stub(page, 'series', longHistory);
  await stub(page, 'events', () => ({ json: { events } }));
  await stub(page, 'findings', () => ({ json: { findings } }));
}

async function takePicture(browser, address, { file, hash = '', isMadeUp = false, ...look }) {
  const page = await browser.newPage({ locale: 'en-GB', ...look });
  if (isMadeUp) await makeUp(page);
  await page.goto(`${address}/${hash}`);
  await page.waitForFunction(() => Number(document.documentElement.dataset.points) > 0);
  const path = `${docs}/${file}`;
  await page.screenshot({ path, animations: 'disabled' });
  await page.close();
  const { size } = await stat(path);
  console.log(`${path}: ${size} bytes`);
  if (size > LARGEST_BYTES) process.exitCode = 1;
}

const program = await startProgram();
const browser = await launchBrowser();
try {
  await sleep(seconds * 1000);
  for (const picture of PICTURES) await takePicture(browser, program.console, picture);
} finally {
  await browser.close();
  await program.stop();
}
