import { chromium } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/** Waits until every chart of the console page has points. */
export function allChartsDrawn(page, timeout) {
  const drawn = () => {
    const charts = [...document.querySelectorAll('[data-signal]')];
    return charts.length === 5 && charts.every((chart) => Number(chart.dataset.points) > 0);
  };
  return page.waitForFunction(drawn, undefined, { timeout });
}
