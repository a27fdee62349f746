import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allChartsDrawn } from './browser.mjs';
import { openConsole } from './console_page.mjs';

test('a Chinese browser meets a Chinese page, on a phone too, and no text is left in English', async () => {
  const opened = await openConsole({ locale: 'zh-CN', viewport: { width: 390, height: 844 } });
  try {
    const { page } = opened;
    await allChartsDrawn(page, 10_000);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    for (const view of ['探查', '热力图', '总览']) {
      await page.getByLabel(view, { exact: true }).click();
      await page.locator('h2:visible').first().waitFor();
      const headings = await page.locator('h2, .choice > span, .chip').allTextContents();
      const english = headings.filter((text) => text && !/\p{Script=Han}/u.test(text) && !['simulated'].includes(text));
      assert.deepEqual(english, []);
    }
    assert.deepEqual(opened.complaints, []);
  } finally {
    await opened.close();
  }
});
