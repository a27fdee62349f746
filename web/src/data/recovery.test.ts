import { expect, test } from 'vitest';
import { incidentNouns } from '../../dev/incident_nouns.ts';
import { meanOf, recoveryOf } from './recovery.ts';

const { page: { lead }, findings } = incidentNouns(1_796_000_000);

test('how much of the change is left says whether it is well again', () => {
  const health = (value: number | null): string => recoveryOf(lead, value).health;
  expect([0.0101, 0.0128, 0.015, 0.0215, null].map(health)).toEqual(['well', 'well', 'better', 'bad', 'unknown']);
  const fallen = findings[1]!;
  expect([99, 70, 48].map((value) => recoveryOf(fallen, value).health)).toEqual(['well', 'better', 'bad']);
});

test('a mean weighs buckets by their count, those of a rate all the same', () => {
  const series = {
    signal: 'x', unit: 's', direction: '', help: '', strata: {}, t: [0, 10, 20], count: [1, 3, 5], mean: [2, 4, null],
    p50: [], p90: [], p99: [],
  };
  expect(meanOf(series, false)).toBe(3.5);
  expect(meanOf(series, true)).toBe(3);
  expect(meanOf(series, false, 0, 10)).toBe(2);
  expect(meanOf(series, false, 20)).toBeNull();
});
