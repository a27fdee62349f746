import { expect, test } from 'vitest';
import { DEFAULT_STATE, formatAddress, parseAddress } from './view_state.ts';

test('an address says only what differs and is read back', () => {
  const state = { ...DEFAULT_STATE, view: 'explore', stratum: 'model:qwen3:8b +q4', by: '' } as const;
  const address = formatAddress(state);
  expect(address).toBe('#view=explore&stratum=model%3Aqwen3%3A8b+%2Bq4&by=');
  expect(parseAddress(address)).toEqual(state);
  expect(formatAddress(DEFAULT_STATE)).toBe('');
  expect(parseAddress('')).toEqual(DEFAULT_STATE);
});

test('a choice that does not exist is the default', () => {
  expect(parseAddress('#view=moon&range=2h&layout=up&statistic=p12&colour=red')).toEqual(DEFAULT_STATE);
});
