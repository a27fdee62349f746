import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Extent } from '../data/ranges.ts';
import type { Mark } from '../data/happenings.ts';
import type { PanelDefinition } from '../panels/panel_definitions.ts';
import { chartOptions } from './chart_options.ts';
import type { Line } from './gaps.ts';
import { drawSigns, drawSpans, marksNear } from './mark_layer.ts';
import { readPalette } from './palette.ts';

/** CSS pixels: a mark, or a point, so near to the cursor is meant by it. */
const MARK_REACH = 6;
const POINT_REACH = 12;

export interface ChartListener {
  /** The time under the cursor, also when it moves over another chart, and the marks there. */
  onCursor: (time: number | null, marks: readonly Mark[]) => void;
  /** A click on the point that begins at this time, or Enter. */
  onPick: (time: number) => void;
}

export interface Picture {
  lines: readonly Line[];
  extent: Extent;
  marks: readonly Mark[];
  /** The common highest value of several charts. */
  sharedTop?: number | undefined;
}

/** The time to which keys have moved the cursor that all charts share; while the pointer moves it, it stays with the pointer. */
let pinned: number | null = null;

/** The drawing area of one panel. */
export class Chart {
  private readonly plot: uPlot;
  private readonly listener: ChartListener;
  private readonly resizing: ResizeObserver;
  private palette = readPalette();
  private marks: readonly Mark[] = [];
  private sharedTop: number | undefined;

  constructor(container: HTMLElement, panel: PanelDefinition, listener: ChartListener) {
    this.listener = listener;
    const inputs = { palette: () => this.palette, sharedTop: () => this.sharedTop };
    const options = chartOptions(panel, inputs, {
      cursor: () => this.tellCursor(),
      below: (plot) => drawSpans(plot, this.marks, this.palette),
      above: (plot) => drawSigns(plot, this.marks, this.palette),
    });
    this.plot = new uPlot(options, [[], ...panel.lines.map(() => [])], container);
    this.plot.over.addEventListener('click', () => this.pick());
    this.plot.over.addEventListener('pointermove', () => (pinned = null));
    this.resizing = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = container;
      if (width > 0 && height > 0) this.plot.setSize({ width, height });
    });
    this.resizing.observe(container);
  }

  draw({ lines, extent, marks, sharedTop }: Picture): void {
    const tables = lines.map((line): uPlot.AlignedData => [line.t, line.values]);
    this.marks = marks;
    this.sharedTop = sharedTop;
    this.plot.batch(() => {
      this.plot.setData(uPlot.join(tables), false);
      this.plot.setScale('x', extent);
    });
    if (pinned !== null) this.putCursor(pinned, false);
  }

  /** Reads the colours again after a change of theme. */
  recolor(): void {
    this.palette = readPalette();
    this.plot.redraw();
  }

  /** That of the point at the cursor, or of the place itself where no point is near; null without a cursor. */
  private cursorTime(): number | null {
    if (pinned !== null) return pinned;
    const { left = -1, idx } = this.plot.cursor;
    const times = this.plot.data[0];
    if (left < 0 || times.length === 0) return null;
    const point = idx == null ? undefined : times[idx];
    if (point !== undefined && Math.abs(this.plot.valToPos(point, 'x') - left) <= POINT_REACH) return point;
    return this.plot.posToVal(left, 'x');
  }

  /** Puts the cursor of all charts at this time, where it stays while time goes on; null takes it away. */
  moveCursor(time: number | null): void {
    pinned = time;
    this.putCursor(time, true);
  }

  /** Moves the cursor by so many points; without one it starts at the newest. */
  stepCursor(points: number): void {
    const shown = this.shownTimes();
    if (shown.length === 0) return;
    const time = this.cursorTime();
    const last = shown.length - 1;
    if (time === null) return this.moveCursor(shown[last]!);
    const nearest = shown.reduce((best, t, index) => (Math.abs(t - time) < Math.abs(shown[best]! - time) ? index : best), 0);
    this.moveCursor(shown[Math.min(last, Math.max(0, nearest + points))]!);
  }

  pick(): void {
    const time = this.cursorTime();
    const shown = this.shownTimes();
    if (time === null || shown.length === 0) return;
    this.listener.onPick(shown.reduce((best, t) => (Math.abs(t - time) < Math.abs(best - time) ? t : best)));
  }

  /** The highest value of the left axis. */
  top(): number {
    return this.plot.scales.left!.max ?? 0;
  }

  destroy(): void {
    this.resizing.disconnect();
    this.plot.destroy();
  }

  tellCursor(): void {
    const time = this.cursorTime();
    if (time === null) return this.listener.onCursor(null, []);
    const reach = this.plot.posToVal(MARK_REACH, 'x') - this.plot.posToVal(0, 'x');
    this.listener.onCursor(time, marksNear(this.marks, time, reach));
  }

  private putCursor(time: number | null, inAllCharts: boolean): void {
    const left = time === null ? -10 : this.plot.valToPos(time, 'x');
    // The third parameter, which the library's types lack, tells the other charts.
    const move = this.plot.setCursor as (at: { left: number; top: number }, fire: boolean, publish: boolean) => void;
    move({ left, top: time === null ? -10 : this.plot.over.clientHeight / 2 }, true, inAllCharts);
  }

  /** Times in sight at which a line has a value. */
  private shownTimes(): number[] {
    const { min, max } = this.plot.scales.x!;
    const [times, ...lines] = this.plot.data;
    return [...times].filter((t, index) => t >= min! && t <= max! && lines.some((line) => line[index] != null));
  }
}
