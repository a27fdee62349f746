import { Refusal } from './api/client.ts';
import { fetchObservations, fetchStatus, type ObservationQuery } from './api/endpoints.ts';
import { Catalogue } from './data/catalogue.ts';
import { Happenings } from './data/happenings.ts';
import { rangeCovering, rangeNamed, RANGES } from './data/ranges.ts';
import { stratumOf, valuesOf } from './data/strata.ts';
import { formatAddress, parseAddress, type ViewName, type ViewState } from './data/view_state.ts';
import { IncidentDesk } from './panels/incident/incident_desk.ts';
import type { ChartPlace } from './panels/incident/section.ts';
import type { OnPick } from './panels/panel.ts';
import { RequestDrawer, type Occasion } from './panels/request_drawer.ts';
import { Segments } from './shell/choice.ts';
import { byId, setText } from './shell/dom.ts';
import { DemoBar } from './shell/demo_bar.ts';
import { Help } from './shell/help.ts';
import { Masthead } from './shell/masthead.ts';
import { startPolling, type Poller } from './shell/polling.ts';
import { ScopePicker } from './shell/scope_picker.ts';
import { focusChart, listenForShortcuts } from './shell/shortcuts.ts';
import { setUpTheme } from './shell/theme.ts';
import { Explore } from './views/explore.ts';
import { HeatMapView } from './views/heat_map_view.ts';
import { Overview } from './views/overview.ts';
import type { Scene, View } from './views/view.ts';
import { signalName, switchLanguage, words } from './words/words.ts';

const REQUESTS_SHOWN = 50;
const STRATUM_SPAN_S = 300;

/** The page: what is chosen, the parts that choose it, and the view that shows it. */
export class Console {
  private state = parseAddress(window.location.hash);
  private readonly catalogue = new Catalogue();
  private readonly happenings = new Happenings();
  private readonly masthead = new Masthead();
  private readonly desk: IncidentDesk;
  private readonly drawer = new RequestDrawer(document.body);
  private readonly demo = new DemoBar();
  private readonly help = new Help(document.body);
  private readonly views: Record<ViewName, View>;
  private readonly viewPicker: Segments;
  private readonly rangePicker: Segments;
  private readonly scopePicker: ScopePicker;
  private readonly poller: Poller;
  private scene: Scene | undefined;

  constructor() {
    const change = (changed: Partial<ViewState>): void => this.change(changed);
    this.desk = new IncidentDesk(document.body, {
      onClose: () => change({ incident: '' }),
      onChange: this.readAgain,
      toChart: (place) => this.goTo(place),
      toRequests: (occasion) => this.openRequests(occasion),
    });
    this.views = {
      overview: new Overview(this.pick, (incident) => change({ incident }), this.readAgain, this.showMore),
      explore: new Explore(this.pick, change),
      heatmap: new HeatMapView(change),
    };
    const views = [{ value: 'overview', name: words.overview }, { value: 'explore', name: words.explore }, { value: 'heatmap', name: words.heatMap }];
    this.viewPicker = new Segments('view', words.views, views, (view) => change({ view: view as ViewName }));
    const ranges = RANGES.map(({ name }) => ({ value: name, name: words.ranges[name] }));
    this.rangePicker = new Segments('range', words.timeRange, ranges, (range) => change({ range }));
    this.scopePicker = new ScopePicker((stratum) => change({ stratum }));
    byId('pickers').after(this.demo.root);
    byId('pickers').append(this.viewPicker.root, this.scopePicker.root, this.rangePicker.root);
    setUpTheme(byId('theme-toggle'), () => [...Object.values(this.views), this.desk].forEach((part) => part.recolor()));
    byId('language-switch').addEventListener('click', switchLanguage);
    byId('help-button').addEventListener('click', () => this.help.toggle());
    window.addEventListener('hashchange', () => this.adopt(parseAddress(window.location.hash)));
    this.listenForKeys();
    this.showChoices();
    this.poller = startPolling((signal) => this.cycle(signal), (reason) => this.say(reason instanceof Refusal ? textOf(reason) : words.unreachable));
  }

  private listenForKeys(): void {
    const click = (id: string) => (): void => byId(id).click();
    const ranges = RANGES.map(({ name }, index) => [String(index + 1), (): void => this.change({ range: name })]);
    listenForShortcuts({
      ...Object.fromEntries(ranges),
      o: () => this.change({ view: 'overview' }),
      e: () => this.change({ view: 'explore' }),
      h: () => this.change({ view: 'heatmap' }),
      i: () => this.change({ incident: this.scene?.incidents[0]?.incident.page.id ?? '' }),
      f: () => this.scopePicker.focus(),
      c: () => focusChart(1),
      C: () => focusChart(-1),
      t: click('theme-toggle'),
      l: switchLanguage,
      '?': () => this.help.toggle(),
    });
  }

