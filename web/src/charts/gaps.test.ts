import { expect, test } from 'vitest';
import { isolatedIndices, nearestValue, withGaps } from './gaps.ts';

test('a hole of three steps is bridged', () => {
  expect(withGaps([10, 13], [1, 2], 1)).toEqual({ t: [10, 13], values: [1, 2] });
});

test('a longer hole gets one null right after the last value before it', () => {
  expect(withGaps([10, 14], [1, 2], 1)).toEqual({ t: [10, 11, 14], values: [1, null, 2] });
  expect(withGaps([0, 30, 70], [1, 2, 3], 10)).toEqual({ t: [0, 30, 40, 70], values: [1, 2, null, 3] });
});

test('missing values count as a hole', () => {
  expect(withGaps([0, 1, 2], [1, null, 3], 1)).toEqual({ t: [0, 2], values: [1, 3] });
  expect(withGaps([0, 1, 2, 3, 4], [1, null, null, null, 5], 1).values).toEqual([1, null, 5]);
  expect(withGaps([0, 1], [null, null], 1)).toEqual({ t: [], values: [] });
});

test('isolated values are those no line reaches', () => {
  expect(isolatedIndices([1, null, 2, 3, null, 4])).toEqual([0, 5]);
  expect(isolatedIndices([1, 2])).toEqual([]);
  expect(isolatedIndices([7])).toEqual([0]);
  expect(isolatedIndices([])).toEqual([]);
});

test('padding from other lines does not isolate a value', () => {
  expect(isolatedIndices([1, undefined, 2, undefined])).toEqual([]);
  expect(isolatedIndices([undefined, 1, undefined, null, undefined])).toEqual([1]);
});

test('the nearest value is found within reach only', () => {
  const line = { t: [10, 11, 20], values: [1, null, 3] };
  expect(nearestValue(line, 10.4, 1.5)).toBe(1);
  expect(nearestValue(line, 11.6, 1.5)).toBeNull();
  expect(nearestValue(line, 19, 1.5)).toBe(3);
});

test('a longer bridge is as long as told', () => {
  expect(withGaps([0, 20], [1, 2], 1, 20).values).toEqual([1, 2]);
  expect(withGaps([0, 21], [1, 2], 1, 20).values).toEqual([1, null, 2]);
});
