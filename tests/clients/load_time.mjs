/**
 * Prints how long the page takes from the start of the navigation until all charts are drawn, by the browser's own clock:
 *   npm run load-time      FORESHOCK_DATA: a data_dir (docs/benchmarks.md says how to make one that is 90 days long),
 *                          which gets two incidents a day
 */
import { incidentNouns } from '../../web/dev/incident_nouns.ts';
import { launchBrowser } from './browser.mjs';
import { startProgram } from './program.mjs';
import { keepNouns } from './seeded_store.mjs';

const LOADS = 10;
const VIEWS = ['#range=90d', '#range=30d', '#range=24h', '#view=explore&range=90d', ''];

/** In the page: notes when the first points were drawn. */
function noteDrawn() {
  new MutationObserver(() => {
    if (Number(document.documentElement.dataset.points) > 0) window.drawnAt ??= performance.now();
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-points'] });
}

async function loadTime(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(noteDrawn);
  await page.goto(address);
  await page.waitForFunction(() => window.drawnAt !== undefined);
  const [time, points] = await page.evaluate(() => [window.drawnAt, Number(document.documentElement.dataset.points)]);
  await page.close();
  return { time, points };
}

function incidents() {
  const now = Date.now() / 1000;
  return Array.from({ length: 180 }, (_, order) => {
    const { events, findings, page, action, verdict } = incidentNouns(now - order * 43_200, order);
    return [...events, ...findings, page, action, verdict];
  }).flat();
}

if (process.env.FORESHOCK_DATA) keepNouns(process.env.FORESHOCK_DATA, incidents());
const program = await startProgram({ data: process.env.FORESHOCK_DATA });
const browser = await launchBrowser();
try {
  for (const view of VIEWS) {
    const loads = [];
    for (let load = 0; load < LOADS; ++load) loads.push(await loadTime(browser, `${program.console}/${view}`));
    const times = loads.map(({ time }) => Math.round(time)).sort((left, right) => left - right);
    console.log(`${view || '(5 min)'}: ${times[0]} – ${times.at(-1)} ms, median ${times[LOADS / 2]}, ${loads[0].points} points`);
  }
} finally {
  await browser.close();
  await program.stop();
}
