import { Chart } from './chart.ts';
import { condense } from './condense.ts';
import { element, setText } from './dom.ts';
import { clock, NO_VALUE, type Quantity } from './format.ts';
import { nearestValue, withGaps, type Line } from './gaps.ts';
import type { PanelDefinition } from './panel_definitions.ts';
import { completeBuckets, type SeriesStore } from './series_store.ts';
import type { Extent } from './windows.ts';

/** A reading older than this is shown as stale. */
const STALE_AFTER_S = 20;

interface Reading {
  value: HTMLElement;
  unit: HTMLElement;
}

/** One measured quantity: its current numbers above its chart. */
export class Panel {
  readonly root = element('section', 'panel');
  private readonly heading = element('h2');
  private readonly moment = element('span', 'panel-moment');
  private readonly readings: Reading[];
  private readonly empty = element('p', 'panel-empty');
  private readonly chart: Chart;
  private readonly definition: PanelDefinition;
  private lines: Line[] = [];
  private step = 1;
  private now = 0;

  constructor(definition: PanelDefinition, parent: HTMLElement) {
    this.definition = definition;
    this.root.dataset.signal = definition.signal;
    this.heading.textContent = definition.title;
    const top = element('header', 'panel-top');
    top.append(this.heading, this.moment);
    const list = element('dl', 'readings');
    this.readings = definition.lines.map((line) => {
      const reading = { value: element('span', 'reading-value', NO_VALUE), unit: element('span', 'reading-unit') };
      const label = element('dt', '', line.label);
      label.dataset.color = line.color;
      const amount = element('dd');
      amount.append(reading.value, reading.unit);
      const group = element('div');
      group.append(label, amount);
      list.append(group);
      return reading;
    });
    const plot = element('div', 'plot');
    plot.append(this.empty);
    this.root.append(top, list, plot);
    parent.append(this.root);
    this.chart = new Chart(plot, definition, (time) => this.showReadings(time));
  }

  /** Draws what the store holds and returns the number of values drawn. */
  update(store: SeriesStore, extent: Extent, now: number, step: number): number {
    this.now = now;
    this.step = step;
    this.lines = this.definition.lines.map((line) => {
      const held = store.get(line.signal);
      if (!held) return { t: [], values: [] };
      const series = completeBuckets(condense(held, step), now, step);
      return withGaps(series.t, series[line.statistic], step);
    });
    const help = store.get(this.definition.signal)?.help;
    if (help) this.heading.title = help;
    this.chart.draw(this.lines, extent);
    this.showReadings(this.chart.cursorTime());
    return this.publish();
  }

  /** Text shown in place of lines while there are none. */
  explainEmptiness(text: string): void {
    setText(this.empty, text);
  }

  recolor(): void {
    this.chart.recolor();
  }

  /** Leaves on the element what a test of the page reads. */
  private publish(): number {
    const points = this.lines.reduce((sum, line) => sum + line.values.filter((value) => value !== null).length, 0);
    this.root.dataset.points = String(points);
    this.root.dataset.last = String(this.lines[0]?.values.at(-1) ?? '');
    this.root.classList.toggle('is-empty', points === 0);
    return points;
  }

  private showReadings(time: number | null): void {
    setText(this.moment, time === null ? '' : clock(time));
    this.readings.forEach((reading, index) => {
      const line = this.lines[index];
      if (!line) return;
      const last = line.t.at(-1) ?? 0;
      const value = time === null ? line.values.at(-1) ?? null : nearestValue(line, time, 1.5 * this.step);
      const quantity: Quantity = value === null
        ? { value: NO_VALUE, unit: '' }
        : this.definition.lines[index]!.format(value);
      setText(reading.value, quantity.value);
      setText(reading.unit, quantity.unit);
      const stale = time === null && this.now - last > STALE_AFTER_S + 2 * this.step;
      reading.value.parentElement!.classList.toggle('is-stale', stale);
    });
  }
}
