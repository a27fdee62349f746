import { once } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A prime, so that pieces end inside lines, characters and line endings. */
const PIECE_BYTES = 997;

async function requestedFile(request) {
  const pieces = await request.toArray();
  return JSON.parse(Buffer.concat(pieces).toString('utf8')).model;
}

async function replay(recording, response) {
  const bytes = recording.bytes();
  response.writeHead(200, { 'content-type': recording.contentType });
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    response.write(bytes.subarray(start, start + PIECE_BYTES));
    await nextTurn();
  }
  response.end();
}

/** Answers each POST with the recording that the request's `model` names, byte for byte. */
export async function startRecordServer(recordings) {
  const byFile = new Map(recordings.map((recording) => [recording.file, recording]));
  const server = createServer(async (request, response) => {
    const recording = request.method === 'POST' ? byFile.get(await requestedFile(request)) : undefined;
    if (recording) return replay(recording, response);
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"no such recording"}}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
