import { expect, test } from 'vitest';
import { condense } from './condense.ts';

const labels = { signal: 'ttft', unit: 's', direction: 'lower_is_better', help: '', strata: {} };
const values = [1, 2, null, 4];
const series = { ...labels, t: [10, 11, 12, 15], count: [1, 3, 2, 1], mean: values, p50: values, p90: values, p99: values };

test('means are weighted by count and the P99 is the highest part', () => {
  const condensed = condense(series, 5);
  expect(condensed.t).toEqual([10, 15]);
  expect(condensed.count).toEqual([6, 1]);
  expect(condensed.p50).toEqual([1.75, 4]);
  expect(condensed.p99).toEqual([2, 4]);
});

test('a rate of wide buckets is one of what was measured', () => {
  const hours = { ...series, t: [7200, 10800, 21600], count: [1, 1, 1], mean: [4, 2, 5], p50: [1, 1, 1], p90: [1, 1, 1], p99: [1, 1, 1] };
  expect(condense(hours, 21600, 3600).mean).toEqual([6 * 3600 / 14400, 5]);
});

test('the bucket width of the data changes nothing', () => {
  expect(condense(series, 1)).toEqual(series);
});

test('a rate is one of the whole width, with nothing where nothing was counted', () => {
  expect(condense(series, 5, 1).mean).toEqual([(1 + 2) / 5, 4 / 5]);
  expect(condense({ ...series, mean: [30, 60, 0, 30] }, 1, 1).mean).toEqual([30, 60, 0, 30]);
});
