import uPlot from 'uplot';
import { isolatedIndices } from './gaps.ts';
import { clock } from './format.ts';
import type { AxisDefinition, LineDefinition, PanelDefinition } from './panel_definitions.ts';
import type { Palette } from './palette.ts';

const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const CURSOR_GROUP = 'foreshock';

/** Distances between labelled times, in seconds. */
const TIME_INCREMENTS = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];

type PaletteSource = () => Palette;

function withAlpha(color: string, alpha: number): string {
  return color.replace(/^rgb\((.*)\)$/, `rgba($1, ${alpha})`);
}

function areaFill(chart: uPlot, color: string): CanvasGradient | string {
  const { top, height } = chart.bbox;
  if (!Number.isFinite(height) || height <= 0) return 'transparent';
  const gradient = chart.ctx.createLinearGradient(0, top, 0, top + height);
  gradient.addColorStop(0, withAlpha(color, 0.28));
  gradient.addColorStop(1, withAlpha(color, 0.02));
  return gradient;
}

function seriesOptions(line: LineDefinition, palette: PaletteSource): uPlot.Series {
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

function valueAxis(axis: AxisDefinition, scale: 'left' | 'right', palette: PaletteSource): uPlot.Axis {
  return {
    scale,
    side: scale === 'left' ? 3 : 1,
    size: scale === 'left' ? 56 : 36,
    gap: 6,
    space: 34,
    font: FONT,
    stroke: () => palette().axis,
    grid: { show: scale === 'left', stroke: () => palette().grid, width: 1 },
    ticks: { show: false },
    values: (_chart, ticks) => axis.labels(ticks),
  };
}

function timeAxis(palette: PaletteSource): uPlot.Axis {
  return {
    size: 22,
    gap: 6,
    space: 70,
    font: FONT,
    stroke: () => palette().axis,
    grid: { show: false },
    ticks: { show: false },
    incrs: TIME_INCREMENTS,
    values: (_chart, ticks, _axis, _space, increment) => ticks.map((tick) => clock(tick, increment < 60)),
  };
}

/** Zero is always in sight and the highest value keeps some air above it. */
function valueScale(axis: AxisDefinition): uPlot.Scale {
  return {
    range: (_chart, _min, max) => [0, Math.max(axis.leastTop, (max ?? 0) * 1.12)],
  };
}

export function chartOptions(
  panel: PanelDefinition,
  palette: PaletteSource,
  onCursor: (chart: uPlot) => void,
): uPlot.Options {
  const axes = [timeAxis(palette), valueAxis(panel.left, 'left', palette)];
  const scales: uPlot.Scales = { x: { time: true }, left: valueScale(panel.left) };
  if (panel.right) {
    axes.push(valueAxis(panel.right, 'right', palette));
    scales.right = valueScale(panel.right);
  }
  return {
    width: 320,
    height: 160,
    padding: [8, panel.right ? 0 : 12, 0, 0],
    legend: { show: false },
    series: [{}, ...panel.lines.map((line) => seriesOptions(line, palette))],
    bands: panel.band ? [{ series: [panel.lines.length, 1], fill: () => palette().band }] : [],
    axes,
    scales,
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 6, width: 0 },
      sync: { key: CURSOR_GROUP, scales: ['x', null], setSeries: false },
    },
    hooks: { setCursor: [onCursor] },
  };
}
