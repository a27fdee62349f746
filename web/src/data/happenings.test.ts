import { expect, test } from 'vitest';
import type { ServiceEvent, ServiceFinding, ServicePage } from '../api/shapes.ts';
import { fromEvent, fromFinding, marksOf } from './happenings.ts';

const finding: ServiceFinding = {
  id: 'finding-1', series: 'ttft', strata: { replica: 'b' }, at: 200, onset: 150, shape: 'sudden', direction: 'up', size: 0.41,
  interval: [0.3, 0.5], level: 0.95, before: 0.2, severity: 'critical', detector: 'level', because: [],
};
const event: ServiceEvent = {
  id: 'event-1', kind: 'model_version', at: 140, until: null, subject: 'b', scope: { replica: 'b' }, posted: false, text: 'b: version 1 to 2',
};
const signals = [{ name: 'ttft', unit: 's', direction: 'lower_is_better', rollup: 'distribution' as const, help: '' }];

test('a finding says what changed, how and by how much, in the unit of its signal', () => {
  expect(fromFinding(finding, signals)).toEqual({
    kind: 'finding', tone: 'alarm', id: 'finding-1', at: 150, until: 200, label: 'critical', incident: '', isMinor: false, signal: 'ttft',
    stratum: 'replica:b', text: 'Time to first token, Replica: b rose suddenly by 410 ms (300 ms – 500 ms)',
  });
  const fallen: ServiceFinding = { ...finding, strata: {}, direction: 'down', size: -0.41, interval: [-0.5, -0.3], severity: 'warning' };
  expect(fromFinding(fallen, signals)).toMatchObject({
    tone: 'warning', stratum: '', text: 'Time to first token fell suddenly by 410 ms (300 ms – 500 ms)',
  });
});

test('a finding of which nobody was told says why', () => {
  expect(fromFinding({ ...finding, silence: 'too_short' }, signals).text).toMatch(/\) · nobody told: too short$/);
  expect(fromFinding({ ...finding, silence: 'none' }, signals).text).toMatch(/500 ms\)$/);
});

test('a finding knows its incident, and whether that is about it', () => {
  const page = { id: 'page-1', lead: { id: 'finding-2' } } as ServicePage;
  expect(fromFinding(finding, signals, page)).toMatchObject({ incident: 'page-1', isMinor: true });
  expect(fromFinding({ ...finding, id: 'finding-2' }, signals, page)).toMatchObject({ incident: 'page-1', isMinor: false });
});

test('an event says what happened, or at least where', () => {
  expect(fromEvent(event)).toMatchObject({ label: 'model version', text: 'b: version 1 to 2', at: 140, until: null });
  expect(fromEvent({ ...event, kind: 'quake', text: '' })).toMatchObject({ label: 'quake', text: 'b' });
  expect(fromEvent({ ...event, subject: null, text: null })).toMatchObject({ text: '' });
});

test('a chart shows the events that touched its stratum, and the findings of its signal and stratum', () => {
  const all = [fromFinding(finding, signals), fromEvent(event)];
  const kinds = (signal: string, stratum: string): string[] => marksOf(all, signal, stratum).map((mark) => mark.kind).sort();
  expect(kinds('ttft', '')).toEqual(['event', 'finding']);
  expect(kinds('ttft', 'replica:b')).toEqual(['event', 'finding']);
  expect(kinds('ttft', 'replica:a')).toEqual([]);
  expect(kinds('ttft', 'class:chat')).toEqual(['event']);
  expect(kinds('e2e', '')).toEqual(['event']);
});

test('one change is marked once, by the finding that is nearest to what is shown', () => {
  const whole = { ...finding, id: 'finding-2', strata: {}, onset: 155 };
  const later = { ...finding, id: 'finding-3', onset: 5000, at: 5050 };
  const all = [finding, whole, later].map((one) => fromFinding(one, signals));
  const starts = (stratum: string): number[] => marksOf(all, 'ttft', stratum).map((mark) => mark.at);
  expect(starts('')).toEqual([155, 5000]);
  expect(starts('replica:b')).toEqual([150, 5000]);
  expect(starts('replica:a')).toEqual([155]);
});

test('two incidents of one signal are both marked, however near', () => {
  const first = fromFinding({ ...finding, strata: {} }, signals);
  const second = { ...first, id: 'finding-2', at: first.at + 80, incident: 'page-2' };
  expect(marksOf([first, second], 'ttft', '').map((mark) => mark.at)).toEqual([first.at, first.at + 80]);
});
