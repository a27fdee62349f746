import type { CauseText, Dials, ServiceEvent, ServiceFinding, SignalInfo } from '../../api/shapes.ts';
import type { ActionState } from '../../data/action_state.ts';
import type { IncidentReading } from '../../data/incident_reading.ts';
import type { Incident } from '../../data/incidents.ts';
import type { Recovery } from '../../data/recovery.ts';
import { stratumOf } from '../../data/strata.ts';
import type { Occasion } from '../request_drawer.ts';
import { button, element } from '../../shell/dom.ts';
import { actionText, eventText } from '../../words/incident_text.ts';
import { signalName, words } from '../../words/words.ts';

/** All that is known of the open incident. */
export interface IncidentView {
  incident: Incident;
  reading: IncidentReading | undefined;
  state: ActionState;
  recovery: Recovery;
  dials: Dials;
  causes: readonly CauseText[];
  signals: readonly SignalInfo[];
  now: number;
}

/** A series and the time to look at. */
export type ChartPlace = Pick<ServiceFinding, 'series' | 'strata' | 'onset' | 'at'>;

/** Where one can go from an incident, and how something is changed. */
export interface IncidentLinks {
  toChart: (place: ChartPlace) => void;
  toRequests: (occasion: Occasion) => void;
  /** Does it, tells what the service refused, and reads again. */
  change: (deed: () => Promise<void>) => void;
}

/** A titled part of the drawer, made anew when what it SHOWS has changed, so that focus and selection stay. */
export class Section {
  readonly root = element('section', 'incident-part');
  private readonly body = element('div');
  private readonly shows: (view: IncidentView) => unknown;
  private readonly render: (view: IncidentView) => Node[];
  private shown = '';

  constructor(name: string, title: string, shows: (view: IncidentView) => unknown, render: (view: IncidentView) => Node[]) {
    this.root.dataset.part = name;
    this.shows = shows;
    this.render = render;
    this.root.append(element('h3', '', title), this.body);
  }

  update(view: IncidentView): void {
    const shown = JSON.stringify(this.shows(view)) ?? '';
    if (shown === this.shown) return;
    this.shown = shown;
    this.body.replaceChildren(...this.render(view));
  }
}

/** Names and what stands for them. */
export function facts(rows: readonly (readonly [name: string, value: string])[]): HTMLElement {
  const list = element('dl', 'incident-facts');
  for (const [name, value] of rows) {
    const fact = element('div');
    fact.append(element('dt', '', name), element('dd', '', value));
    list.append(fact);
  }
  return list;
}

/** To another part of the drawer, from which this one came. */
export function partLink(name: string, text: string): HTMLElement {
  const link = button('link', text, () => {
    const part = link.closest('.incident')?.querySelector<HTMLElement>(`[data-part=${name}]`);
    part?.scrollIntoView({ block: 'center' });
    part?.querySelector<HTMLElement>('button, summary, .plot')?.focus({ preventScroll: true });
  });
  return link;
}

/** Seconds before and after an event whose requests are shown with it. */
const AROUND_S = 60;

/** The requests before and after an event, of what it touched. */
export const occasionOf = (event: ServiceEvent): Occasion =>
  ({ title: eventText(event), from: event.at - AROUND_S, to: event.at + AROUND_S, near: event.at, stratum: stratumOf(event.scope) });

/** The requests from the onset of a finding to when it was found, those first that show it best. */
export const occasionOfFinding = (finding: ServiceFinding): Occasion => ({
  title: signalName(finding.series), from: finding.onset, to: finding.at, stratum: stratumOf(finding.strata), witnesses: finding.because,
});

/** The requests from an action to its verdict, or else to its end or to now. */
export const occasionOfAction = ({ incident: { action, verdict }, now }: IncidentView): Occasion | undefined =>
  action && {
    title: actionText(action), from: action.at, to: verdict?.at ?? Math.min(action.until, now), stratum: stratumOf(action.scope),
  };

/** To the chart of a finding, and to the requests from its onset to when it was found. */
export function findingLinks(finding: ServiceFinding, links: IncidentLinks): HTMLElement {
  const { openChart, openRequests } = words.incident;
  const row = element('p', 'incident-links');
  row.append(
    button('link', openChart, () => links.toChart(finding)),
    button('link', openRequests, () => links.toRequests(occasionOfFinding(finding))),
  );
  return row;
}
