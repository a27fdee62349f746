import type { Dials } from '../api/shapes.ts';
import type { ServiceStatus } from '../api/status_shapes.ts';
import { button, element, setText } from '../shell/dom.ts';
import { storyOf } from '../words/incident_text.ts';
import { learningText } from '../words/learning_text.ts';
import { words } from '../words/words.ts';
import { DialsStrip } from './dials_strip.ts';
import type { IncidentView } from './incident/section.ts';

function row(view: IncidentView, onOpen: (id: string) => void): HTMLElement {
  const { incident, state, recovery, signals, now } = view;
  const story = storyOf(incident, state, recovery, signals, now);
  const created = button('incident-row', '', () => onOpen(incident.page.id));
  created.title = words.incident.openIncident;
  created.dataset.id = incident.page.id;
  created.dataset.severity = incident.page.severity;
  const health = element('span', 'health', words.incident.health[recovery.health]);
  health.dataset.health = recovery.health;
  const text = element('span', 'incident-row-text');
  text.append(element('strong', '', story.what), ['', story.done, story.now].join(words.join.gap));
  created.append(health, text, element('span', 'incident-row-why', story.why));
  return created;
}

/** What people were told of, newest first: a row opens the incident. */
export class IncidentsPanel {
  readonly root = element('section', 'incidents');
  private readonly list = element('ol');
  private readonly rest: HTMLButtonElement;
  private readonly learning = element('p', 'incidents-quiet');
  private readonly dials: DialsStrip;
  private readonly quiet = element('p', 'incidents-quiet');
  private readonly onOpen: (id: string) => void;
  private shown = '';

  /** ONMORE: older ones are to be told of too. */
  constructor(onOpen: (id: string) => void, onChange: () => void, onMore: () => void) {
    this.onOpen = onOpen;
    this.dials = new DialsStrip(onChange);
    this.rest = button('link happenings-rest', '', onMore);
    this.learning.dataset.part = 'learning';
    this.root.append(element('h2', '', words.incident.incidents), this.list, this.rest, this.quiet, this.learning, this.dials.root);
  }

  /** ALL: how many there are; LOOKED AT: the name of the range in which they were looked for. */
  update(views: readonly IncidentView[], all: number, lookedAt: string, dials: Dials, { learning, now }: ServiceStatus): void {
    const learnt = learningText(learning, now);
    this.learning.hidden = learnt === '';
    setText(this.learning, learnt);
    this.dials.update(dials, now);
    this.root.dataset.incidents = String(all);
    this.quiet.hidden = all > 0;
    setText(this.quiet, words.incident.allQuiet(lookedAt));
    this.rest.hidden = all <= views.length;
    setText(this.rest, words.earlier(all - views.length));
    const shown = JSON.stringify(views.map(({ incident, state, recovery }) => [incident, state, recovery]));
    if (shown === this.shown) return;
    this.shown = shown;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.id;
    this.list.replaceChildren(...views.map((view) => {
      const item = element('li');
      item.append(row(view, this.onOpen));
      return item;
    }));
    if (focused) this.list.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  }
}
