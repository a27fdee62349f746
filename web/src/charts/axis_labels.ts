/** Turns the tick positions of an axis into labels that share one unit. */
export type AxisLabels = (ticks: number[]) => string[];

/** Shortest decimal form, free of binary rounding noise. */
function trimmed(number: number): string {
  return String(Number(number.toPrecision(6)));
}

function scaled(ticks: number[], factor: number, unit: string): string[] {
  return ticks.map((tick) => (tick === 0 ? '0' : `${trimmed(tick * factor)}${unit}`));
}

export const durationLabels: AxisLabels = (ticks) => {
  const top = Math.max(...ticks);
  if (top < 0.001) return scaled(ticks, 1e6, ' µs');
  return top < 1 ? scaled(ticks, 1e3, ' ms') : scaled(ticks, 1, ' s');
};

export const percentLabels: AxisLabels = (ticks) => scaled(ticks, 100, ' %');

export const plainLabels: AxisLabels = (ticks) =>
  Math.max(...ticks) >= 10000 ? scaled(ticks, 0.001, 'k') : scaled(ticks, 1, '');
