import { incidentNouns } from './incident_nouns.ts';
import { noise, unitOf } from './mock_signals.ts';

export const MOCK_DIMENSIONS = [
  { name: 'model', values: ['foreshock-sim', 'llama-3.1-8b', 'qwen3-8b'] },
  { name: 'replica', values: ['a', 'b', 'c'] },
  { name: 'prompt', values: ['1-4k', '16-64k', '4-16k', '<1k'] },
  { name: 'start', values: ['cold', 'warm'] },
  { name: 'code_language', values: ['c++', 'go', 'javascript', 'python', 'rust', 'sql'] },
  { name: 'replica+prompt', values: ['a+1-4k', 'a+<1k', 'b+1-4k', 'b+<1k'] },
];

/** Of a service whose version changed a while before it started; the incident stays where it began. */
export function mockNouns(started: number): Record<string, { at: number }[]> {
  const { events, findings, page, action, verdict } = incidentNouns(started);
  const event = { kind: 'product_release', until: null, subject: null, scope: {}, posted: true };
  const release = { ...event, id: 'event-0000000000000011', at: started - 4 * 86_400, text: 'version 4.2 for everybody' };
  const repair = { ...event, id: 'event-0000000000000012', kind: 'maintenance', at: started - 9 * 86_400, until: started - 8.6 * 86_400, subject: 'b', text: 'new cooling' };
  const slower = { ...findings[0]!, id: 'finding-0000000000000013', series: 'e2e', at: started - 3.2 * 86_400, onset: started - 3.9 * 86_400, shape: 'gradual', size: 0.31, interval: [0.2, 0.4] };
  return { events: [...events, release, repair], findings: [...findings, slower], pages: [page], actions: [action], verdicts: [verdict] };
}

export function mockHeatMap(query: URLSearchParams): unknown {
  const [signal, dimension] = [query.get('signal') ?? '', query.get('dimension') ?? ''];
  const bounds = (query.get('bounds') ?? '').split(',').map(Number);
  const values = MOCK_DIMENSIONS.find(({ name }) => name === dimension)?.values ?? [];
  const counts = (row: number): number[] =>
    [...bounds, 0].map((_, band) => Math.round(1200 * noise(row, band + 1) * Math.exp(-Math.abs(band - 1 - 0.3 * row))));
  return { signal, dimension, unit: unitOf(signal), bounds, rows: values.map((value, row) => ({ value, counts: counts(row) })) };
}
