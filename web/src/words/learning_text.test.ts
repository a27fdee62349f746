import { expect, test } from 'vitest';
import type { Learning } from '../api/status_shapes.ts';
import { learningText } from './learning_text.ts';

const START = 1_796_000_000;
const learning: Learning = { since: START, until: START + 43_200, least_s: 1200, series: 40, known: 12, unknown: ['ttft', 'e2e'] };

test('at first it says how long it takes until a change can be seen', () => {
  expect(learningText(learning, START + 185)).toBe('Still learning what is usual: 3 min 5 s of 20 min 0 s. Before that no slowdown can be found.');
});

test('then it says that nobody is told yet, and what is not known', () => {
  expect(learningText(learning, START + 7200)).toBe(
    'Still learning what is usual: 2 h 0 min of 12 h 0 min. What changes is listed below, but nobody is told of it yet.'
    + ' Too few values yet of Time to first token, End-to-end latency.');
  const many = { ...learning, unknown: ['ttft', 'e2e', 'a', 'b', 'c', 'd'] };
  expect(learningText(many, START + 7200)).toMatch(/Too few values yet of Time to first token, End-to-end latency, a, b and 2 more\.$/);
});

test('when all is known it says what is watched, and nothing where nothing was measured', () => {
  expect(learningText({ ...learning, unknown: [] }, START + 50_000)).toBe('Watching 12 series.');
  expect(learningText({ ...learning, since: null, until: null }, START)).toBe('');
});
