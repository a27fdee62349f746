import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { chartOptions } from './chart_options.ts';
import type { Line } from './gaps.ts';
import type { PanelDefinition } from './panel_definitions.ts';
import { readPalette } from './palette.ts';
import type { Extent } from './windows.ts';

/** The drawing area of one panel. */
export class Chart {
  private readonly plot: uPlot;
  private palette = readPalette();

  /** onCursor is told the time under the cursor, also when it moves over another chart. */
  constructor(container: HTMLElement, panel: PanelDefinition, onCursor: (time: number | null) => void) {
    const options = chartOptions(panel, () => this.palette, (plot) => onCursor(cursorTime(plot)));
    this.plot = new uPlot(options, [[], ...panel.lines.map(() => [])], container);
    new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = container;
      if (width > 0 && height > 0) this.plot.setSize({ width, height });
    }).observe(container);
  }

  draw(lines: readonly Line[], extent: Extent): void {
    const tables = lines.map((line): uPlot.AlignedData => [line.t, line.values]);
    this.plot.batch(() => {
      this.plot.setData(uPlot.join(tables), false);
      this.plot.setScale('x', extent);
    });
  }

  /** Reads the colours again after a change of theme. */
  recolor(): void {
    this.palette = readPalette();
    this.plot.redraw();
  }

  cursorTime(): number | null {
    return cursorTime(this.plot);
  }
}

function cursorTime(plot: uPlot): number | null {
  const left = plot.cursor.left ?? -1;
  return left >= 0 && plot.data[0].length > 0 ? plot.posToVal(left, 'x') : null;
}
