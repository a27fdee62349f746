import type { Observation } from '../api/shapes.ts';
import { element } from '../shell/dom.ts';
import { clock, duration, integer, NO_VALUE, quantityText, tokenRate } from '../words/format.ts';
import { words } from '../words/words.ts';
import { outcomeOf } from './request_outcome.ts';

interface Column {
  name: string;
  cell: (observation: Observation) => Node | string;
}

export const seconds = (value: number | null): string => (value === null ? NO_VALUE : quantityText(duration(value)));
const rate = (value: number | null): string => (value === null ? NO_VALUE : tokenRate(value).value);

function tokens(count: number | null, estimated: boolean): string {
  if (count === null) return NO_VALUE;
  return `${estimated ? '≈\u2009' : ''}${integer(count)}`;
}

export function pill(observation: Observation): Node {
  const outcome = outcomeOf(observation);
  const created = element('span', 'pill', outcome.label);
  created.dataset.tone = outcome.tone;
  return created;
}

const COLUMNS: readonly Column[] = [
  { name: 'time', cell: (one) => clock(one.accepted + (one.e2e_s ?? 0)) },
  { name: 'model', cell: (one) => one.model || NO_VALUE },
  { name: 'endpoint', cell: (one) => one.endpoint || NO_VALUE },
  { name: 'state', cell: pill },
  { name: 'ttft', cell: (one) => seconds(one.ttft_s) },
  { name: 'e2e', cell: (one) => seconds(one.e2e_s) },
  { name: 'prompt', cell: (one) => tokens(one.prompt_tokens, false) },
  { name: 'output', cell: (one) => tokens(one.output_tokens, one.tokens_estimated) },
  { name: 'rate', cell: (one) => rate(one.tokens_per_s) },
  { name: 'backend', cell: (one) => one.backend || NO_VALUE },
];

function row(observation: Observation): HTMLTableRowElement {
  const created = element('tr');
  for (const column of COLUMNS) {
    const cell = element('td', `column-${column.name}`);
    cell.append(column.cell(observation));
    created.append(cell);
  }
  created.title = words.requestTitle(observation.id, clock(observation.accepted), String(observation.status ?? NO_VALUE));
  return created;
}

/** Requests newest first; a finished request never changes, so its row is built once. */
export class RequestTable {
  private readonly root = element('section', 'requests');
  private readonly body = element('tbody');
  private readonly rows = new Map<string, HTMLTableRowElement>();

  constructor(parent: HTMLElement) {
    const head = element('thead');
    const titles = element('tr');
    for (const column of COLUMNS) {
      const title = element('th', `column-${column.name}`, words.columns[column.name]);
      title.scope = 'col';
      titles.append(title);
    }
    head.append(titles);
    const table = element('table');
    table.append(head, this.body);
    const scroller = element('div', 'table-scroll');
    scroller.append(table);
    this.root.append(element('h2', '', words.newestRequests), scroller);
    parent.append(this.root);
  }

  /** Rows already shown stay where they are. */
  update(observations: readonly Observation[]): void {
    this.root.hidden = observations.length === 0;
    const isFirst = this.rows.size === 0;
    const listed = new Set(observations.map((observation) => observation.id));
    for (const [id, shown] of this.rows) {
      if (listed.has(id)) continue;
      shown.remove();
      this.rows.delete(id);
    }
    let below: Element | null = null;
    for (const observation of [...observations].reverse()) {
      const shown = this.rows.get(observation.id) ?? row(observation);
      if (!this.rows.has(observation.id) && !isFirst) shown.className = 'is-new';
      this.rows.set(observation.id, shown);
      if (!shown.isConnected || shown.nextElementSibling !== below) this.body.insertBefore(shown, below);
      below = shown;
    }
  }
}
