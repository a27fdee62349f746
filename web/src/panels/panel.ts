import type { SignalSeries } from '../api/shapes.ts';
import { Chart } from '../charts/chart.ts';
import { withGaps, type Line } from '../charts/gaps.ts';
import type { Mark } from '../data/happenings.ts';
import type { Extent } from '../data/ranges.ts';
import { element, setText } from '../shell/dom.ts';
import { moment } from '../words/format.ts';
import { words } from '../words/words.ts';
import { announceCursor, steerByKeys } from './chart_keys.ts';
import type { LineDefinition, PanelDefinition } from './panel_definitions.ts';
import { Readings } from './readings.ts';

/** A point of a panel was chosen: the bucket that begins at this time, of this stratum where it is not the page's. */
export type OnPick = (definition: PanelDefinition, time: number, stratum?: string) => void;

/** What a panel draws from. */
export interface PanelData {
  seriesOf: (line: LineDefinition) => SignalSeries | undefined;
  extent: Extent;
  now: number;
  step: number;
  /** Percentiles speak for so long before them; a hole as short is none. */
  window: number;
  marks: readonly Mark[];
  /** Shown in place of lines while there are none. */
  emptiness: string;
  sharedTop?: number | undefined;
}

/** One measured quantity: its current numbers above its chart. */
export class Panel {
  readonly root = element('section', 'panel');
  readonly chart: Chart;
  private readonly definition: PanelDefinition;
  private readonly heading = element('h2');
  private readonly moment = element('span', 'panel-moment');
  private readonly readings: Readings;
  private readonly plot = element('div', 'plot');
  private readonly empty = element('p', 'panel-empty');
  private readonly tip = element('p', 'plot-tip');
  private lines: Line[] = [];
  private step = 1;
  private now = 0;

  constructor(definition: PanelDefinition, onPick: OnPick) {
    this.definition = definition;
    this.root.dataset.signal = definition.signal;
    this.heading.textContent = definition.title;
    this.readings = new Readings(definition.lines);
    const top = element('header', 'panel-top');
    top.append(this.heading, this.moment);
    this.tip.hidden = true;
    this.plot.append(this.empty, this.tip);
    this.root.append(top, this.readings.root, this.plot);
    this.chart = new Chart(this.plot, definition, {
      onCursor: (time, marks) => this.showCursor(time, marks),
      onPick: (time) => onPick(definition, time),
    });
    steerByKeys(this.plot, this.chart, definition.title);
  }

  /** Draws and returns the number of values drawn. */
  update(data: PanelData): number {
    this.now = data.now;
    this.step = data.step;
    this.lines = this.definition.lines.map((line) => {
      const series = data.seriesOf(line);
      if (!series) return { t: [], values: [] };
      const bridge = line.statistic === 'mean' ? undefined : Math.max(3 * data.step, data.window);
      return withGaps(series.t, series[line.statistic], data.step, bridge);
    });
    const help = words.signalHelp[this.definition.signal] ?? data.seriesOf(this.definition.lines[0]!)?.help;
    if (help) this.heading.title = help;
    setText(this.empty, data.emptiness);
    this.chart.draw({ lines: this.lines, ...data });
    this.chart.tellCursor();
    return this.publish(data.marks);
  }

  /** Highest value drawn on the left axis. */
  highest(seriesOf: PanelData['seriesOf']): number {
    const values = this.definition.lines.flatMap((line) => seriesOf(line)?.[line.statistic] ?? []);
    return values.reduce<number>((top, value) => Math.max(top, value ?? 0), 0);
  }

  /** Leaves on the element what a test of the page reads. */
  private publish(marks: readonly Mark[]): number {
    const points = this.lines.reduce((sum, line) => sum + line.values.filter((value) => value !== null).length, 0);
    this.root.dataset.points = String(points);
    this.root.dataset.last = String(this.lines[0]?.values.at(-1) ?? '');
    this.root.dataset.marks = String(marks.length);
    this.root.dataset.top = String(this.chart.top());
    this.root.classList.toggle('is-empty', points === 0);
    return points;
  }

  private showCursor(time: number | null, marks: readonly Mark[]): void {
    setText(this.moment, time === null ? '' : moment(time, this.step));
    this.readings.show(this.lines, time, this.step, this.now);
    const shown = time ?? this.lines[0]?.t.at(-1) ?? 0;
    announceCursor(this.plot, shown, `${moment(shown, this.step)}: ${this.readings.text()}`);
    this.tip.hidden = marks.length === 0;
    setText(this.tip, marks.map((mark) => mark.text).join('\n'));
  }
}
