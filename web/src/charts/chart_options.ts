import uPlot from 'uplot';
import type { AxisDefinition, LineDefinition, PanelDefinition } from '../panels/panel_definitions.ts';
import { isolatedIndices } from './gaps.ts';
import { withAlpha, type Palette } from './palette.ts';
import { TIME_INCREMENTS, timeLabels } from './time_labels.ts';

const FONT = '11px Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const CURSOR_GROUP = 'foreshock';

/** CSS pixels around the plotting area: signs of marks stand above it. */
const LEFT_AXIS = 56;
const RIGHT_AXIS = 36;
const RIGHT_EDGE = 18;
const TOP_EDGE = 14;

/** What may change while the chart stands. */
export interface ChartInputs {
  palette: () => Palette;
  /** A common top of several charts; undefined: as high as the data. */
  sharedTop: () => number | undefined;
}

export interface ChartHooks {
  cursor: (chart: uPlot) => void;
  below: (chart: uPlot) => void;
  above: (chart: uPlot) => void;
}

function areaFill(chart: uPlot, color: string): CanvasGradient | string {
  const { top, height } = chart.bbox;
  if (!Number.isFinite(height) || height <= 0) return 'transparent';
  const gradient = chart.ctx.createLinearGradient(0, top, 0, top + height);
  gradient.addColorStop(0, withAlpha(color, 0.28));
  gradient.addColorStop(1, withAlpha(color, 0.02));
  return gradient;
}

function seriesOptions(line: LineDefinition, { palette }: ChartInputs): uPlot.Series {
  return {
    label: line.label,
    scale: line.right ? 'right' : 'left',
    stroke: () => palette()[line.color],
    width: line.thin ? 1 : 1.5,
    fill: line.area ? (chart) => areaFill(chart, palette()[line.color]) : undefined,
    points: {
      show: () => false,
      size: 4,
      fill: () => palette()[line.color],
      filter: (chart, index) => isolatedIndices(chart.data[index]!),
    },
  };
}

function valueAxis(axis: AxisDefinition, scale: 'left' | 'right', { palette }: ChartInputs): uPlot.Axis {
  return {
    scale,
    side: scale === 'left' ? 3 : 1,
    size: scale === 'left' ? LEFT_AXIS : RIGHT_AXIS,
    gap: 6,
    space: 34,
    font: FONT,
    stroke: () => palette().axis,
    grid: { show: scale === 'left', stroke: () => palette().grid, width: 1 },
    ticks: { show: false },
    values: (_chart, ticks) => axis.labels(ticks),
  };
}

function timeAxis(rightSpace: number, { palette }: ChartInputs): uPlot.Axis {
  const pixelsToEdge = (chart: uPlot) => (tick: number): number => {
    const { min = 0, max = 1 } = chart.scales.x!;
    return ((max! - tick) / (max! - min!)) * (chart.width - LEFT_AXIS - rightSpace) + rightSpace;
  };
  return {
    size: 22,
    gap: 6,
    space: 70,
    font: FONT,
    stroke: () => palette().axis,
    grid: { show: false },
    ticks: { show: false },
    incrs: TIME_INCREMENTS,
    values: (chart, ticks, _axis, _space, increment) => timeLabels(ticks, increment, pixelsToEdge(chart)),
  };
}

/** Zero is always in sight and the highest value keeps some air above it. */
function valueScale(axis: AxisDefinition, sharedTop: () => number | undefined): uPlot.Scale {
  return {
    range: (_chart, min, max) => [Math.min(0, (min ?? 0) * 1.12), Math.max(axis.leastTop, (sharedTop() ?? max ?? 0) * 1.12)],
  };
}

/** From the median to the P90, and fainter from there to the P99. */
function bandsOf(panel: PanelDefinition, { palette }: ChartInputs): uPlot.Band[] {
  if (!panel.band) return [];
  return [
    { series: [2, 1], fill: () => palette().band },
    { series: [3, 2], fill: () => palette().tail },
  ];
}

export function chartOptions(panel: PanelDefinition, inputs: ChartInputs, hooks: ChartHooks): uPlot.Options {
  const rightSpace = panel.right ? RIGHT_AXIS : RIGHT_EDGE;
  const axes = [timeAxis(rightSpace, inputs), valueAxis(panel.left, 'left', inputs)];
  const scales: uPlot.Scales = { x: { time: true }, left: valueScale(panel.left, inputs.sharedTop) };
  if (panel.right) {
    axes.push(valueAxis(panel.right, 'right', inputs));
    scales.right = valueScale(panel.right, () => undefined);
  }
  return {
    width: 320,
    height: 160,
    padding: [TOP_EDGE, panel.right ? 0 : RIGHT_EDGE, 0, 0],
    legend: { show: false },
    series: [{}, ...panel.lines.map((line) => seriesOptions(line, inputs))],
    bands: bandsOf(panel, inputs),
    axes,
    scales,
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 6, width: 0 },
      sync: { key: CURSOR_GROUP, scales: ['x', null], setSeries: false },
    },
    hooks: { setCursor: [hooks.cursor], drawClear: [hooks.below], draw: [hooks.above] },
  };
}
