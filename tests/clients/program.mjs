import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const START_DEADLINE_MS = 20_000;
const STOP_DEADLINE_MS = 10_000;

const binary = resolve(process.env.FORESHOCK ?? join(import.meta.dirname, '../../build/release/foreshock'));

/** Resolves with the addresses the program prints, one `name http://…` or `name https://…` a line. */
function readAddresses(child) {
  const addresses = {};
  const lines = createInterface({ input: child.stdout });
  return new Promise((succeed, fail) => {
    const deadline = setTimeout(() => fail(new Error(`${binary} printed no addresses`)), START_DEADLINE_MS);
    child.once('error', fail);
    child.once('exit', (code, signal) => fail(new Error(`${binary} ended at its start: ${signal ?? code}`)));
    lines.on('line', (line) => {
      const [, name, address] = /^(gateway|console) (https?:\/\/\S+)/.exec(line) ?? [];
      if (name) addresses[name] = address.replace(/\/$/, '');
      if (!addresses.gateway || !addresses.console) return;
      clearTimeout(deadline);
      child.removeAllListeners('exit');
      succeed(addresses);
    });
  });
}

async function terminate(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
  const [, signal] = await exited;
  clearTimeout(deadline);
  if (signal === 'SIGKILL') throw new Error(`${binary} did not end within ${STOP_DEADLINE_MS} ms of SIGTERM`);
}

/**
 * Starts `foreshock up` on free ports. Without a configuration file a simulated
 * engine and a light load run by themselves. It keeps its data in DATA, or in a
 * folder of its own that goes with it. COMMAND: another one, and its options. LOG: a file descriptor for what it logs.
 */
export async function startProgram({ configuration, data, command = ['up'], log = 'inherit' } = {}) {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'foreshock-clients-')));
  const listening = ['--listen', '127.0.0.1:0', '--console', '127.0.0.1:0', '--data-dir', folder];
  const child = spawn(binary, [...command, ...(configuration ? ['-c', configuration] : []), ...listening], {
    stdio: ['ignore', 'pipe', log],
  });
  const stop = async () => {
    await terminate(child).finally(() => data ?? rm(folder, { recursive: true, force: true }));
  };
  try {
    return { ...(await readAddresses(child)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
