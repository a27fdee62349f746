import type { SignalInfo } from '../api/shapes.ts';
import { Feed } from '../data/feed.ts';
import { marksOf } from '../data/happenings.ts';
import { timeExtent, type Extent } from '../data/ranges.ts';
import { splitStratum, valuesOf } from '../data/strata.ts';
import type { ViewState } from '../data/view_state.ts';
import type { OnPick } from '../panels/panel.ts';
import { Panel, type PanelData } from '../panels/panel.ts';
import { overlayPanel, PART_COLORS, signalPanel } from '../panels/panel_definitions.ts';
import { element, setText } from '../shell/dom.ts';
import { dimensionName, signalName, words } from '../words/words.ts';
import { ExploreControls } from './explore_controls.ts';
import { emptinessOf, isRate, type Scene, type View } from './view.ts';

const MOST_PANELS = 12;

/** One signal at full width, and beside each other, or in one chart, its parts by a dimension. */
export class Explore implements View {
  readonly root = element('div', 'view');
  private readonly controls: ExploreControls;
  private readonly whole = element('div', 'panels panels-wide');
  private readonly title = element('h2', 'parts-title');
  private readonly note = element('p', 'parts-note');
  private readonly parts = element('div', 'panels panels-small');
  private readonly onPick: OnPick;
  private feeds = new Map<string, Feed>();
  private panels: Panel[] = [];
  private built = '';

  constructor(onPick: OnPick, onChange: (change: Partial<ViewState>) => void) {
    this.onPick = onPick;
    this.controls = new ExploreControls(onChange);
    this.root.append(this.controls.root, this.whole, this.title, this.note, this.parts);
  }

  async read(scene: Scene, signal: AbortSignal): Promise<void> {
    const { state, range, signals, status } = scene;
    const strata = [state.stratum, ...this.partStrata(scene)];
    const choice = { signals: [state.signal], range, isRate: isRate(signals) };
    const isSame = (feed: Feed | undefined): boolean => feed?.choice.range === range && feed.choice.signals[0] === state.signal;
    const held = this.feeds;
    this.feeds = new Map(strata.map((stratum) => {
      const feed = held.get(stratum);
      return [stratum, isSame(feed) ? feed! : new Feed({ ...choice, stratum })];
    }));
    await Promise.all([...this.feeds.values()].map((feed) => feed.refresh(status.now, signal)));
  }

  draw(scene: Scene): void {
    const { state, range, status, signals, dimensions } = scene;
    this.controls.update(state, signals, dimensions);
    const info = signals.find((signal) => signal.name === state.signal);
    if (!info) return;
    const strata = this.partStrata(scene);
    this.build(info, state, strata);
    this.explainParts(scene, strata.length);
    const extent = timeExtent(range, status.now, this.feeds.get(state.stratum)?.firstTime());
    this.drawPanels(scene, strata, extent);
  }

  recolor(): void {
    this.panels.forEach((panel) => panel.chart.recolor());
  }

  private partStrata({ state, dimensions }: Scene): string[] {
    const most = state.layout === 'overlay' ? PART_COLORS.length : MOST_PANELS;
    return valuesOf(dimensions, state.by).slice(0, most).map((value) => `${state.by}:${value}`);
  }

  /** The panels for what is chosen, made anew when that changes. */
  private build(info: SignalInfo, state: ViewState, strata: readonly string[]): void {
    const wanted = JSON.stringify([info.name, state.layout, state.layout === 'overlay' && state.statistic, strata]);
    if (wanted === this.built) return;
    this.built = wanted;
    this.panels.forEach((panel) => panel.chart.destroy());
    const definitions = state.layout === 'overlay' && strata.length > 0
      ? [overlayPanel(info, state.statistic, strata)]
      : strata.map((stratum) => signalPanel(info, splitStratum(stratum)[1]));
    this.panels = [signalPanel(info), ...definitions].map((definition, index) =>
      new Panel(definition, (picked, time) => this.onPick(picked, time, this.stratumOf(index, strata, state.layout))));
    this.whole.replaceChildren(this.panels[0]!.root);
    this.parts.replaceChildren(...this.panels.slice(1).map((panel) => panel.root));
    this.parts.classList.toggle('panels-wide', state.layout === 'overlay');
  }

  /** What panel INDEX shows, the chosen scope for the whole and for the overlay. */
  private stratumOf(index: number, strata: readonly string[], layout: string): string | undefined {
    return index === 0 || layout === 'overlay' ? undefined : strata[index - 1];
  }

  private explainParts({ state, dimensions }: Scene, shown: number): void {
    const values = valuesOf(dimensions, state.by).length;
    setText(this.title, state.by ? words.partsOf(signalName(state.signal), dimensionName(state.by)) : '');
    const note = values === 0 ? words.noValuesYet(dimensionName(state.by)) : words.partsShown(shown, values);
    setText(this.note, state.by && (values === 0 || shown < values) ? note : '');
  }

  private drawPanels(scene: Scene, strata: readonly string[], extent: Extent): void {
    const { state, range, status, happenings } = scene;
    const dataOf = (stratum: string): PanelData => ({
      seriesOf: (line) => this.feeds.get(line.stratum ?? stratum)?.series(line.signal, status.now),
      extent,
      now: status.now,
      step: range.drawnStep,
      window: range.window,
      marks: marksOf(happenings, state.signal, stratum),
      emptiness: emptinessOf(scene),
    });
    const [whole, ...parts] = this.panels;
    let points = whole!.update(dataOf(state.stratum));
    const data = parts.map((_, index) => dataOf(state.layout === 'overlay' ? '' : strata[index]!));
    const sharedTop = Math.max(0, ...parts.map((panel, index) => panel.highest(data[index]!.seriesOf)));
    parts.forEach((panel, index) => (points += panel.update({ ...data[index]!, sharedTop })));
    document.documentElement.dataset.points = String(points);
  }
}
