/**
 * Drops the `engines` of optional packages from package-lock.json. npm compares them
 * with the Node it runs on itself, not with the one in node_modules that runs the
 * tools, so on an older system Node it would silently skip the bundler's native part.
 *   Run after each change of package-lock.json: npm run trim-lock
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const path = join(import.meta.dirname, '../package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
for (const entry of Object.values<Record<string, unknown>>(lock.packages)) {
  if (entry.optional) delete entry.engines;
}
writeFileSync(path, JSON.stringify(lock, null, 2) + '\n');
