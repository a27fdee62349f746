import { words } from './words.ts';

export interface Quantity {
  value: string;
  unit: string;
}

export const NO_VALUE = '–';

/** Three significant digits at most, never more than two decimals. */
function threeDigits(number: number): string {
  if (number === 0) return '0';
  if (number < 9.995) return number.toFixed(2);
  return number < 99.95 ? number.toFixed(1) : number.toFixed(0);
}

export function duration(seconds: number): Quantity {
  if (seconds === 0) return { value: '0', unit: 'ms' };
  if (seconds < 0.0009995) return { value: threeDigits(seconds * 1e6), unit: 'µs' };
  if (seconds < 0.9995) return { value: threeDigits(seconds * 1e3), unit: 'ms' };
  return { value: threeDigits(seconds), unit: 's' };
}

function rate(perSecond: number, unit: string): Quantity {
  if (perSecond >= 9999.5) return { value: `${threeDigits(perSecond / 1000)}k`, unit };
  return { value: threeDigits(perSecond), unit };
}

export const tokenRate = (perSecond: number): Quantity => rate(perSecond, 'tok/s');
export const requestRate = (perSecond: number): Quantity => rate(perSecond, 'req/s');

export function percent(ratio: number): Quantity {
  const value = ratio * 100;
  return { value: value >= 99.95 ? value.toFixed(0) : threeDigits(value), unit: '%' };
}

/** A value of a signal with a unit of its own. */
export const plain = (unit: string) => (value: number): Quantity => rate(value, unit);

/** How values of a unit are written. */
export function formatOf(unit: string): (value: number) => Quantity {
  if (unit === 's') return duration;
  if (unit === 'ratio') return percent;
  if (unit === 'tokens/s') return tokenRate;
  return unit === 'requests/s' ? requestRate : plain(unit);
}

export function quantityText(quantity: Quantity): string {
  return `${quantity.value} ${quantity.unit}`;
}

export function span(seconds: number): string {
  const { d, h, min, s } = words.units;
  const whole = Math.floor(seconds);
  if (whole < 60) return `${whole} ${s}`;
  if (whole < 3600) return `${Math.floor(whole / 60)} ${min} ${whole % 60} ${s}`;
  const hours = Math.floor(whole / 3600);
  if (hours < 48) return `${hours} ${h} ${Math.floor((whole % 3600) / 60)} ${min}`;
  return `${Math.floor(hours / 24)} ${d} ${hours % 24} ${h}`;
}

/** Local wall-clock time of a Unix time, 24 hours. */
export function clock(unixSeconds: number, withSeconds = true): string {
  const date = new Date(unixSeconds * 1000);
  const parts = [date.getHours(), date.getMinutes()];
  if (withSeconds) parts.push(date.getSeconds());
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** 23 Nov, in the user's language. */
export function day(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toLocaleDateString(words.locale, { day: 'numeric', month: 'short' });
}

/** 12:57:31, with its day where that is not today's. */
export function clockOf(unixSeconds: number, now: number): string {
  return day(unixSeconds) === day(now) ? clock(unixSeconds) : `${day(unixSeconds)} ${clock(unixSeconds)}`;
}

/** A moment as precise as buckets of `step` seconds need it: 12:57:31, 23 Nov 12:57. */
export function moment(unixSeconds: number, step: number): string {
  if (step < 60) return clock(unixSeconds);
  return `${day(unixSeconds)} ${clock(unixSeconds, false)}`;
}

export function integer(number: number): string {
  return Math.round(number).toLocaleString('en-US').replaceAll(',', '\u2009');
}
