import type { ServiceStatus } from './api.ts';
import { copyOnClick } from './copying.ts';
import { byId, setText } from './dom.ts';

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
  private example = '';

  constructor() {
    const button = byId('copy-example');
    copyOnClick(button, button, () => this.example);
  }

  update(status: ServiceStatus, hasRequests: boolean): void {
    byId('welcome').hidden = hasRequests;
    byId('requests').hidden = !hasRequests;
    const simulated = status.backends.some((backend) => backend.kind === 'simulated');
    this.example = curlExample(status.gateway, simulated ? 'foreshock-sim' : 'your-model');
    setText(byId('example'), this.example);
  }
}
