import { Refusal } from '../api/client.ts';
import { undoDial } from '../api/endpoints.ts';
import type { Dials, Lease } from '../api/shapes.ts';
import { actButton, element, setText } from '../shell/dom.ts';
import { leaseText } from '../words/incident_text.ts';
import { words } from '../words/words.ts';
import { killSwitch } from './kill_switch.ts';

/** The dials that are turned now, by policies and by people, each with its Undo, and the kill switch. */
export class DialsStrip {
  readonly root = element('div', 'dials-strip');
  private readonly onChange: () => void;
  private shown = '';

  /** ONCHANGE: something was changed; read again. */
  constructor(onChange: () => void) {
    this.onChange = onChange;
    this.root.hidden = true;
  }

  update({ stopped, leases }: Dials, now: number): void {
    this.root.hidden = !stopped && leases.length === 0;
    const shown = JSON.stringify([stopped, leases]);
    if (shown === this.shown) return;
    this.shown = shown;
    const message = element('p', 'incident-message');
    message.hidden = true;
    message.setAttribute('role', 'alert');
    const change = (deed: () => Promise<void>): void => void this.change(deed, message);
    const list = element('ul');
    list.append(...leases.map((lease) => this.row(lease, now, change)));
    const state = stopped ? [element('p', 'incident-stopped', words.incident.stopped)] : [];
    this.root.replaceChildren(list, ...state, killSwitch(stopped, change), message);
  }

  private row(lease: Lease, now: number, change: (deed: () => Promise<void>) => void): HTMLElement {
    const item = element('li');
    item.append(element('span', '', leaseText(lease, now)), actButton('link', words.incident.undo, () => change(() => undoDial(lease))));
    return item;
  }

  private async change(deed: () => Promise<void>, message: HTMLElement): Promise<void> {
    try {
      await deed();
    } catch (reason) {
      setText(message, reason instanceof Refusal ? reason.text : words.unreachable);
      message.hidden = false;
    }
    this.onChange();
  }
}
