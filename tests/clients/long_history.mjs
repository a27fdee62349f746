/** A made-up month, for ranges that are longer than a test: the answer of /api/v1/series at steps of 60 s and 1 h. */
const DAY = 86_400;

/** Fixed pseudo-random numbers in [0, 1). */
function noise(seed) {
  const mixed = Math.sin(seed) * 43758.5453;
  return mixed - Math.floor(mixed);
}

/** A service that is slower by day, and slower still from one time on. */
function values(time, slowFrom) {
  const hour = time / 3600;
  const slower = time > slowFrom ? 1.45 : 1;
  const middle = (0.2 + 0.07 * Math.sin((2 * Math.PI * time) / DAY)) * slower * (0.95 + 0.1 * noise(hour));
  return { count: 100, mean: middle * 1.1, p50: middle, p90: middle * (1.5 + 0.2 * noise(hour + 0.1)), p99: middle * (2.1 + 0.6 * noise(hour + 0.2)) };
}

/** Against the time to first token; volumes stay what they were. */
const SCALES = { inter_token: 0.1, e2e: 12, throughput: 2400, decode_rate: 180, error_rate: 0.04, request_rate: 30 };

const VOLUMES = ['throughput', 'decode_rate', 'request_rate'];

function scaled(row, signal) {
  const scale = SCALES[signal] ?? 1;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, name === 'count' ? value : value * scale]));
}

/** The finding and the event that go with it: a new version nine days ago. */
export function longHappenings(now) {
  const onset = now - 9 * DAY;
  const version = {
    id: 'event-0000000000000001', kind: 'model_version', at: onset - 1800, until: null, subject: 'a', scope: { replica: 'a' },
    posted: false, text: 'a: version fp16 to q4',
  };
  const slower = {
    id: 'finding-0000000000000001', series: 'ttft', strata: {}, at: onset + 6 * 3600, onset, shape: 'sudden', direction: 'up',
    size: 0.09, interval: [0.081, 0.098], level: 0.95, before: 0.2, severity: 'critical', detector: 'level', because: [],
  };
  return {
    events: [version],
    findings: [slower, { ...slower, id: 'finding-0000000000000002', series: 'e2e', size: 1.1, interval: [0.97, 1.2] }],
  };
}

/** Undefined for the short steps, which the program answers by itself. */
export function longHistory(query) {
  const [step, from, to] = ['step', 'from', 'to'].map((name) => Number(query.get(name)));
  if (step < 60) return undefined;
  const t = [];
  for (let time = Math.ceil(from / step) * step; time < to; time += step) t.push(time);
  const columnsOf = (signal) => {
    const slowFrom = VOLUMES.includes(signal) ? Infinity : to - 9 * DAY;
    const rows = t.map((time) => scaled(values(time, slowFrom), signal));
    return Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((row) => row[name])]));
  };
  const series = query.get('signals').split(',').map((signal) => ({
    signal, unit: 's', direction: 'lower_is_better', help: '', strata: {}, t, ...columnsOf(signal),
  }));
  return { json: { now: to, step, series } };
}
