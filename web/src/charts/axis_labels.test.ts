import { expect, test } from 'vitest';
import { durationLabels, percentLabels, plainLabels } from './axis_labels.ts';

test('all labels of a duration axis share the unit that suits its top', () => {
  expect(durationLabels([0, 0.05, 0.1])).toEqual(['0', '50 ms', '100 ms']);
  expect(durationLabels([0, 0.5, 1])).toEqual(['0', '0.5 s', '1 s']);
  expect(durationLabels([0, 0.0002])).toEqual(['0', '200 µs']);
});

test('labels are free of binary rounding noise', () => {
  expect(percentLabels([0, 0.07, 0.1 + 0.2])).toEqual(['0', '7 %', '30 %']);
});

test('large plain numbers are shortened', () => {
  expect(plainLabels([0, 200])).toEqual(['0', '200']);
  expect(plainLabels([0, 5000, 10000])).toEqual(['0', '5k', '10k']);
});
