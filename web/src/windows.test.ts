import { expect, test } from 'vitest';
import { timeExtent, WINDOWS, windowStart } from './windows.ts';

const [fiveMinutes, , hour] = WINDOWS;

test('the shortest window grows with the data from a minute on', () => {
  expect(timeExtent(fiveMinutes!, 1000.7, undefined)).toEqual({ min: 939, max: 999 });
  expect(timeExtent(fiveMinutes!, 1000.7, 990)).toEqual({ min: 939, max: 999 });
  expect(timeExtent(fiveMinutes!, 1000.7, 899)).toEqual({ min: 899, max: 999 });
  expect(timeExtent(fiveMinutes!, 1000.7, 1)).toEqual({ min: 699, max: 999 });
});

test('longer windows always show their whole length', () => {
  expect(timeExtent(hour!, 5005, 4000)).toEqual({ min: 1390, max: 4990 });
});

test('a window starts at a whole bucket', () => {
  expect(windowStart(hour!, 5005)).toBe(1400);
});
