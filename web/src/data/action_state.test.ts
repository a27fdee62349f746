import { expect, test } from 'vitest';
import { incidentNouns } from '../../dev/incident_nouns.ts';
import type { Dials } from '../api/shapes.ts';
import { actionStateOf } from './action_state.ts';
import { joinIncidents } from './incidents.ts';

const NOW = 1_796_000_000;
const { page, action, verdict, lease } = incidentNouns(NOW);
const running: Dials = { stopped: false, dials: [], leases: [lease] };
const idle: Dials = { stopped: false, dials: [], leases: [] };

test('a page is joined with the action of its diagnosis and the verdict on that', () => {
  const stranger = { ...action, id: 'action-00000000000000ff', because: ['diagnosis-00000000000000ff'] };
  expect(joinIncidents([page], [stranger, action], [verdict], [], NOW)).toEqual([{ page, action, verdict, deeds: [] }]);
  expect(joinIncidents([page], [stranger], [verdict], [], NOW)).toEqual([
    { page, action: undefined, verdict: undefined, deeds: [] },
  ]);
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
