import { Refusal } from '../../api/client.ts';
import { fetchCauses } from '../../api/endpoints.ts';
import type { CauseText, SignalInfo } from '../../api/shapes.ts';
import { actionStateOf } from '../../data/action_state.ts';
import { IncidentReader, type IncidentReading } from '../../data/incident_reading.ts';
import { Incidents, type Incident } from '../../data/incidents.ts';
import type { Range } from '../../data/ranges.ts';
import { OVER, Recoveries } from '../../data/recovery.ts';
import { words } from '../../words/words.ts';
import { IncidentDrawer, type IncidentDrawerHooks } from './incident_drawer.ts';
import type { IncidentView } from './section.ts';

/** So many incidents are told of at first, and so many more when they are asked for; how they stand now is measured. */
const FIRST_SHOWN = 3;
const MORE_SHOWN = 20;

/** The incidents, those shown at the top of the page, and the one that is open. */
export class IncidentDesk {
  readonly incidents = new Incidents();
  private readonly recoveries = new Recoveries();
  private readonly reader = new IncidentReader();
  private shown = FIRST_SHOWN;
  private readonly drawer: IncidentDrawer;
  private reading: IncidentReading | undefined;
  private causes: readonly CauseText[] = [];
  private trouble = '';
  private now = 0;
  private signals: readonly SignalInfo[] = [];

  constructor(parent: HTMLElement, hooks: IncidentDrawerHooks) {
    this.drawer = new IncidentDrawer(parent, hooks);
  }

  /** OPEN: the id of the page whose incident is open; empty: none. */
  async refresh(range: Range, open: string, signals: readonly SignalInfo[], now: number, signal: AbortSignal): Promise<void> {
    this.trouble = '';
    await this.incidents.refresh(range, open, now, signal).catch((reason: unknown) => this.note(reason));
    this.now = now;
    this.signals = signals;
    const incident = this.incidents.find(open);
    const isRate = (name: string): boolean => signals.find((one) => one.name === name)?.rollup === 'sum';
    const told = [...this.incidents.all.slice(0, this.shown), ...(incident ? [incident] : [])];
    if (incident && this.causes.length === 0) this.causes = await fetchCauses(signal);
    const leads = [...new Map(told.filter(({ isOver }) => !isOver).map(({ page }) => [page.id, page.lead])).values()];
    const [, reading] = await Promise.all([
      this.recoveries.refresh(leads, isRate, now, signal),
      incident ? this.reader.refresh(incident, now, signal).catch((reason: unknown) => this.note(reason)) : undefined,
    ]);
    this.reading = reading;
  }

  /** The newest, as much as is told of at once. */
  newest(): IncidentView[] {
    return this.incidents.all.slice(0, this.shown).map((incident) => this.viewOf(incident));
  }

  /** Older ones are told of too, from the next refresh on. */
  showMore(): void {
    this.shown += MORE_SHOWN;
  }

  show(open: string): void {
    if (!open) return this.drawer.hide();
    const incident = this.incidents.find(open);
    this.drawer.show(incident && { ...this.viewOf(incident), reading: this.reading }, this.trouble);
  }

  recolor(): void {
    this.drawer.recolor();
  }

  private viewOf(incident: Incident): IncidentView {
    const { dials, pending } = this.incidents;
    const state = actionStateOf(incident, dials, pending, this.now);
    const recovery = incident.isOver ? OVER : this.recoveries.of(incident.page.lead);
    return { incident, reading: undefined, state, recovery, dials, causes: this.causes, signals: this.signals, now: this.now };
  }

  private note(reason: unknown): undefined {
    if (!(reason instanceof Refusal)) throw reason;
    this.trouble = reason.status === 404 ? words.incident.notFound : reason.text;
  }
}
