import { element } from '../../shell/dom.ts';
import { clock, clockOf, span } from '../../words/format.ts';
import { actionText, deedText, eventText } from '../../words/incident_text.ts';
import { signalName, words } from '../../words/words.ts';
import { Section, type IncidentView } from './section.ts';

interface Step {
  at: number;
  kind: string;
  text: string;
  /** The id of the noun behind it. */
  id: string;
}

/** What happened, in the order of time: the first event comes first, the verdict last. */
function stepsOf({ incident: { page, action, verdict, deeds } }: IncidentView): Step[] {
  const { began, wasFound, wasPaged, findings, decisions } = words.incident;
  const { lead } = page;
  const steps: Step[] = page.events.map((event) => ({ at: event.at, kind: 'event', text: eventText(event), id: event.id }));
  steps.push({ at: lead.onset, kind: 'onset', text: began(signalName(lead.series)), id: lead.id });
  steps.push({ at: lead.at, kind: 'found', text: wasFound(span(lead.at - lead.onset)), id: lead.id });
  const severity = words.severities[page.severity] ?? page.severity;
  steps.push({ at: page.at, kind: 'paged', text: wasPaged(severity, findings(page.findings.length)), id: page.id });
  if (action) steps.push({ at: action.at, kind: 'action', text: actionText(action), id: action.id });
  if (verdict) steps.push({ at: verdict.at, kind: 'verdict', text: decisions[verdict.decision] ?? verdict.decision, id: verdict.id });
  if (action) steps.push(...deeds.map((deed) => ({ at: deed.at, kind: 'deed', text: deedText(action, deed), id: action.id })));
  return steps.sort((left, right) => left.at - right.at);
}

function row(step: Step, now: number): HTMLElement {
  const item = element('li');
  item.dataset.kind = step.kind;
  item.title = step.id;
  const time = element('time', '', now - step.at < 86_400 ? clock(step.at) : clockOf(step.at, now));
  item.append(time, element('span', 'course-kind', words.incident.steps[step.kind]), element('span', '', step.text));
  return item;
}

export function courseSection(): Section {
  return new Section('course', words.incident.course, stepsOf, (view) => {
    const list = element('ol', 'incident-course');
    list.append(...stepsOf(view).map((step) => row(step, view.now)));
    return [list];
  });
}
