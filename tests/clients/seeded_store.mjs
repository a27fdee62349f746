/** A data folder in which an analysis seems to have made some nouns: what a test need not wait for. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startProgram } from './program.mjs';

const NANOSECONDS = 1_000_000_000;

/** "finding-00000000000004d2" -> ["finding", 1234] */
function keyOf(id) {
  const [kind, number] = id.split('-');
  return [kind, Number.parseInt(number, 16)];
}

/** Of a store that the program has made; the program does not run. */
export function keepNouns(folder, nouns) {
  const database = new DatabaseSync(join(folder, 'store.db'));
  const put = database.prepare('INSERT OR REPLACE INTO noun(kind, number, at, body) VALUES(?, ?, ?, ?)');
  for (const noun of nouns) put.run(...keyOf(noun.id), BigInt(Math.round(noun.at * 1000)) * BigInt(NANOSECONDS / 1000), JSON.stringify(noun));
  database.close();
}

/** The folder of a store with these nouns; whoever asks for it removes it. */
export async function seededFolder(nouns) {
  const folder = await mkdtemp(join(tmpdir(), 'foreshock-seeded-'));
  const program = await startProgram({ data: folder });
  await program.stop();
  keepNouns(folder, nouns);
  return folder;
}
