import type { ServiceStatus } from '../api/status_shapes.ts';
import { copyOnClick } from '../shell/copying.ts';
import { element, setText } from '../shell/dom.ts';
import { words } from '../words/words.ts';

function curlExample(gateway: string, model: string): string {
  const body = { model, stream: true, messages: [{ role: 'user', content: 'Hello' }] };
  return [
    `curl -N ${gateway}/v1/chat/completions \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}

/** Shown in place of the table until the first request has been measured. */
export class Welcome {
  private readonly root = element('section', 'welcome');
  private readonly code = element('code');
  private example = '';

  constructor(parent: HTMLElement) {
    const button = element('button', '', words.copy);
    button.type = 'button';
    copyOnClick(button, button, () => this.example);
    const text = element('pre');
    text.append(this.code);
    const box = element('div', 'example');
    box.append(text, button);
    this.root.append(element('h2', '', words.waitingForFirst), element('p', '', words.tryIt), box, element('p', 'welcome-demo', words.orDemo));
    parent.append(this.root);
  }

  update(status: ServiceStatus, isIdle: boolean): void {
    this.root.hidden = !isIdle;
    const simulated = status.backends.some((backend) => backend.kind === 'simulated');
    this.example = curlExample(status.gateway, simulated ? 'foreshock-sim' : 'your-model');
    setText(this.code, this.example);
  }
}
