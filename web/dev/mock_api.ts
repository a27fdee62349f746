/**
 * Serves the built page and a made-up API, for work on the page without the gateway:
 *   npm run mock [-- PORT]      MOCK_HISTORY_S: seconds of past data (0: no requests at all)
 */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { newestRequests } from './mock_requests.ts';
import { incidentNouns } from './incident_nouns.ts';
import { mockHeatMap, mockNouns, MOCK_DIMENSIONS } from './mock_happenings.ts';
import { bucket, load, MOCK_SIGNALS, unitOf, type Bucket } from './mock_signals.ts';

const port = Number(process.argv[2] ?? 8499);
const history = Number(process.env.MOCK_HISTORY_S ?? 90 * 86_400);
const started = Date.now() / 1000;
const dist = join(import.meta.dirname, '../dist');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const POLICY = "default-src 'self'; script-src 'self'; style-src 'self'";

const now = (): number => Date.now() / 1000;

function status(): unknown {
  return {
    version: '0.1.0',
    now: now(),
    uptime_s: now() - started + history,
    gateway: 'http://127.0.0.1:8400',
    backends: ['a', 'b', 'c'].map((name) => ({ name, url: `http://127.0.0.1:4012${name}`, kind: 'simulated', healthy: true })),
    in_flight: Math.round(8 * load(now())),
    dropped_observations: 0,
    learning: { since: started - history, until: started - history + 43_200, least_s: 1200, series: 240, known: 236, unknown: ['thumbs_up'] },
    demo: null,
    demo_mode: null,
  };
}

function oneSeries(signal: string, stratum: string, from: number, to: number, step: number): unknown {
  const t: number[] = [];
  const buckets: Bucket[] = [];
  const earliest = history === 0 ? Infinity : started - history;
  for (let time = Math.ceil(Math.max(from, earliest) / step) * step; time <= to; time += step) {
    const found = bucket(signal, time, stratum);
    if (!found) continue;
    t.push(time);
    buckets.push(found);
  }
  const column = (name: keyof Bucket): unknown[] => buckets.map((one) => one[name]);
  return {
    signal,
    unit: unitOf(signal),
    direction: 'lower_is_better',
    help: `Made-up ${signal}`,
    strata: {},
    t,
    count: column('count'),
    mean: column('mean'),
    p50: column('p50'),
    p90: column('p90'),
    p99: column('p99'),
  };
}

function series(query: URLSearchParams): unknown {
  const [from, to, step] = ['from', 'to', 'step'].map((name) => Number(query.get(name)));
  const signals = (query.get('signals') ?? '').split(',');
  return { now: now(), step, series: signals.map((signal) => oneSeries(signal, query.get('stratum') ?? '', from!, to!, step!)) };
}

function observations(query: URLSearchParams): unknown {
  const limit = Number(query.get('limit') ?? 50);
  const to = Number(query.get('to') ?? now());
  return { observations: history === 0 ? [] : newestRequests(to, limit, query.get('state') ?? '') };
}

/** What the analysis made: the kind is the end of the path. */
const made = history === 0 ? {} : mockNouns(started);
const NOUNS = ['events', 'findings', 'pages', 'actions', 'verdicts'];
let leases = history === 0 ? [] : [incidentNouns(started).lease];

function nouns(kind: string, query: URLSearchParams): unknown {
  const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? now())];
  return { [kind]: (made[kind] ?? []).filter(({ at }) => at >= from && at < to) };
}

const ROUTES: Record<string, (query: URLSearchParams) => unknown> = {
  '/api/v1/status': status,
  '/api/v1/series': series,
  '/api/v1/observations': observations,
  '/api/v1/signals': () => ({ signals: MOCK_SIGNALS }),
  '/api/v1/strata': () => ({ dimensions: MOCK_DIMENSIONS }),
  '/api/v1/heatmap': mockHeatMap,
  '/api/v1/dials': () => ({ stopped: false, dials: [{ name: 'draft_length', unit: 'tokens' }], leases }),
  '/api/v1/actions/pending': () => ({ actions: [] }),
  '/api/v1/audit': () => ({ deeds: [] }),
  '/api/v1/causes': () => ({ causes: [{ name: 'judge_starvation', what: 'Drafts are thrown away.', advice: 'Draft fewer tokens.' }] }),
  ...Object.fromEntries(NOUNS.map((kind) => [`/api/v1/${kind}`, (query: URLSearchParams) => nouns(kind, query)])),
};

async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const file = join(dist, normalize(path === '/' ? '/index.html' : path));
  const body = await readFile(file).catch(() => null);
  response.writeHead(body ? 200 : 404, {
    'content-type': TYPES[extname(file)] ?? 'text/plain',
    'content-security-policy': POLICY,
  });
  response.end(body ?? 'not found');
}

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://mock');
  const route = ROUTES[url.pathname];
  if (!route && request.method !== 'POST') return void sendFile(url.pathname, response);
  if (url.pathname === '/api/v1/dials/undo') leases = [];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(route?.(url.searchParams) ?? {}));
}).listen(port, '127.0.0.1', () => console.log(`console http://127.0.0.1:${port}`));