  /** Also into the address; the way back leads from view to view and out of an incident. */
  private change(changed: Partial<ViewState>): void {
    const state = { ...this.state, ...changed };
    if (formatAddress(state) === formatAddress(this.state)) return;
    const address = formatAddress(state) || window.location.pathname;
    if (state.view === this.state.view && state.incident === this.state.incident) window.history.replaceState(null, '', address);
    else window.history.pushState(null, '', address);
    this.adopt(state);
  }

  private adopt(state: ViewState): void {
    this.state = state;
    this.showChoices();
    this.poller.restart();
  }

  private showChoices(): void {
    const { view, range, stratum } = this.state;
    this.viewPicker.choose(view);
    this.rangePicker.choose(range);
    this.scopePicker.update(this.catalogue.dimensions, stratum);
    this.scopePicker.root.hidden = view === 'heatmap';
    const main = byId('view');
    if (main.firstChild !== this.views[view].root) main.replaceChildren(this.views[view].root);
    this.desk.show(this.state.incident);
  }

  private async cycle(signal: AbortSignal): Promise<void> {
    const [status] = await Promise.all([fetchStatus(signal), this.catalogue.refresh(signal)]);
    const { state } = this;
    const { signals, dimensions } = this.catalogue;
    const range = rangeNamed(state.range);
    const scene: Scene = { state, range, status, signals, dimensions, happenings: [], newest: [], incidents: [], incidentCount: 0, dials: this.desk.incidents.dials, refusal: '' };
    const view = this.views[state.view];
    const [refusal, newest] = await Promise.all([
      view.read(scene, signal).then(() => '', textOf),
      fetchObservations(newestQuery(state, status.now), signal).catch((reason) => (textOf(reason), [])),
      this.happenings.refresh(range, status.now, signal),
      this.desk.refresh(range, state.incident, signals, status.now, signal),
    ]);
    signal.throwIfAborted();
    const { all, dials } = this.desk.incidents;
    this.happenings.gather(all, signals);
    const incidents = { incidents: this.desk.newest(), incidentCount: all.length, dials };
    this.show(view, { ...scene, ...incidents, happenings: this.happenings.all, newest, refusal });
  }

  private show(view: View, scene: Scene): void {
    this.scene = scene;
    this.masthead.update(scene.status);
    this.demo.update(scene.status);
    this.scopePicker.update(scene.dimensions, scene.state.stratum);
    this.say(scene.refusal);
    document.documentElement.dataset.view = scene.state.view;
    view.root.classList.toggle('is-refused', scene.refusal !== '');
    view.draw(scene);
    this.desk.show(scene.state.incident);
  }

  private say(text: string): void {
    setText(byId('banner'), text);
    byId('banner').hidden = text === '';
  }

  /** Something was changed. */
  private readonly readAgain = (): void => {
    this.desk.incidents.forget();
    this.poller.restart();
  };

  private readonly showMore = (): void => {
    this.desk.showMore();
    this.poller.restart();
  };

  /** Percentiles at a point are of the range's window up to the end of its bucket, everything else is of the bucket. */
  private readonly pick: OnPick = (definition, time, stratum) => {
    const { drawnStep, window } = rangeNamed(this.state.range);
    const to = time + drawnStep;
    const isPercentile = definition.lines[0]?.statistic !== 'mean';
    const from = to - (isPercentile ? Math.max(drawnStep, window) : drawnStep);
    this.openRequests({ title: signalName(definition.signal), from, to, stratum: stratum ?? this.state.stratum });
  };

  private openRequests(occasion: Occasion): void {
    const dimensions = this.scene?.dimensions ?? [];
    this.drawer.open(occasion, valuesOf(dimensions, 'model'), valuesOf(dimensions, 'replica'));
  }

  /** To the chart of a series, over a range in which the onset can be seen. */
  private goTo({ series, strata, onset, at }: ChartPlace): void {
    const range = rangeCovering((this.scene?.status.now ?? at) - onset).name;
    this.change({ incident: '', view: 'explore', signal: series, stratum: stratumOf(strata), range });
  }
}

/** The newest requests of what is shown; looking for those of a stratum costs the service time, so it looks back less. */
function newestQuery({ view, stratum }: ViewState, now: number): ObservationQuery {
  if (view !== 'overview') return { limit: 1 };
  return stratum ? { limit: REQUESTS_SHOWN, stratum, from: now - STRATUM_SPAN_S } : { limit: REQUESTS_SHOWN };
}

/** What the service refused, with how to mend it; anything else is thrown on. */
function textOf(reason: unknown): string {
  if (!(reason instanceof Refusal)) throw reason;
  return reason.text;
}
