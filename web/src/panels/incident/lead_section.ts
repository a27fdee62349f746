import { fromDeeds, fromEvent, fromFinding, markOf } from '../../data/happenings.ts';
import { overlap, stratumOf } from '../../data/strata.ts';
import { element, setText } from '../../shell/dom.ts';
import { levelText, valueText, whereText } from '../../words/incident_text.ts';
import { signalName, words } from '../../words/words.ts';
import { signalPanel } from '../panel_definitions.ts';
import { Panel } from '../panel.ts';
import { facts, findingLinks, type IncidentLinks, type IncidentView } from './section.ts';

/** The finding that the page is about: its chart with all that happened, its size, and the way to its requests. */
export class LeadSection {
  readonly root = element('section', 'incident-part');
  private readonly links: IncidentLinks;
  private readonly about = element('div');
  private readonly chart = element('div', 'panels panels-wide');
  private panel: Panel | undefined;
  private view: IncidentView | undefined;
  private shown = '';

  constructor(links: IncidentLinks) {
    this.links = links;
    this.root.dataset.part = 'lead';
    this.root.append(element('h3', '', words.incident.leadFinding), this.chart, this.about);
  }

  update(view: IncidentView): void {
    this.view = view;
    const { lead } = view.incident.page;
    if (lead.id !== this.shown) this.build(view);
    this.shown = lead.id;
    this.draw(view);
  }

  recolor(): void {
    this.panel?.chart.recolor();
  }

  private build({ incident: { page: { lead } }, signals }: IncidentView): void {
    this.panel?.chart.destroy();
    const unknown = { name: lead.series, unit: '', direction: 'neutral', rollup: 'mean' as const, help: '' };
    const info = signals.find(({ name }) => name === lead.series) ?? unknown;
    const where = whereText(lead);
    const title = where ? words.join.placed(signalName(lead.series), where) : signalName(lead.series);
    this.panel = new Panel(signalPanel(info, title), (_definition, time) => this.openPoint(time));
    this.chart.replaceChildren(this.panel.root);
    const value = (of: number): string => valueText(signals, lead.series, of);
    const [low, high] = [lead.before + lead.interval[0], lead.before + lead.interval[1]];
    this.about.replaceChildren(
      facts([
        [words.incident.before, value(lead.before)],
        [words.incident.after, `${value(lead.before + lead.size)} (${words.incident.interval(levelText(lead.level), value(low), value(high))})`],
      ]),
      findingLinks(lead, this.links),
    );
  }

  private draw({ incident, reading, signals, now }: IncidentView): void {
    if (!reading || !this.panel) return;
    const { page } = incident;
    const around = [...page.events.map(fromEvent), ...fromDeeds(incident)].filter((one) => overlap(one.stratum, stratumOf(page.lead.strata)));
    const { window } = reading;
    const points = this.panel.update({
      seriesOf: () => reading.series,
      extent: window,
      now: Math.min(now, window.max),
      step: window.step,
      window: window.window,
      marks: [fromFinding(page.lead, signals), ...around].map(markOf),
      emptiness: words.nothingMeasured,
    });
    this.root.dataset.points = String(points);
  }

  private openPoint(time: number): void {
    const view = this.view;
    if (!view?.reading) return;
    const { step, window } = view.reading.window;
    const { lead } = view.incident.page;
    const to = time + step;
    this.links.toRequests({ title: signalName(lead.series), from: to - Math.max(step, window), to, stratum: stratumOf(lead.strata) });
  }
}

/** The other findings of the incident, each with its ways on. */
export class FindingsSection {
  readonly root = element('details', 'incident-part');
  private readonly links: IncidentLinks;
  private readonly summary = element('summary');
  private readonly list = element('ul', 'incident-findings');
  private shown = '';

  constructor(links: IncidentLinks) {
    this.links = links;
    this.root.dataset.part = 'findings';
    this.root.append(this.summary, this.list);
  }

  update({ incident: { page }, reading, signals }: IncidentView): void {
    const others = (reading?.findings ?? []).filter(({ id }) => id !== page.lead.id);
    this.root.hidden = others.length === 0;
    const shown = JSON.stringify(others);
    if (shown === this.shown) return;
    this.shown = shown;
    setText(this.summary, words.incident.otherFindings(others.length));
    this.list.replaceChildren(...others.map((finding) => {
      const item = element('li');
      item.append(element('span', '', fromFinding(finding, signals).text), findingLinks(finding, this.links));
      return item;
    }));
  }
}
