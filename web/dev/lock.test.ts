import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no optional package depends on the Node that npm itself runs on', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  const entries = Object.entries<{ optional?: boolean; engines?: unknown }>(lock.packages);
  const bound = entries.filter(([, entry]) => entry.optional && entry.engines).map(([name]) => name);
  expect(bound, "run 'npm run trim-lock'").toEqual([]);
});
