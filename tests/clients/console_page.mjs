import { launchBrowser } from './browser.mjs';
import { startProgram } from './program.mjs';

/**
 * The console of a program of its own in a browser of its own. `requested` and `complaints` gather
 * what the page asked for and what the browser logged as an error. DATA, COMMAND and CONFIGURATION are those of startProgram.
 */
export async function openConsole({ hash = '', stubs = {}, data, command, configuration, ...options } = {}) {
  const program = await startProgram({ data, command, configuration });
  const browser = await launchBrowser();
  const requested = [];
  const complaints = [];
  const settings = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark', locale: 'en-GB', ...options };
  const context = await browser.newContext(settings);
  context.on('request', (request) => requested.push(request.url()));
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.stack));
  for (const [path, answer] of Object.entries(stubs)) await stub(page, path, answer);
  await page.goto(program.console + hash);
  const close = async () => {
    await browser.close();
    await program.stop();
  };
  return { program, browser, page, requested, complaints, close };
}

/** Answers GET /api/v1/PATH in the program's place; `answer` gets the query, and undefined lets the program answer. */
export function stub(page, path, answer) {
  return page.route(`**/api/v1/${path}*`, async (route) => {
    const { status = 200, json } = answer(new URL(route.request().url()).searchParams) ?? {};
    return json === undefined ? route.fallback() : route.fulfill({ status, json });
  });
}

/** Waits until a condition on the page holds. */
export const until = (page, condition, argument) => page.waitForFunction(condition, argument, { timeout: 10_000 });

/** The attribute data-NAME of the first element that the selector finds, as a number. */
export const numberOf = (page, selector, name) =>
  page.locator(selector).first().evaluate((found, key) => Number(found.dataset[key]), name);
