/**
 * Writes docs/console.png and docs/console-light.png; run by hand:
 *   npm run screenshot      SCREENSHOT_WAIT_S: seconds of data to collect first
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allChartsDrawn, launchBrowser } from './browser.mjs';
import { startProgram } from './program.mjs';

const LARGEST_BYTES = 250_000;
const seconds = Number(process.env.SCREENSHOT_WAIT_S ?? 90);
const docs = resolve(import.meta.dirname, '../../docs');

async function takePicture(browser, address, colorScheme, file) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme });
  await page.goto(address);
  await allChartsDrawn(page, 15_000);
  await page.screenshot({ path: file, animations: 'disabled' });
  await page.close();
  const { size } = await stat(file);
  console.log(`${file}: ${size} bytes`);
  if (size > LARGEST_BYTES) process.exitCode = 1;
}

const program = await startProgram();
const browser = await launchBrowser();
try {
  await sleep(seconds * 1000);
  await takePicture(browser, program.console, 'dark', `${docs}/console.png`);
  await takePicture(browser, program.console, 'light', `${docs}/console-light.png`);
} finally {
  await browser.close();
  await program.stop();
}
