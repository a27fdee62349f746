import { Feed } from '../data/feed.ts';
import { marksOf } from '../data/happenings.ts';
import { incidentRange } from '../data/incidents.ts';
import { timeExtent } from '../data/ranges.ts';
import { HappeningsPanel } from '../panels/happenings_panel.ts';
import { IncidentsPanel } from '../panels/incidents_panel.ts';
import type { OnPick } from '../panels/panel.ts';
import { Panel } from '../panels/panel.ts';
import { PANELS, PANEL_SIGNALS } from '../panels/panel_definitions.ts';
import { RequestTable } from '../panels/request_table.ts';
import { Welcome } from '../panels/welcome.ts';
import { element } from '../shell/dom.ts';
import { words } from '../words/words.ts';
import { emptinessOf, isRate, type Scene, type View } from './view.ts';

/** What people were told of, latency, speed and errors at a glance, what was found and happened, the newest requests. */
export class Overview implements View {
  readonly root = element('div', 'view');
  private readonly panels: Panel[];
  private readonly incidents: IncidentsPanel;
  private readonly happenings: HappeningsPanel;
  private readonly welcome: Welcome;
  private readonly table: RequestTable;
  private feed: Feed | undefined;

  constructor(onPick: OnPick, onOpen: (incident: string) => void, onChange: () => void, onMore: () => void) {
    const grid = element('div', 'panels');
    this.panels = PANELS.map((definition) => new Panel(definition, onPick));
    grid.append(...this.panels.map((panel) => panel.root));
    this.incidents = new IncidentsPanel(onOpen, onChange, onMore);
    this.happenings = new HappeningsPanel((time) => this.panels[0]!.chart.moveCursor(time), onOpen);
    this.root.append(this.incidents.root, grid, this.happenings.root);
    this.welcome = new Welcome(this.root);
    this.table = new RequestTable(this.root);
  }

  async read({ state, range, signals, status }: Scene, signal: AbortSignal): Promise<void> {
    const { stratum } = state;
    if (this.feed?.choice.range !== range || this.feed.choice.stratum !== stratum) {
      this.feed = new Feed({ signals: PANEL_SIGNALS, range, stratum, isRate: isRate(signals) });
    }
    await this.feed.refresh(status.now, signal);
  }

  draw(scene: Scene): void {
    const { range, status, newest, happenings, state, refusal } = scene;
    const extent = timeExtent(range, status.now, this.feed?.firstTime());
    let points = 0;
    this.panels.forEach((panel, index) => {
      const marks = marksOf(happenings, PANELS[index]!.signal, state.stratum);
      points += panel.update({
        seriesOf: (line) => this.feed?.series(line.signal, status.now),
        extent,
        now: status.now,
        step: range.drawnStep,
        window: range.window,
        marks,
        emptiness: emptinessOf(scene),
      });
    });
    this.incidents.update(scene.incidents, scene.incidentCount, words.ranges[incidentRange(range).name], scene.dials, status);
    this.happenings.update(happenings);
    const isIdle = newest.length === 0 && points === 0 && !state.stratum && !refusal;
    this.welcome.update(status, isIdle);
    this.table.update(newest);
    document.documentElement.dataset.points = String(points);
  }

  recolor(): void {
    this.panels.forEach((panel) => panel.chart.recolor());
  }
}
