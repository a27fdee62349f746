import type { Dimension, SignalInfo, Statistic } from '../api/shapes.ts';
import type { Layout, ViewState } from '../data/view_state.ts';
import { Choice, Segments } from '../shell/choice.ts';
import { element } from '../shell/dom.ts';
import { dimensionOffers } from '../shell/scope_picker.ts';
import { signalName, words } from '../words/words.ts';

const STATISTICS: readonly Statistic[] = ['p50', 'p90', 'p99', 'mean'];

const PRESETS: readonly [text: string, change: Partial<ViewState>][] = [
  [words.replicasSideBySide, { by: 'replica', layout: 'side' }],
  [words.coldAndWarm, { by: 'start', layout: 'overlay' }],
  [words.byPromptLength, { by: 'prompt', layout: 'overlay' }],
];

/** What the explore view shows: a signal, split by a dimension, side by side or in one chart. */
export class ExploreControls {
  readonly root = element('div', 'controls-bar');
  private readonly signal: Choice;
  private readonly by: Choice;
  private readonly layout: Segments;
  private readonly statistic: Segments;

  constructor(onChange: (change: Partial<ViewState>) => void) {
    this.signal = new Choice(words.signal, (signal) => onChange({ signal }));
    this.by = new Choice(words.splitBy, (by) => onChange({ by }));
    const layouts = [{ value: 'side', name: words.sideBySide }, { value: 'overlay', name: words.overlaid }];
    this.layout = new Segments('layout', words.layout, layouts, (layout) => onChange({ layout: layout as Layout }));
    const statistics = STATISTICS.map((value) => ({ value, name: value === 'mean' ? words.mean : value.toUpperCase() }));
    this.statistic = new Segments('statistic', words.statistic, statistics, (value) => onChange({ statistic: value as Statistic }));
    const presets = element('div', 'presets');
    presets.setAttribute('role', 'group');
    presets.setAttribute('aria-label', words.presets);
    for (const [text, change] of PRESETS) {
      const button = element('button', 'chip', text);
      button.type = 'button';
      button.addEventListener('click', () => onChange(change));
      presets.append(button);
    }
    this.root.append(this.signal.root, this.by.root, this.layout.root, this.statistic.root, presets);
  }

  update(state: ViewState, signals: readonly SignalInfo[], dimensions: readonly Dimension[]): void {
    this.signal.offer(signals.map(({ name }) => ({ value: name, name: signalName(name) })), state.signal);
    this.by.offer([{ value: '', name: words.nothing }, ...dimensionOffers(dimensions)], state.by);
    this.layout.choose(state.layout);
    this.statistic.choose(state.statistic);
    const hasQuantiles = signals.find((signal) => signal.name === state.signal)?.rollup === 'distribution';
    this.statistic.root.hidden = state.layout !== 'overlay' || !hasQuantiles;
  }
}
