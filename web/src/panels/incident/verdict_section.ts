import { stratumOf } from '../../data/strata.ts';
import { button, element } from '../../shell/dom.ts';
import { changeText, levelText, valueText } from '../../words/incident_text.ts';
import { signalName, words } from '../../words/words.ts';
import { facts, partLink, Section, type IncidentLinks, type IncidentView } from './section.ts';

const QUIET_STATES = ['none', 'observed', 'waiting', 'passed'];

function render({ incident: { page, action, verdict }, state, signals }: IncidentView, links: IncidentLinks): Node[] {
  const { noVerdict, notJudged, decisions, before, after, effect, interval, requestsBefore, requestsAfter } = words.incident;
  if (!action || !verdict) return [element('p', 'quiet', QUIET_STATES.includes(state) ? notJudged : noVerdict)];
  const value = (of: number): string => valueText(signals, verdict.series, of);
  const change = (of: number): string => changeText(signals, verdict.series, of);
  const [low, high] = verdict.interval;
  const name = signalName(verdict.series);
  const stratum = stratumOf(verdict.strata);
  const decision = element('p', 'incident-deed');
  decision.append(element('strong', '', decisions[verdict.decision] ?? verdict.decision));
  decision.dataset.decision = verdict.decision;
  const row = element('p', 'incident-links');
  row.append(
    button('link', requestsBefore, () => links.toRequests({ title: name, from: page.lead.onset, to: action.at, stratum })),
    button('link', requestsAfter, () => links.toRequests({ title: name, from: action.at, to: verdict.at, stratum })),
    partLink('action', words.incident.toAction),
  );
  return [
    decision,
    facts([
      [words.join.named(name, before.toLowerCase()), value(verdict.before)],
      [after, value(verdict.before + verdict.effect)],
      [effect, `${change(verdict.effect)} (${interval(levelText(verdict.level), change(low), change(high))})`],
    ]),
    row,
  ];
}

/** Whether the action helped: before, after, the effect with its interval, and what follows. */
export function verdictSection(links: IncidentLinks): Section {
  const shows = ({ incident: { verdict }, state }: IncidentView): unknown => [verdict, state];
  return new Section('verdict', words.incident.verdict, shows, (view) => render(view, links));
}
