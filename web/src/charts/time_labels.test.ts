import { expect, test } from 'vitest';
import { timeLabel, timeLabels } from './time_labels.ts';

const local = (text: string): number => new Date(text).getTime() / 1000;

test('a label is as precise as its distance to the next', () => {
  expect(timeLabel(local('2026-11-30T12:57:30'), 30)).toBe('12:57:30');
  expect(timeLabel(local('2026-11-30T12:57:00'), 60)).toBe('12:57');
  expect(timeLabel(local('2026-11-30T12:00:00'), 21_600)).toBe('12:00');
  expect(timeLabel(local('2026-11-30T00:00:00'), 21_600)).toBe('30 Nov');
  expect(timeLabel(local('2026-11-30T00:00:00'), 86_400)).toBe('30 Nov');
  expect(timeLabel(local('2026-11-30T00:00:00'), 60)).toBe('00:00');
});

test('a label that the edge would cut off is left out', () => {
  const minute = local('2026-11-30T12:57:00');
  expect(timeLabels([minute, minute + 60], 60, (tick) => (tick === minute ? 60 : 19))).toEqual(['12:57', '']);
});
