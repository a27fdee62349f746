/** Plausible numbers for a service under changing load, as pure functions of time. */

/** A fixed pseudo-random number in [0, 1) for each pair of time and salt. */
export function noise(time: number, salt: number): number {
  const mixed = Math.sin(time * 12.9898 + salt * 78.233) * 43758.5453;
  return mixed - Math.floor(mixed);
}

function wave(time: number, period: number): number {
  return 0.5 + 0.5 * Math.sin((2 * Math.PI * time) / period);
}

/** 0 (idle) to about 1 (saturated): up in the day, down in the night. */
export function load(time: number): number {
  const calm = 0.2 + 0.25 * wave(time, 86_400) + 0.2 * wave(time, 97) + 0.15 * wave(time, 31) + 0.1 * noise(time, 1);
  return isTremor(time) ? Math.min(1, calm + 0.35) : calm;
}

/** How much slower a stratum is than the rest. */
function slowness(stratum: string): number {
  if (stratum === 'start:cold') return 2.6;
  if (stratum.startsWith('prompt:')) return 1 + 0.5 * ['prompt:<1k', 'prompt:1-4k', 'prompt:4-16k', 'prompt:16-64k'].indexOf(stratum);
  return stratum.endsWith(':b') ? 1.35 : 1;
}

/** Ten bad seconds out of each 140. */
export function isTremor(time: number): boolean {
  return ((time % 140) + 140) % 140 < 10;
}

export interface Bucket {
  count: number;
  mean: number | null;
  p50: number | null;
  p90: number | null;
  p99: number | null;
}

function spread(middle: number, time: number, salt: number, tail: number): Omit<Bucket, 'count'> {
  const p50 = middle * (0.9 + 0.2 * noise(time, salt));
  const p90 = p50 * (1.25 + 0.3 * noise(time, salt + 1));
  const p99 = p90 * (1.1 + tail * noise(time, salt + 2) ** 3);
  return { mean: (p50 + p90) / 2, p50, p90, p99 };
}

function single(value: number): Omit<Bucket, 'count'> {
  return { mean: value, p50: value, p90: value, p99: value };
}

const GENERATORS: Record<string, (time: number) => Omit<Bucket, 'count'>> = {
  ttft: (time) => spread(0.08 + 0.22 * load(time) ** 3, time, 10, 1.6),
  inter_token: (time) => spread(0.014 + 0.012 * load(time) ** 2, time, 20, 1.2),
  e2e: (time) => spread(1.1 + 1.4 * load(time) ** 2, time, 30, 0.8),
  throughput: (time) => single(620 * load(time) * (0.92 + 0.16 * noise(time, 40))),
  decode_rate: (time) => spread(66 - 26 * load(time) ** 2, time, 50, 0.2),
  error_rate: (time) => single(isTremor(time) ? 0.06 + 0.12 * noise(time, 60) : noise(time, 61) > 0.95 ? 0.02 : 0),
  request_rate: (time) => single(Math.round(9 * load(time) + 2 * noise(time, 70))),
};

const UNITS: Record<string, string> = {
  throughput: 'tokens/s',
  decode_rate: 'tokens/s',
  error_rate: 'ratio',
  request_rate: 'requests/s',
};

export function unitOf(signal: string): string {
  return UNITS[signal] ?? 's';
}

export const MOCK_SIGNALS = Object.keys(GENERATORS).map((name) => ({
  name,
  unit: unitOf(name),
  direction: name === 'throughput' || name === 'decode_rate' ? 'higher_is_better' : 'lower_is_better',
  rollup: ['throughput', 'request_rate'].includes(name) ? 'sum' : name === 'error_rate' ? 'mean' : 'distribution',
  help: `Made-up ${name}`,
}));

/** One bucket, or null where a quiet second has none. */
export function bucket(signal: string, time: number, stratum: string): Bucket | null {
  const generate = GENERATORS[signal];
  if (!generate || noise(time, 99) < 0.03) return null;
  const values = Object.entries(generate(time)).map(([name, value]) => [name, value === null ? null : value * slowness(stratum)]);
  return { count: Math.ceil(8 * load(time)), ...(Object.fromEntries(values) as Omit<Bucket, 'count'>) };
}
