import { expect, test } from 'vitest';
import { incidentWindow } from './incident_window.ts';

test('a fresh incident is shown second by second, from before the onset until now', () => {
  expect(incidentWindow(1000, 1060, 1070)).toEqual({ min: 910, max: 1070, step: 1, window: 20 });
});

test('an old one is shown as finely as it is kept, with some time on both sides', () => {
  expect(incidentWindow(10_000, 10_060, 20_000)).toEqual({ min: 9910, max: 10_150, step: 10, window: 60 });
  const old = incidentWindow(0, 600, 100 * 86_400);
  expect(old.step).toBe(3600);
  expect(old.max - old.min).toBeGreaterThan(86_400);
});

test('a long one is shown in wider steps', () => {
  expect(incidentWindow(100_000, 120_000, 130_000).step).toBe(60);
});
