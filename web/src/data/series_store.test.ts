import { expect, test } from 'vitest';
import type { SignalSeries } from '../api/shapes.ts';
import { completeBuckets, mergeSeries, openRate, SeriesStore } from './series_store.ts';

function series(t: number[], values: (number | null)[]): SignalSeries {
  const labels = { signal: 'ttft', unit: 's', direction: 'lower_is_better', help: '', strata: {} };
  return { ...labels, t, count: t.map(() => 1), mean: values, p50: values, p90: values, p99: values };
}

test('a newer answer replaces what it covers and keeps what lies before', () => {
  const merged = mergeSeries(series([1, 2, 3], [10, 20, 30]), series([2, 4], [21, 41]), 2, 0);
  expect(merged.t).toEqual([1, 2, 4]);
  expect(merged.p99).toEqual([10, 21, 41]);
  expect(merged.count).toEqual([1, 1, 1]);
});

test('buckets older than the range are forgotten', () => {
  expect(mergeSeries(series([1, 2, 3], [1, 2, 3]), series([4], [4]), 4, 3).t).toEqual([3, 4]);
});

test('a bucket that has not ended is left out', () => {
  expect(completeBuckets(series([1, 2, 3], [1, 2, 3]), 3.9, 1).t).toEqual([1, 2]);
  expect(completeBuckets(series([1, 2, 3], [1, 2, 3]), 4, 1).mean).toEqual([1, 2, 3]);
});

test('the store reads the whole range first, then only what may still change', () => {
  const store = new SeriesStore();
  expect(store.readFrom(1000.5, 700, 1)).toBe(700);
  store.accept({ now: 1000.5, step: 1, series: [series([990, 1000], [1, 2])] }, 700, 700);
  expect(store.readFrom(1001.5, 701, 1)).toBe(970);
  store.accept({ now: 1001.5, step: 1, series: [series([1000, 1001], [3, 4])] }, 970, 701);
  expect(store.get('ttft')?.t).toEqual([1000, 1001]);
});

test('the store reads the whole range again after a minute', () => {
  const store = new SeriesStore();
  store.accept({ now: 1000, step: 1, series: [] }, 700, 700);
  expect(store.readFrom(1059, 759, 1)).toBe(970);
  expect(store.readFrom(1060, 760, 1)).toBe(760);
});

test('the store knows where its data begins', () => {
  const store = new SeriesStore();
  expect(store.firstTime()).toBeUndefined();
  store.accept({ now: 2, step: 1, series: [{ ...series([4], [1]), signal: 'e2e' }, series([], []), series([3], [1])] }, 0, 0);
  expect(store.firstTime()).toBe(3);
});

test('the rate of an open bucket is one of the time that has passed', () => {
  const hours = series([0, 3600], [2, 1]);
  expect(openRate(hours, 5400, 3600).mean).toEqual([2, 2]);
  expect(openRate(hours, 7200, 3600).mean).toEqual([2, 1]);
  expect(openRate(series([], []), 5400, 3600).mean).toEqual([]);
});
