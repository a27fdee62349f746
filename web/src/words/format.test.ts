import { expect, test } from 'vitest';
import { clock, duration, integer, percent, quantityText, requestRate, span, tokenRate } from './format.ts';

test.each([
  [0, '0 ms'],
  [0.0000052, '5.20 µs'],
  [0.00085, '850 µs'],
  [0.0009996, '1.00 ms'],
  [0.00824, '8.24 ms'],
  [0.009996, '10.0 ms'],
  [0.0824, '82.4 ms'],
  [0.824, '824 ms'],
  [0.99951, '1.00 s'],
  [12.34, '12.3 s'],
  [125.4, '125 s'],
])('a duration of %f s reads %s', (seconds, text) => {
  expect(quantityText(duration(seconds))).toBe(text);
});

test.each([
  [0, '0 tok/s'],
  [48.24, '48.2 tok/s'],
  [4123, '4123 tok/s'],
  [12345, '12.3k tok/s'],
])('a token rate of %f reads %s', (rate, text) => {
  expect(quantityText(tokenRate(rate))).toBe(text);
});

test('request rates carry their own unit', () => {
  expect(requestRate(4.5)).toEqual({ value: '4.50', unit: 'req/s' });
});

test.each([
  [0, '0 %'],
  [0.0012, '0.12 %'],
  [0.05, '5.00 %'],
  [1, '100 %'],
])('a ratio of %f reads %s', (ratio, text) => {
  expect(quantityText(percent(ratio))).toBe(text);
});

test.each([
  [12.9, '12 s'],
  [200, '3 min 20 s'],
  [7500, '2 h 5 min'],
  [273600, '3 d 4 h'],
])('a span of %f s reads %s', (seconds, text) => {
  expect(span(seconds)).toBe(text);
});

test('the clock shows local time, seconds on demand', () => {
  const noon = new Date(2026, 0, 2, 12, 3, 4).getTime() / 1000;
  expect(clock(noon)).toBe('12:03:04');
  expect(clock(noon, false)).toBe('12:03');
});

test('integers are grouped by thousands', () => {
  expect(integer(1234567)).toBe('1\u2009234\u2009567');
});
