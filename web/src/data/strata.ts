import type { Dimension, Strata } from '../api/shapes.ts';

/** "model:qwen3:8b" -> ["model", "qwen3:8b"]; the value may have colons of its own. */
export function splitStratum(stratum: string): [dimension: string, value: string] {
  const colon = stratum.indexOf(':');
  return colon < 0 ? [stratum, ''] : [stratum.slice(0, colon), stratum.slice(colon + 1)];
}

export const joinStratum = (dimension: string, value: string): string => (dimension && value ? `${dimension}:${value}` : '');

/** As it stands in a noun; empty for all requests. */
export const stratumOf = (strata: Strata): string => Object.entries(strata).map(([name, value]) => joinStratum(name, value)).join(', ');

/** The dimensions of a stratum with their values: "replica+prompt:a+<1k" has two. */
function partsOf(stratum: string): Map<string, string> {
  const [dimension, value] = splitStratum(stratum);
  const [first, second] = dimension.split('+');
  const border = value.indexOf('+');
  return new Map(second === undefined ? [[first!, value]] : [[first!, value.slice(0, border)], [second, value.slice(border + 1)]]);
}

/** Whether a request may lie in both: of no dimension do they name different values. */
export function overlap(left: string, right: string): boolean {
  if (!left || !right) return true;
  const others = partsOf(right);
  return [...partsOf(left)].every(([dimension, value]) => (others.get(dimension) ?? value) === value);
}

const NATURAL = new Intl.Collator('en', { numeric: true });

/** <1k, 1-4k, 16-64k, >64k, then names; other comes last. */
export function compareValues(left: string, right: string): number {
  const rank = (value: string): number => {
    if (value === 'other' || value === 'unknown') return 4;
    if (value.startsWith('>')) return 2;
    if (value.startsWith('<')) return 0;
    return /^\d/.test(value) ? 1 : 3;
  };
  return rank(left) - rank(right) || NATURAL.compare(left, right);
}

export function valuesOf(dimensions: readonly Dimension[], name: string): string[] {
  const found = dimensions.find((dimension) => dimension.name === name);
  return [...(found?.values ?? [])].sort(compareValues);
}
