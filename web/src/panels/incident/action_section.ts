import { approveAction, declineAction, undoDial } from '../../api/endpoints.ts';
import { stratumOf } from '../../data/strata.ts';
import { actButton, button, element, setText } from '../../shell/dom.ts';
import { clockOf, span } from '../../words/format.ts';
import { actionText, placeText } from '../../words/incident_text.ts';
import { words } from '../../words/words.ts';
import { killSwitch } from '../kill_switch.ts';
import { facts, occasionOfAction, partLink, Section, type IncidentLinks, type IncidentView } from './section.ts';

function buttons(view: IncidentView, links: IncidentLinks): HTMLElement {
  const { incident: { action }, state, dials } = view;
  const since = occasionOfAction(view);
  const row = element('p', 'incident-links');
  const { undo, approve, decline } = words.incident;
  if (action && state === 'running') row.append(actButton('chip is-main', undo, () => links.change(() => undoDial(action))));
  if (action && state === 'waiting') {
    row.append(actButton('chip is-main', approve, () => links.change(() => approveAction(action.id))));
    row.append(actButton('chip', decline, () => links.change(() => declineAction(action.id))));
  }
  row.append(killSwitch(dials.stopped, links.change));
  if (since) row.append(button('link', words.incident.requestsAfter, () => links.toRequests(since)));
  if (action) row.append(partLink('causes', words.incident.toCauses));
  return row;
}

function about({ incident: { action }, state, now }: IncidentView): Node[] {
  if (!action) return [element('p', 'quiet', words.incident.nothingDone)];
  const { policy, scope, everywhere, states } = words.incident;
  const head = element('p', 'incident-deed');
  const badge = element('span', 'pill', states[state]);
  badge.dataset.state = state;
  head.append(element('strong', '', actionText(action)), ' ', badge);
  const rows = [[policy, action.policy], [scope, placeText(stratumOf(action.scope)) || everywhere]] as const;
  const lease = element('p', 'quiet', leaseText(action.until, state === 'running', now));
  lease.dataset.until = String(action.until);
  return [head, facts(rows), lease];
}

function leaseText(until: number, isRunning: boolean, now: number): string {
  const { lease, leaseEnds, leaseOver } = words.incident;
  const time = clockOf(until, now);
  return words.join.named(lease, isRunning ? leaseEnds(time, span(Math.max(0, until - now))) : leaseOver(time));
}

/** The dial that was turned, how long for, and how it is undone, approved or stopped. */
export class ActionSection {
  readonly root: HTMLElement;
  private readonly section: Section;

  constructor(links: IncidentLinks) {
    const shows = ({ incident: { action }, state, dials }: IncidentView): unknown => [action, state, dials.stopped];
    this.section = new Section('action', words.incident.action, shows, (view) => {
      const stopped = view.dials.stopped ? [element('p', 'incident-stopped', words.incident.stopped)] : [];
      return [...about(view), ...stopped, buttons(view, links)];
    });
    this.root = this.section.root;
  }

  update(view: IncidentView): void {
    this.section.update(view);
    const lease = this.root.querySelector<HTMLElement>('[data-until]');
    if (lease) setText(lease, leaseText(Number(lease.dataset.until), view.state === 'running', view.now));
  }
}
