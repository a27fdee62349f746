import { button, element } from '../../shell/dom.ts';
import { clock, clockOf, span } from '../../words/format.ts';
import { actionText, deedText, eventText } from '../../words/incident_text.ts';
import { signalName, words } from '../../words/words.ts';
import type { Occasion } from '../request_drawer.ts';
import { occasionOf, occasionOfAction, occasionOfFinding, Section, type IncidentLinks, type IncidentView } from './section.ts';

/** The likeliest come first. */
const MOST_EVENTS = 5;

interface Step {
  at: number;
  kind: string;
  text: string;
  /** The id of the noun behind it. */
  id: string;
  requests: Occasion;
}

/** What happened, in the order of time: the first event comes first, the verdict last. */
function stepsOf(view: IncidentView): Step[] {
  const { page, action, verdict, deeds } = view.incident;
  const { began, wasFound, wasPaged, findings, decisions } = words.incident;
  const { lead } = page;
  const steps: Step[] = page.events.slice(0, MOST_EVENTS).map((event) => ({ at: event.at, kind: 'event', text: eventText(event), id: event.id, requests: occasionOf(event) }));
  const requests = occasionOfFinding(lead);
  steps.push({ at: lead.onset, kind: 'onset', text: began(signalName(lead.series)), id: lead.id, requests });
  steps.push({ at: lead.at, kind: 'found', text: wasFound(span(lead.at - lead.onset)), id: lead.id, requests });
  const severity = words.severities[page.severity] ?? page.severity;
  steps.push({ at: page.at, kind: 'paged', text: wasPaged(severity, findings(page.findings.length)), id: page.id, requests });
  const since = occasionOfAction(view);
  if (!action || !since) return steps.sort(byTime);
  steps.push({ at: action.at, kind: 'action', text: actionText(action), id: action.id, requests: since });
  const judged = verdict && (decisions[verdict.decision] ?? verdict.decision);
  if (verdict && judged) steps.push({ at: verdict.at, kind: 'verdict', text: judged, id: verdict.id, requests: since });
  steps.push(...deeds.map((deed) => ({ at: deed.at, kind: 'deed', text: deedText(action, deed), id: action.id, requests: since })));
  return steps.sort(byTime);
}

const byTime = (left: Step, right: Step): number => left.at - right.at;

function row(step: Step, now: number, links: IncidentLinks): HTMLElement {
  const item = element('li');
  item.dataset.kind = step.kind;
  item.title = step.id;
  const time = element('time', '', now - step.at < 86_400 ? clock(step.at) : clockOf(step.at, now));
  const link = button('link', step.text, () => links.toRequests(step.requests));
  link.title = words.incident.openRequests;
  item.append(time, element('span', 'course-kind', words.incident.steps[step.kind]), link);
  return item;
}

/** Each step leads to its requests. */
export function courseSection(links: IncidentLinks): Section {
  const shows = (view: IncidentView): unknown => stepsOf(view).map(({ at, text }) => [at, text]);
  return new Section('course', words.incident.course, shows, (view) => {
    const list = element('ol', 'incident-course');
    list.append(...stepsOf(view).map((step) => row(step, view.now, links)));
    return [list];
  });
}
