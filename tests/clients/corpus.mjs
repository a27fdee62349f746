import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of recorded answers; `manifest.json` in it describes the third-party ones. */
export const corpusFolder = resolve(process.env.FORESHOCK_CORPUS ?? join(import.meta.dirname, '../../../shared/data'));

/** Streams that must be among the recordings, whatever else the folder holds. */
export const REQUIRED = [
  'sse/openai-chat-tools-parallel.sse',
  'sse/openai-chat-n2-multiple-choices.sse',
  'sse/openai-chat-n3-json.sse',
  'sse/openai-chat-logprobs-2tok.sse',
  'sse/openai-chat-usage-final-chunk.sse',
  'sse/deepseek-reasoner-stream.sse',
  'sse/vllm-chat-opt125m.sse',
  'llama-server/spec_chat_stream_plain.sse',
  'llama-server/spec_chat_stream_logprobs.sse',
  'llama-server/spec_responses_stream.sse',
];

const ROUTES = {
  'oai-chat': '/v1/chat/completions',
  'oai-completion': '/v1/completions',
  'oai-responses': '/v1/responses',
  anthropic: '/v1/messages',
};

const LLAMA_SERVER_KINDS = { chat: 'oai-chat', responses: 'oai-responses', anthropic: 'anthropic' };

function recording(file, kind, contentType) {
  return {
    file,
    kind,
    contentType: contentType ?? 'text/event-stream',
    route: ROUTES[kind] ?? ROUTES['oai-chat'],
    bytes: () => readFileSync(join(corpusFolder, file)),
  };
}

function thirdPartyStreams() {
  const { entries } = JSON.parse(readFileSync(join(corpusFolder, 'manifest.json'), 'utf8'));
  return entries
    .filter((entry) => entry.file.startsWith('sse/') && existsSync(join(corpusFolder, entry.file)))
    .map((entry) => recording(entry.file, entry.kind, entry.content_type));
}

function llamaServerStreams() {
  const folder = join(corpusFolder, 'llama-server');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sse'))
    .map((name) => recording(`llama-server/${name}`, LLAMA_SERVER_KINDS[name.split('_')[1]] ?? 'llama-server'));
}

/** Every recorded stream, or none where the folder is absent. */
export function recordedStreams() {
  if (!existsSync(join(corpusFolder, 'manifest.json'))) return [];
  return [...thirdPartyStreams(), ...llamaServerStreams()];
}
