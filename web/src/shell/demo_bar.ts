import { Refusal } from '../api/client.ts';
import { beginDemo, resetDemo } from '../api/endpoints.ts';
import type { ServiceStatus } from '../api/status_shapes.ts';
import { words } from '../words/words.ts';
import { actButton, element, setText } from './dom.ts';

/** Of a process that plays a demo: what goes on, and the button that lets it go wrong or resets it. */
export class DemoBar {
  readonly root = element('section', 'demo-bar');
  private readonly text = element('p');
  private readonly button = actButton('chip is-main', '', () => void this.press());
  private state: ServiceStatus['demo'] = null;

  constructor() {
    this.root.setAttribute('aria-label', words.demo.title);
    this.text.setAttribute('aria-live', 'polite');
    this.root.append(element('strong', '', words.demo.title), this.text, this.button);
  }

  update({ demo, demo_mode }: ServiceStatus): void {
    this.root.hidden = demo === null;
    this.root.dataset.state = demo ?? '';
    if (demo === null || demo === this.state) return;
    this.state = demo;
    this.button.disabled = demo === 'preparing';
    const mode = demo_mode && words.demo.modes[demo_mode];
    setText(this.text, [words.demo.texts[demo], ...(mode ? [mode] : [])].join(words.join.gap));
    setText(this.button, demo === 'running' ? words.demo.reset : words.demo.begin);
  }

  private async press(): Promise<void> {
    this.button.disabled = true;
    try {
      await (this.state === 'running' ? resetDemo() : beginDemo());
    } catch (reason) {
      setText(this.text, reason instanceof Refusal ? reason.text : words.unreachable);
      this.button.disabled = false;
    }
  }
}
