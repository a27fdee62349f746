import { noise, unitOf } from './mock_signals.ts';

export const MOCK_DIMENSIONS = [
  { name: 'model', values: ['foreshock-sim', 'llama-3.1-8b', 'qwen3-8b'] },
  { name: 'replica', values: ['a', 'b', 'c'] },
  { name: 'prompt', values: ['1-4k', '16-64k', '4-16k', '<1k'] },
  { name: 'start', values: ['cold', 'warm'] },
  { name: 'code_language', values: ['c++', 'go', 'javascript', 'python', 'rust', 'sql'] },
  { name: 'replica+prompt', values: ['a+1-4k', 'a+<1k', 'b+1-4k', 'b+<1k'] },
];

export function mockEvents(now: number, from: number): unknown[] {
  const version = { id: 'event-1', kind: 'model_version', at: now - 190, until: null, subject: 'qwen3-8b', from: 'fp16', to: 'q4', posted: false, text: '' };
  const release = { id: 'event-2', kind: 'product_release', at: now - 4 * 86_400, until: null, subject: null, from: null, to: null, posted: true, text: 'version 4.2 for everybody' };
  const repair = { id: 'event-3', kind: 'maintenance', at: now - 9 * 86_400, until: now - 8.6 * 86_400, subject: 'b', from: null, to: null, posted: true, text: 'new cooling' };
  return [version, release, repair].filter((one) => (one.until ?? one.at) >= from);
}

export function mockFindings(now: number, from: number): unknown[] {
  const finding = { shape: 'sudden', direction: 'rise', size: 0.052, interval: [0.041, 0.066], paged: true, severity: 'critical' };
  return [
    { ...finding, id: 'finding-1', series: 'ttft', strata: { replica: 'b' }, at: now - 120, onset: now - 170 },
    { ...finding, id: 'finding-2', series: 'e2e', strata: {}, at: now - 3.2 * 86_400, onset: now - 3.9 * 86_400, shape: 'gradual', paged: false, severity: 'warning', size: 0.31, interval: null },
  ].filter((one) => one.at >= from);
}

export function mockHeatMap(query: URLSearchParams): unknown {
  const [signal, dimension] = [query.get('signal') ?? '', query.get('dimension') ?? ''];
  const bounds = (query.get('bounds') ?? '').split(',').map(Number);
  const values = MOCK_DIMENSIONS.find(({ name }) => name === dimension)?.values ?? [];
  const counts = (row: number): number[] =>
    [...bounds, 0].map((_, band) => Math.round(1200 * noise(row, band + 1) * Math.exp(-Math.abs(band - 1 - 0.3 * row))));
  return { signal, dimension, unit: unitOf(signal), bounds, rows: values.map((value, row) => ({ value, counts: counts(row) })) };
}
