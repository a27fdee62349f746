import type { HeatMap } from '../api/shapes.ts';
import { compareValues } from '../data/strata.ts';
import { element } from '../shell/dom.ts';
import { formatOf, integer, percent, quantityText } from '../words/format.ts';
import { words } from '../words/words.ts';

/** "< 1 s", "1 s – 5 s", "> 5 s": one more than borders. */
export function bandNames(bounds: readonly number[], unit: string): string[] {
  const text = (bound: number): string => {
    const { value, unit: shown } = formatOf(unit)(bound);
    return `${value.includes('.') ? value.replace(/\.?0+(k?)$/, '$1') : value} ${shown}`;
  };
  const first = bounds[0] === undefined ? [] : [`< ${text(bounds[0])}`];
  const middle = bounds.slice(1).map((bound, index) => `${text(bounds[index]!)} – ${text(bound)}`);
  const last = bounds.at(-1);
  return [...first, ...middle, last === undefined ? '' : `> ${text(last)}`];
}

/** Counts by row and band; the colour is the share within the row. */
export class HeatTable {
  readonly root = element('div', 'table-scroll');
  private readonly table = element('table', 'heat-table');
  private shown = '';

  constructor() {
    this.root.append(this.table);
  }

  draw(map: HeatMap): void {
    const now = JSON.stringify(map);
    if (now === this.shown) return;
    this.shown = now;
    const head = element('tr');
    for (const title of ['', ...bandNames(map.bounds, map.unit), words.total]) {
      const cell = element('th', '', title);
      cell.scope = 'col';
      head.append(cell);
    }
    const rows = [...map.rows].sort((left, right) => compareValues(left.value, right.value));
    const top = element('thead');
    const body = element('tbody');
    top.append(head);
    body.append(...rows.map(heatRow));
    this.table.replaceChildren(top, body);
  }
}

function heatRow({ value, counts }: HeatMap['rows'][number]): HTMLElement {
  const row = element('tr');
  const total = counts.reduce((sum, count) => sum + count, 0);
  const name = element('th', '', value);
  name.scope = 'row';
  row.append(name);
  for (const count of counts) {
    const cell = element('td', 'heat-cell');
    const share = total > 0 ? count / total : 0;
    cell.style.setProperty('--share', String(share));
    cell.append(element('strong', '', quantityText(percent(share))), element('span', '', integer(count)));
    row.append(cell);
  }
  row.append(element('td', 'heat-total', integer(total)));
  return row;
}
