import { expect, test } from 'vitest';
import { incidentNouns } from '../../dev/incident_nouns.ts';
import type { Deed } from '../api/shapes.ts';
import { deedsAfter } from './deeds.ts';

const { action } = incidentNouns(1_796_000_000);

function deed(after: number, what: Deed['what'], more: Partial<Deed> = {}): Deed {
  const at = new Date(1000 * (action.at + after)).toISOString();
  return { at, what, who: 'anna', automatic: false, dial: 'draft_length', scope: {}, because: [], ...more };
}

const whats = (...deeds: Deed[]): string[] => deedsAfter(action, deeds, action.at + 100).map(({ what }) => what);

test('what ended the lease of an action is the first that did after it', () => {
  expect(whats(deed(60, 'undo'), deed(30, 'set'), deed(-30, 'undo'))).toEqual(['undo']);
  expect(whats(deed(90, 'undo'), deed(60, 'expiry'))).toEqual(['expiry']);
  expect(whats(deed(60, 'undo', { scope: { replica: 'a' } }), deed(60, 'undo', { dial: 'other' }))).toEqual([]);
  expect(whats(deed(60, 'undo_all', { dial: undefined, scope: undefined }))).toEqual(['undo_all']);
});

test('a word of a person is of the action that it names', () => {
  const named = { because: [action.id] };
  expect(whats(deed(10, 'approve', named), deed(20, 'undo'))).toEqual(['approve', 'undo']);
  expect(whats(deed(10, 'decline'), deed(20, 'approve'))).toEqual([]);
});

test('a lease that nobody ended has ended by itself, if it ever ran', () => {
  const ended = { what: 'expiry', at: action.until, who: '' };
  expect(deedsAfter(action, [], action.until)).toEqual([ended]);
  expect(deedsAfter({ ...action, autonomy: 'observe' }, [], action.until)).toEqual([]);
});
