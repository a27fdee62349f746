import { nearestValue, type Line } from '../charts/gaps.ts';
import { element, setText } from '../shell/dom.ts';
import { NO_VALUE, type Quantity } from '../words/format.ts';
import type { LineDefinition } from './panel_definitions.ts';

/** A reading older than this many seconds and two steps is shown as stale. */
const STALE_AFTER_S = 20;

interface Reading {
  amount: HTMLElement;
  value: HTMLElement;
  unit: HTMLElement;
}

/** The numbers above a chart: the newest, or those under the cursor. */
export class Readings {
  readonly root = element('dl', 'readings');
  private readonly definitions: readonly LineDefinition[];
  private readonly readings: Reading[];

  constructor(definitions: readonly LineDefinition[]) {
    this.definitions = definitions;
    this.readings = definitions.map((line) => {
      const reading = { amount: element('dd'), value: element('span', 'reading-value', NO_VALUE), unit: element('span', 'reading-unit') };
      const label = element('dt', '', line.label);
      label.dataset.color = line.color;
      reading.amount.append(reading.value, reading.unit);
      const group = element('div');
      group.append(label, reading.amount);
      this.root.append(group);
      return reading;
    });
  }

  /** TIME is that of the cursor, null for the newest. */
  show(lines: readonly Line[], time: number | null, step: number, now: number): void {
    this.readings.forEach((reading, index) => {
      const line = lines[index];
      if (!line) return;
      const value = time === null ? (line.values.at(-1) ?? null) : nearestValue(line, time, 1.5 * step);
      const quantity: Quantity = value === null ? { value: NO_VALUE, unit: '' } : this.definitions[index]!.format(value);
      setText(reading.value, quantity.value);
      setText(reading.unit, quantity.unit);
      const last = line.t.at(-1) ?? 0;
      reading.amount.classList.toggle('is-stale', time === null && now - last > STALE_AFTER_S + 2 * step);
    });
  }

  /** "P50 80 ms, P90 120 ms". */
  text(): string {
    return this.readings
      .map(({ value, unit }, index) => `${this.definitions[index]!.label} ${value.textContent} ${unit.textContent}`.trim())
      .join(', ');
  }
}
