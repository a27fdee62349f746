import './theme.css';
import './page.css';
import './masthead.css';
import './panel.css';
import './requests.css';
import { fetchObservations, fetchSeries, fetchStatus, type Observation, type ServiceStatus } from './api.ts';
import { byId, setText } from './dom.ts';
import { Masthead } from './masthead.ts';
import { PANELS, SIGNALS } from './panel_definitions.ts';
import { Panel } from './panel.ts';
import { startPolling } from './polling.ts';
import { RequestTable } from './request_table.ts';
import { SeriesStore } from './series_store.ts';
import { setUpTheme } from './theme.ts';
import { Welcome } from './welcome.ts';
import { setUpWindowSelector, timeExtent, WINDOWS, windowStart } from './windows.ts';

const REQUESTS_SHOWN = 50;

const store = new SeriesStore();
const masthead = new Masthead();
const welcome = new Welcome();
const table = new RequestTable(byId('requests'));
const panels = PANELS.map((definition) => new Panel(definition, byId('panels')));
let chosen = WINDOWS[0]!;

function firstTime(): number | undefined {
  const starts = SIGNALS.map((signal) => store.get(signal)?.t[0]).filter((time) => time !== undefined);
  return starts.length > 0 ? Math.min(...starts) : undefined;
}

function drawPanels(now: number, hasRequests: boolean): void {
  const extent = timeExtent(chosen, now, firstTime());
  let points = 0;
  for (const panel of panels) {
    panel.explainEmptiness(hasRequests ? 'nothing measured in this window' : 'waiting for the first request…');
    points += panel.update(store, extent, now, chosen.drawnStep);
  }
  document.documentElement.dataset.points = String(points);
}

function show(status: ServiceStatus, observations: Observation[]): void {
  const hasRequests = observations.length > 0;
  byId('banner').hidden = true;
  masthead.update(status);
  welcome.update(status, hasRequests);
  table.update(observations);
  drawPanels(status.now, hasRequests);
}

async function cycle(signal: AbortSignal): Promise<void> {
  const status = await fetchStatus(signal);
  const { step } = chosen;
  const start = windowStart(chosen, status.now);
  const from = store.readFrom(status.now, start, step);
  const [series, observations] = await Promise.all([
    fetchSeries({ signals: SIGNALS, from, to: status.now, step }, signal),
    fetchObservations(REQUESTS_SHOWN, signal),
  ]);
  signal.throwIfAborted();
  store.accept(series, from, start);
  show(status, observations);
}

function showFailure(): void {
  setText(byId('banner'), 'The console cannot reach Foreshock; trying again');
  byId('banner').hidden = false;
}

setUpTheme(byId('theme-toggle'), () => panels.forEach((panel) => panel.recolor()));
const poller = startPolling(cycle, showFailure);
setUpWindowSelector(byId('windows'), (window) => {
  chosen = window;
  store.clear();
  poller.restart();
});
