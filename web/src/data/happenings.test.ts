import { expect, test } from 'vitest';
import type { ServiceEvent, ServiceFinding } from '../api/shapes.ts';
import { fromEvent, fromFinding, marksOf } from './happenings.ts';

const finding: ServiceFinding = {
  id: 'finding-1', series: 'ttft', strata: { replica: 'b' }, at: 200, onset: 150, shape: 'sudden', direction: 'rise',
  size: 0.41, interval: [0.3, 0.5], paged: true, severity: 'critical',
};
const event: ServiceEvent = {
  id: 'event-1', kind: 'model_version', at: 140, until: null, subject: 'qwen3', from: '8b', to: '8b-q4', posted: true, text: 'rollout',
};
const signals = [{ name: 'ttft', unit: 's', direction: 'lower_is_better', rollup: 'distribution' as const, help: '' }];

test('a finding says what changed, how and by how much, in the unit of its signal', () => {
  expect(fromFinding(finding, signals)).toEqual({
    kind: 'finding', tone: 'alarm', id: 'finding-1', at: 150, until: 200, label: 'critical', paged: true, signal: 'ttft',
    stratum: 'replica:b', text: 'Time to first token, replica:b rose suddenly by 410 ms (300 ms – 500 ms)',
  });
  const bare = { ...finding, strata: null, direction: 'fall', size: null, severity: 'warning' };
  expect(fromFinding(bare, signals)).toMatchObject({ tone: 'warning', stratum: '', text: 'Time to first token fell suddenly' });
});

test('an event says what changed from what to what', () => {
  expect(fromEvent(event)).toMatchObject({ label: 'model version', text: 'qwen3 8b → 8b-q4: rollout', at: 140, until: null });
  const bare = { ...event, kind: 'quake', subject: null, from: null, to: null, text: null };
  expect(fromEvent(bare)).toMatchObject({ label: 'quake', text: '' });
});

test('a chart shows all events, and the findings of its signal and stratum', () => {
  const all = [fromFinding(finding, signals), fromEvent(event)];
  const kinds = (signal: string, stratum: string): string[] => marksOf(all, signal, stratum).map((mark) => mark.kind);
  expect(kinds('ttft', '')).toEqual(['finding', 'event']);
  expect(kinds('ttft', 'replica:b')).toEqual(['finding', 'event']);
  expect(kinds('ttft', 'replica:a')).toEqual(['event']);
  expect(kinds('e2e', '')).toEqual(['event']);
});
