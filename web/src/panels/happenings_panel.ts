import type { Happening } from '../data/happenings.ts';
import { element } from '../shell/dom.ts';
import { clock, day } from '../words/format.ts';
import { words } from '../words/words.ts';

const MOST_ROWS = 5;

/** What was found and what happened, newest first; a row puts the cursor of the charts at its time. */
export class HappeningsPanel {
  readonly root = element('section', 'happenings');
  private readonly list = element('ol');
  private readonly rest = element('p', 'happenings-rest');
  private readonly onChoose: (time: number) => void;
  private shown = '';

  constructor(onChoose: (time: number) => void) {
    this.onChoose = onChoose;
    this.root.hidden = true;
    this.root.append(element('h2', '', words.happenings), this.list, this.rest);
  }

  update(happenings: readonly Happening[]): void {
    const now = JSON.stringify(happenings);
    if (now === this.shown) return;
    this.shown = now;
    this.root.hidden = happenings.length === 0;
    this.list.replaceChildren(...happenings.slice(0, MOST_ROWS).map((one) => this.row(one)));
    this.rest.hidden = happenings.length <= MOST_ROWS;
    this.rest.textContent = words.earlier(happenings.length - MOST_ROWS);
  }

  private row(one: Happening): HTMLElement {
    const button = element('button', 'happening');
    button.type = 'button';
    button.title = words.showInCharts;
    const sign = element('span', 'happening-sign');
    sign.dataset.kind = one.kind;
    sign.dataset.tone = one.tone;
    sign.title = one.kind === 'event' ? words.event : words.finding;
    const label = element('span', 'happening-label', one.label);
    label.dataset.tone = one.tone;
    button.append(sign, element('time', '', `${day(one.at)} ${clock(one.at)}`), label, element('span', 'happening-text', one.text));
    if (one.paged) button.append(element('span', 'pill', words.paged));
    button.addEventListener('click', () => this.onChoose(one.at));
    const item = element('li');
    item.append(button);
    return item;
  }
}
