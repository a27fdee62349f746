import { expect, test } from 'vitest';
import { compareValues, joinStratum, overlap, splitStratum, valuesOf } from './strata.ts';

test('a stratum is taken apart at its first colon', () => {
  expect(splitStratum('model:qwen3:8b')).toEqual(['model', 'qwen3:8b']);
  expect(splitStratum('model')).toEqual(['model', '']);
  expect(joinStratum('model', 'qwen3:8b')).toBe('model:qwen3:8b');
  expect(joinStratum('model', '')).toBe('');
});

test('bands stand in the order of their size and other comes last', () => {
  const bands = ['other', '>64k', '16-64k', '4-16k', '<1k', '1-4k', 'unknown'];
  expect(bands.sort(compareValues)).toEqual(['<1k', '1-4k', '4-16k', '16-64k', '>64k', 'other', 'unknown']);
  expect(['b', 'a10', 'other', 'a2'].sort(compareValues)).toEqual(['a2', 'a10', 'b', 'other']);
});

test('an unknown dimension has no values', () => {
  expect(valuesOf([{ name: 'model', values: ['b', 'a'] }], 'model')).toEqual(['a', 'b']);
  expect(valuesOf([], 'model')).toEqual([]);
});

test('strata overlap unless they name different values of one dimension', () => {
  expect(overlap('replica:a', '')).toBe(true);
  expect(overlap('replica:a', 'replica:a')).toBe(true);
  expect(overlap('replica:a', 'replica:b')).toBe(false);
  expect(overlap('replica:a', 'class:chat')).toBe(true);
  expect(overlap('replica:a', 'replica+prompt:a+<1k')).toBe(true);
  expect(overlap('replica+prompt:b+<1k', 'replica:a')).toBe(false);
});
