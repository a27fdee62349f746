import { expect, test } from 'vitest';
import { bandNames } from './heat_table.ts';

test('there is one band more than borders, each named in the unit of the signal', () => {
  expect(bandNames([1, 5, 15], 's')).toEqual(['< 1 s', '1 s – 5 s', '5 s – 15 s', '> 15 s']);
  expect(bandNames([0.02, 1.5], 's')).toEqual(['< 20 ms', '20 ms – 1.5 s', '> 1.5 s']);
  expect(bandNames([10, 20_000, 32_768], 'tokens')).toEqual(['< 10 tokens', '10 tokens – 20k tokens', '20k tokens – 32.8k tokens', '> 32.8k tokens']);
  expect(bandNames([64], 'tokens')).toEqual(['< 64 tokens', '> 64 tokens']);
});
