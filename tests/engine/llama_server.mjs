import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LOAD_DEADLINE_MS = 60_000;
const models = resolve(process.env.FORESHOCK_MODELS ?? join(import.meta.dirname, '../../../shared/models'));

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function isReady(address) {
  return fetch(`${address}/health`).then((reply) => reply.ok, () => false);
}

/** A real llama-server, LLAMA_SERVER, with a small trained model; one thread, since more make it wait for itself on a busy machine. */
export async function startLlamaServer(program, extra = []) {
  const folder = await mkdtemp(join(tmpdir(), 'foreshock-llama-'));
  execFileSync('python3', [join(models, 'make_models.py'), folder], { stdio: 'ignore' });
  const port = await freePort();
  const command = ['--host', '127.0.0.1', '--port', port, '--offline', '-t', 1, '-tb', 1, '--threads-http', 4, '--metrics', '--slots',
    '--slot-save-path', folder, '-c', 2048, '-np', 4, '-m', join(folder, 'stories260K.gguf'), ...extra];
  const child = spawn(program, command.map(String), { stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + LOAD_DEADLINE_MS;
  while (!(await isReady(address))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program} does not serve: exit code ${child.exitCode}`);
    await pause(50);
  }
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  };
  return { address, stop, signal: (name) => child.kill(name) };
}
