import type { SignalInfo, Statistic } from '../api/shapes.ts';
import { durationLabels, percentLabels, plainLabels, type AxisLabels } from '../charts/axis_labels.ts';
import type { ColorName } from '../charts/palette.ts';
import { formatOf, percent, requestRate, tokenRate, type Quantity } from '../words/format.ts';
import { signalName, words } from '../words/words.ts';

export interface LineDefinition {
  label: string;
  signal: string;
  /** dimension:value, where the line shows another stratum than its panel. */
  stratum?: string;
  statistic: Statistic;
  color: ColorName;
  format: (value: number) => Quantity;
  /** Fills the area down to zero. */
  area?: boolean;
  thin?: boolean;
  /** Belongs to the axis on the right. */
  right?: boolean;
}

export interface AxisDefinition {
  labels: AxisLabels;
  /** The axis never ends below this value, so that quiet signals look quiet. */
  leastTop: number;
}

export interface PanelDefinition {
  signal: string;
  title: string;
  lines: readonly LineDefinition[];
  left: AxisDefinition;
  right?: AxisDefinition;
  /** The lines are P50, P90 and P99: fills the space between them. */
  band?: boolean;
}

const PERCENTILES: readonly (Statistic & ColorName)[] = ['p50', 'p90', 'p99'];
export const PART_COLORS: readonly ColorName[] = ['part1', 'part2', 'part3', 'part4', 'part5', 'part6'];

function axisOf(unit: string, leastTop: number): AxisDefinition {
  if (unit === 's') return { labels: durationLabels, leastTop };
  return { labels: unit === 'ratio' ? percentLabels : plainLabels, leastTop };
}

const LEAST_TOPS: Record<string, number> = { s: 0.004, ratio: 0.05, 'tokens/s': 10, 'requests/s': 4, tokens: 10 };
const leastTopOf = (unit: string): number => LEAST_TOPS[unit] ?? 0;

function percentiles(signal: string, unit: string): LineDefinition[] {
  return PERCENTILES.map((statistic) => ({
    label: statistic.toUpperCase(),
    signal,
    statistic,
    color: statistic,
    format: formatOf(unit),
    thin: statistic === 'p99',
  }));
}

function latencyPanel(signal: string, leastTop: number): PanelDefinition {
  const left = axisOf('s', leastTop);
  return { signal, title: words.panels[signal]!, lines: percentiles(signal, 's'), left, band: true };
}

export const PANELS: readonly PanelDefinition[] = [
  latencyPanel('ttft', 0.02),
  latencyPanel('inter_token', 0.004),
  latencyPanel('e2e', 0.1),
  {
    signal: 'throughput',
    title: words.panels.throughput!,
    lines: [
      { label: words.wholeService, signal: 'throughput', statistic: 'mean', color: 'volume', format: tokenRate, area: true },
      { label: words.oneStream, signal: 'decode_rate', statistic: 'p50', color: 'stream', format: tokenRate },
    ],
    left: axisOf('tokens/s', 10),
  },
  {
    signal: 'error_rate',
    title: words.panels.error_rate!,
    lines: [
      { label: words.failed, signal: 'error_rate', statistic: 'mean', color: 'error', format: percent, area: true },
      { label: words.requests, signal: 'request_rate', statistic: 'mean', color: 'requests', format: requestRate, thin: true, right: true },
    ],
    left: axisOf('ratio', 0.05),
    right: axisOf('requests/s', 4),
  },
];

export const PANEL_SIGNALS: readonly string[] = [
  ...new Set(PANELS.flatMap((panel) => panel.lines.map((line) => line.signal))),
];

/** One signal by itself: its percentiles, or its mean where it has none. */
export function signalPanel(info: SignalInfo, title = signalName(info.name)): PanelDefinition {
  const left = axisOf(info.unit, leastTopOf(info.unit));
  if (info.rollup === 'distribution') {
    return { signal: info.name, title, lines: percentiles(info.name, info.unit), left, band: true };
  }
  const line: LineDefinition = {
    label: words.mean,
    signal: info.name,
    statistic: 'mean',
    color: info.unit === 'ratio' && info.direction === 'lower_is_better' ? 'error' : 'volume',
    format: formatOf(info.unit),
    area: true,
  };
  return { signal: info.name, title, lines: [line], left };
}

/** One statistic of a signal in several strata, a line each. */
export function overlayPanel(info: SignalInfo, statistic: Statistic, strata: readonly string[]): PanelDefinition {
  const shown: Statistic = info.rollup === 'distribution' ? statistic : 'mean';
  const name = shown === 'mean' ? words.mean : shown.toUpperCase();
  return {
    signal: info.name,
    title: words.join.placed(signalName(info.name), name),
    lines: strata.map((stratum, index) => ({
      label: stratum.slice(stratum.indexOf(':') + 1),
      signal: info.name,
      stratum,
      statistic: shown,
      color: PART_COLORS[index % PART_COLORS.length]!,
      format: formatOf(info.unit),
    })),
    left: axisOf(info.unit, leastTopOf(info.unit)),
  };
}
