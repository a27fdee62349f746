import { rm } from 'node:fs/promises';
import { incidentNouns } from '../../web/dev/incident_nouns.ts';
import { allChartsDrawn } from './browser.mjs';
import { openConsole } from './console_page.mjs';
import { seededFolder } from './seeded_store.mjs';

/** What the program has kept: an incident of the last minutes, without its verdict. */
export const NOUNS = incidentNouns(Date.now() / 1000);

export const incidentAddress = `#incident=${NOUNS.page.id}`;

/** The console over a program that has kept it; close() ends both. */
export async function openIncidentConsole() {
  const data = await seededFolder([...NOUNS.events, ...NOUNS.findings, NOUNS.page, NOUNS.page.diagnosis, NOUNS.action]);
  const opened = await openConsole({ data });
  const { page } = opened;
  await allChartsDrawn(page, 10_000);
  return {
    ...opened,
    drawer: () => page.locator('.incident[open]'),
    part: (name) => page.locator(`.incident [data-part=${name}]`),
    address: () => page.evaluate(() => window.location.hash),
    close: async () => {
      await opened.close();
      await rm(data, { recursive: true });
    },
  };
}
