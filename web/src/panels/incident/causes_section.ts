import type { Cause, Evidence } from '../../api/shapes.ts';
import { button, element } from '../../shell/dom.ts';
import type { Incident } from '../../data/incidents.ts';
import { eventBehind, evidenceText } from '../../words/evidence_text.ts';
import { percentText } from '../../words/incident_text.ts';
import { causeName, words } from '../../words/words.ts';
import { occasionOf, Section, type IncidentLinks, type IncidentView } from './section.ts';

/** What is measured leads to its chart, an event to the requests around it. */
function evidenceLink(evidence: Evidence, text: string, { page }: Incident, links: IncidentLinks): HTMLElement {
  const { measured } = evidence;
  const event = eventBehind(evidence, page);
  if (!measured && !event) return element('span', '', text);
  const link = button('link', text, () => {
    if (measured) links.toChart({ ...measured, onset: page.lead.onset, at: page.at });
    else links.toRequests(occasionOf(event!));
  });
  link.title = measured ? words.incident.openChart : words.incident.openRequests;
  return link;
}

function evidenceRow(evidence: Evidence, { signals, incident }: IncidentView, links: IncidentLinks): HTMLElement {
  const { weight } = evidence;
  const row = element('li');
  row.dataset.speaks = weight > 0 ? 'for' : 'against';
  const speaks = weight > 0 ? words.incident.evidenceFor : words.incident.evidenceAgainst;
  row.append(element('span', 'evidence-weight', `${weight > 0 ? '+' : '−'}${Math.abs(weight).toFixed(1)}`));
  const text = evidenceText(evidence, incident.page, signals);
  row.append(element('span', 'visually-hidden', speaks), evidenceLink(evidence, text, incident, links));
  return row;
}

function causeBox(cause: Cause, view: IncidentView, links: IncidentLinks): HTMLDetailsElement {
  const text = view.causes.find(({ name }) => name === cause.cause);
  const [what, advice] = words.incident.causeTexts[cause.cause] ?? [text?.what, text?.advice];
  const box = element('details', 'cause');
  box.dataset.cause = cause.cause;
  const summary = element('summary');
  const bar = element('span', 'cause-bar');
  bar.style.setProperty('--share', String(cause.probability));
  summary.append(element('span', 'cause-name', causeName(cause.cause)), bar, element('span', 'cause-percent', percentText(cause.probability)));
  const evidence = element('ul', 'evidence');
  evidence.append(...cause.evidence.map((one) => evidenceRow(one, view, links)));
  box.append(summary);
  if (what) box.append(element('p', 'cause-what', what));
  box.append(evidence);
  if (advice) box.append(element('p', 'cause-what', words.incident.lookAt(advice)));
  return box;
}

/** The causes with their probability, each with what speaks for and against it. What somebody opened or closed stays so when it is made anew. */
export function causesSection(links: IncidentLinks): Section {
  const opened = new Map<string, boolean>();
  const shows = ({ incident, causes }: IncidentView): unknown => [incident.page.diagnosis, causes.length];
  return new Section('causes', words.incident.causes, shows, (view) =>
    view.incident.page.diagnosis.causes.map((cause, index) => {
      const box = causeBox(cause, view, links);
      const key = `${view.incident.page.id} ${cause.cause}`;
      box.open = opened.get(key) ?? index === 0;
      box.addEventListener('toggle', () => opened.set(key, box.open));
      return box;
    }));
}
