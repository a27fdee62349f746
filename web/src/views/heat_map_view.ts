import { fetchHeatMap, type HeatMapQuery } from '../api/endpoints.ts';
import type { HeatMap, SignalInfo } from '../api/shapes.ts';
import { HeatTable } from '../charts/heat_table.ts';
import { valuesOf } from '../data/strata.ts';
import type { ViewState } from '../data/view_state.ts';
import { Choice } from '../shell/choice.ts';
import { element, setText } from '../shell/dom.ts';
import { dimensionOffers } from '../shell/scope_picker.ts';
import { clock } from '../words/format.ts';
import { dimensionName, signalName, words } from '../words/words.ts';
import type { Scene, View } from './view.ts';

const REFRESH_S = 10;

/** Borders that suit a signal, until a user names others. */
const BOUNDS: Record<string, string> = {
  e2e: '1,5,15',
  ttft: '0.2,0.5,1,2',
  ttfa: '0.5,2,5,15',
  inter_token: '0.02,0.05,0.1,0.2',
  queue_time: '0.01,0.1,0.8',
  decode_rate: '10,20,40,80',
};
const TOKEN_BOUNDS = '16,64,256,1024';

/** Languages first: they are what the view was made for. */
const FIRST_ROWS = ['code_language', 'model', 'replica'];

/** How the values of a signal spread over bands, a row a value of a dimension. */
export class HeatMapView implements View {
  readonly root = element('div', 'view');
  private readonly signal: Choice;
  private readonly rows: Choice;
  private readonly bounds = element('input');
  private readonly moment = element('span', 'panel-moment');
  private readonly heading = element('h2');
  private readonly note = element('p', 'parts-note');
  private readonly table = new HeatTable();
  private answer: { query: string; at: number; map: HeatMap } | undefined;

  constructor(onChange: (change: Partial<ViewState>) => void) {
    this.signal = new Choice(words.signal, (heat) => onChange({ heat, bounds: '' }));
    this.rows = new Choice(words.splitBy, (rows) => onChange({ rows }));
    this.bounds.type = 'text';
    this.bounds.inputMode = 'decimal';
    this.bounds.addEventListener('change', () => onChange({ bounds: this.bounds.value.replaceAll(' ', '') }));
    const bounds = element('label', 'choice');
    bounds.append(element('span', '', words.bands), this.bounds);
    const controls = element('div', 'controls-bar');
    controls.append(this.signal.root, this.rows.root, bounds);
    const top = element('header', 'panel-top');
    top.append(this.heading, this.moment);
    const panel = element('section', 'heat');
    panel.append(top, this.table.root, this.note);
    this.root.append(controls, panel);
  }

  async read(scene: Scene, signal: AbortSignal): Promise<void> {
    const { status, range } = scene;
    const choice = this.choiceOf(scene);
    const query = JSON.stringify([choice, range.name]);
    if (!choice.dimension) return;
    if (this.answer?.query === query && status.now - this.answer.at < Math.max(REFRESH_S, range.refresh)) return;
    const map = await fetchHeatMap({ ...choice, from: status.now - range.length, to: status.now }, signal);
    signal.throwIfAborted();
    this.answer = { query, at: status.now, map };
  }

  draw(scene: Scene): void {
    const { signals, dimensions } = scene;
    const choice = this.choiceOf(scene);
    this.signal.offer(spread(signals).map(({ name }) => ({ value: name, name: signalName(name) })), choice.signal);
    this.rows.offer(dimensionOffers(dimensions), choice.dimension);
    if (document.activeElement !== this.bounds) this.bounds.value = choice.bounds;
    this.bounds.title = words.bandsHelp(signals.find((signal) => signal.name === choice.signal)?.unit ?? '');
    setText(this.heading, `${signalName(choice.signal)}: ${dimensionName(choice.dimension || 'code_language')}`);
    const map = this.answer?.map;
    const isEmpty = !map || map.rows.length === 0;
    setText(this.note, isEmpty ? words.nothingMeasured : words.heatHelp);
    this.table.root.hidden = isEmpty;
    if (!map) return;
    setText(this.moment, words.updated(clock(this.answer!.at)));
    this.table.draw(map);
  }

  recolor(): void {
    // The style sheet does it.
  }

  private choiceOf({ state, dimensions }: Scene): Omit<HeatMapQuery, 'from' | 'to'> {
    const first = FIRST_ROWS.find((name) => valuesOf(dimensions, name).length > 0) ?? dimensions[0]?.name ?? '';
    const bounds = state.bounds || BOUNDS[state.heat] || TOKEN_BOUNDS;
    return { signal: state.heat, dimension: state.rows || first, bounds };
  }
}

/** The signals that have a spread. */
function spread(signals: readonly SignalInfo[]): SignalInfo[] {
  return signals.filter((signal) => signal.rollup === 'distribution');
}
