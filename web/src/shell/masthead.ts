import type { Backend, ServiceStatus } from '../api/status_shapes.ts';
import { copyOnClick } from './copying.ts';
import { byId, element, setText } from './dom.ts';
import { integer, span } from '../words/format.ts';
import { words } from '../words/words.ts';

function backendItem(backend: Backend): HTMLElement {
  const item = element('li', backend.healthy ? 'is-healthy' : 'is-unhealthy', backend.name);
  const health = words.doubts[backend.doubt] ?? backend.doubt;
  item.title = `${backend.url}, ${health}`;
  item.append(element('span', backend.healthy ? 'visually-hidden' : 'backend-doubt', `, ${health}`));
  if (backend.kind === 'simulated' && backend.name !== backend.kind) item.append(element('span', 'backend-kind', words.simulated));
  return item;
}

export class Masthead {
  private gateway = '';
  private backends = '';

  constructor() {
    const button = byId('gateway');
    copyOnClick(button, button.querySelector('.gateway-hint')!, () => this.gateway);
  }

  update(status: ServiceStatus): void {
    setText(byId('version'), words.version(status.version));
    setText(byId('in-flight'), integer(status.in_flight));
    setText(byId('uptime'), span(status.uptime_s));
    this.showGateway(status.gateway);
    this.showBackends(status.backends);
    const dropped = byId('dropped');
    dropped.hidden = status.dropped_observations === 0;
    setText(dropped.querySelector('dd')!, integer(status.dropped_observations));
  }

  private showGateway(address: string): void {
    this.gateway = address;
    byId('gateway').hidden = false;
    setText(byId('gateway').querySelector('.gateway-address')!, address);
  }

  private showBackends(backends: Backend[]): void {
    const shown = JSON.stringify(backends);
    if (shown === this.backends) return;
    this.backends = shown;
    byId('backends').replaceChildren(...backends.map(backendItem));
  }
}
