import type { Happening } from '../data/happenings.ts';
import { button, element } from '../shell/dom.ts';
import { clock, day } from '../words/format.ts';
import { words } from '../words/words.ts';

const FIRST_ROWS = 5;
const MORE_ROWS = 50;

const KINDS: Record<Happening['kind'], string> = {
  event: words.event, finding: words.finding, action: words.actionKind, verdict: words.verdictKind,
};

/** What was found, happened and was done, newest first; a row puts the cursor of the charts at its time. */
export class HappeningsPanel {
  readonly root = element('section', 'happenings');
  private readonly list = element('ol');
  private readonly rest: HTMLButtonElement;
  private all: readonly Happening[] = [];
  private rows = FIRST_ROWS;
  private readonly onChoose: (time: number) => void;
  private readonly onOpen: (incident: string) => void;
  private shown = '';

  constructor(onChoose: (time: number) => void, onOpen: (incident: string) => void) {
    this.onChoose = onChoose;
    this.onOpen = onOpen;
    this.rest = button('link happenings-rest', '', () => this.showMore());
    this.root.hidden = true;
    this.root.append(element('h2', '', words.happenings), this.list, this.rest);
  }

  update(all: readonly Happening[]): void {
    this.all = all;
    const happenings = all.filter((one) => !one.isMinor);
    const now = JSON.stringify([this.rows, happenings]);
    if (now === this.shown) return;
    this.shown = now;
    this.root.hidden = happenings.length === 0;
    this.list.replaceChildren(...happenings.slice(0, this.rows).map((one) => this.row(one)));
    this.rest.hidden = happenings.length <= this.rows;
    this.rest.textContent = words.earlier(happenings.length - this.rows);
  }

  private showMore(): void {
    this.rows += MORE_ROWS;
    this.update(this.all);
  }

  private row(one: Happening): HTMLElement {
    const choose = button('happening', '', () => this.onChoose(one.at));
    choose.title = words.showInCharts;
    const sign = element('span', 'happening-sign');
    sign.dataset.kind = one.kind;
    sign.dataset.tone = one.tone;
    sign.title = KINDS[one.kind];
    const label = element('span', 'happening-label', one.label);
    label.dataset.tone = one.tone;
    choose.append(sign, element('time', '', `${day(one.at)} ${clock(one.at)}`), label, element('span', 'happening-text', one.text));
    const item = element('li');
    item.append(choose);
    if (one.incident) item.append(button('pill', words.incident.incident, () => this.onOpen(one.incident)));
    return item;
  }
}
