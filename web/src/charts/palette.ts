const NAMES = [
  'p50', 'p90', 'p99', 'band', 'tail', 'volume', 'stream', 'error', 'requests', 'axis', 'grid', 'event', 'warning', 'alarm', 'action',
  'part1', 'part2', 'part3', 'part4', 'part5', 'part6',
] as const;

export type ColorName = (typeof NAMES)[number];
export type Palette = Record<ColorName, string>;

/** The chart colours of the theme in force, resolved from the style sheet for the canvas. */
export function readPalette(): Palette {
  const probe = document.createElement('i');
  document.body.append(probe);
  const palette = {} as Palette;
  for (const name of NAMES) {
    probe.style.color = `var(--chart-${name})`;
    palette[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return palette;
}

export function withAlpha(color: string, alpha: number): string {
  return color.replace(/^rgb\((.*)\)$/, `rgba($1, ${alpha})`);
}
