import { expect, test } from 'vitest';
import { RANGES, rangeNamed, rangeStart, timeExtent } from './ranges.ts';

const [fiveMinutes, , hour] = RANGES;

test('the shortest range grows with the data from a minute on', () => {
  expect(timeExtent(fiveMinutes!, 1000.7, undefined)).toEqual({ min: 939, max: 999 });
  expect(timeExtent(fiveMinutes!, 1000.7, 990)).toEqual({ min: 939, max: 999 });
  expect(timeExtent(fiveMinutes!, 1000.7, 899)).toEqual({ min: 899, max: 999 });
  expect(timeExtent(fiveMinutes!, 1000.7, 1)).toEqual({ min: 699, max: 999 });
});

test('longer ranges always show their whole length, the longest with the open hour', () => {
  expect(timeExtent(hour!, 5005, 4000)).toEqual({ min: 1390, max: 4990 });
  const month = rangeNamed('30d');
  expect(timeExtent(month, 3_000_000, undefined)).toEqual({ min: 403_200, max: 2_995_200 });
});

test('a range starts at a whole bucket', () => {
  expect(rangeStart(hour!, 5005)).toBe(1400);
});

test('what is asked for is what the service keeps for so long', () => {
  const kept = { 1: 900, 10: 172_800, 60: 35 * 86_400, 3600: 400 * 86_400 };
  for (const range of RANGES) {
    expect(range.length, range.name).toBeLessThanOrEqual(kept[range.step]);
    expect(range.length / range.step, range.name).toBeLessThanOrEqual(20_000);
    expect(range.drawnStep % range.step, range.name).toBe(0);
  }
});

test('an unknown range is the shortest', () => {
  expect(rangeNamed('30d').length).toBe(2_592_000);
  expect(rangeNamed('soon')).toBe(fiveMinutes);
});
