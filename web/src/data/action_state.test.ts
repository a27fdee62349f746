import { expect, test } from 'vitest';
import { incidentNouns } from '../../dev/incident_nouns.ts';
import type { Deed, Dials } from '../api/shapes.ts';
import { actionStateOf } from './action_state.ts';
import { joinIncidents } from './incidents.ts';

const NOW = 1_796_000_000;
const { page, action, verdict, lease } = incidentNouns(NOW);
const running: Dials = { stopped: false, dials: [], leases: [lease] };
const idle: Dials = { stopped: false, dials: [], leases: [] };

test('a page is joined with the action of its diagnosis and the verdict on that', () => {
  const stranger = { ...action, id: 'action-00000000000000ff', because: ['diagnosis-00000000000000ff'] };
  expect(joinIncidents([page], [stranger, action], [verdict], [], NOW)).toEqual([{ page, action, verdict, deeds: [], isOver: false }]);
  expect(joinIncidents([page], [stranger], [verdict], [], NOW)).toEqual([
    { page, action: undefined, verdict: undefined, deeds: [], isOver: false },
  ]);
});

test('an incident is over when a later page tells of its series, or the demo began anew', () => {
  const over = (pages: (typeof page)[], deeds: Deed[] = []): boolean | undefined => joinIncidents(pages, [], [], deeds, NOW).at(-1)!.isOver;
  const later = { ...page, id: 'page-00000000000000ff', at: page.at + 300 };
  expect(over([later, page])).toBe(true);
  expect(over([page, later])).toBe(false);
  expect(over([{ ...later, lead: { ...later.lead, series: 'ttft' } }, page])).toBe(false);
  const deed = (what: Deed['what'], at: number): Deed => ({ at: new Date(1000 * at).toISOString(), what, who: '', automatic: false, because: [] });
  expect(over([page], [deed('demo_reset', page.at + 1)])).toBe(true);
  expect(over([page], [deed('demo_reset', page.at - 1)])).toBe(false);
  expect(over([page], [deed('demo_begin', page.at + 1)])).toBe(false);
});

test('an action runs as long as there is a lease of it', () => {
  const incident = { page, action, verdict, deeds: [] };
  expect(actionStateOf(incident, running, [], NOW)).toBe('running');
  expect(actionStateOf(incident, idle, [], NOW)).toBe('undone');
  expect(actionStateOf(incident, idle, [], action.until)).toBe('ended');
  expect(actionStateOf({ ...incident, verdict: { ...verdict, decision: 'not_proven' } }, idle, [], NOW)).toBe('rolled_back');
});

test('what was not done says why', () => {
  const suggested = { ...action, autonomy: 'suggest' as const };
  expect(actionStateOf({ page, deeds: [] }, idle, [], NOW)).toBe('none');
  expect(actionStateOf({ page, action: { ...action, autonomy: 'observe' }, deeds: [] }, idle, [], NOW)).toBe('observed');
  expect(actionStateOf({ page, action: suggested, deeds: [] }, idle, [suggested], NOW)).toBe('waiting');
  expect(actionStateOf({ page, action: suggested, deeds: [] }, idle, [], NOW)).toBe('passed');
  expect(actionStateOf({ page, action: suggested, deeds: [] }, running, [], NOW)).toBe('running');
});

test('the audit log says how an action ended', () => {
  const suggested = { ...action, autonomy: 'suggest' as const };
  const state = (of: typeof action | typeof suggested, ...whats: string[]): string =>
    actionStateOf({ page, action: of, deeds: whats.map((what) => ({ what, at: NOW, who: 'anna' })) }, idle, [], NOW);
  expect(state(suggested, 'decline')).toBe('declined');
  expect(state(suggested, 'approve', 'expiry')).toBe('ended');
  expect(state(action, 'undo_all')).toBe('undone');
});
