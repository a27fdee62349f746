import type { Statistic } from './api.ts';
import { durationLabels, percentLabels, plainLabels, type AxisLabels } from './axis_labels.ts';
import { duration, percent, requestRate, tokenRate, type Quantity } from './format.ts';
import type { ColorName } from './palette.ts';

export interface LineDefinition {
  label: string;
  signal: string;
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
  /** Fills the space between the first and the last line. */
  band?: boolean;
}

function latencyPanel(signal: string, title: string, leastTop: number): PanelDefinition {
  const line = (label: string, statistic: Statistic & ColorName): LineDefinition => ({
    label,
    signal,
    statistic,
    color: statistic,
    format: duration,
  });
  return {
    signal,
    title,
    lines: [line('P50', 'p50'), line('P90', 'p90'), line('P99', 'p99')],
    left: { labels: durationLabels, leastTop },
    band: true,
  };
}

export const PANELS: readonly PanelDefinition[] = [
  latencyPanel('ttft', 'Time to first token', 0.02),
  latencyPanel('inter_token', 'Inter-token latency', 0.004),
  latencyPanel('e2e', 'End-to-end latency', 0.1),
  {
    signal: 'throughput',
    title: 'Tokens per second',
    lines: [
      { label: 'Whole service', signal: 'throughput', statistic: 'mean', color: 'volume', format: tokenRate, area: true },
      { label: 'One stream, median', signal: 'decode_rate', statistic: 'p50', color: 'stream', format: tokenRate },
    ],
    left: { labels: plainLabels, leastTop: 10 },
  },
  {
    signal: 'error_rate',
    title: 'Error rate',
    lines: [
      { label: 'Failed', signal: 'error_rate', statistic: 'mean', color: 'error', format: percent, area: true },
      { label: 'Requests', signal: 'request_rate', statistic: 'mean', color: 'requests', format: requestRate, thin: true, right: true },
    ],
    left: { labels: percentLabels, leastTop: 0.05 },
    right: { labels: plainLabels, leastTop: 4 },
  },
];

export const SIGNALS: readonly string[] = [
  ...new Set(PANELS.flatMap((panel) => panel.lines.map((line) => line.signal))),
];
