import { expect, test } from 'vitest';
import type { Observation } from '../api/shapes.ts';
import { outcomeOf } from './request_outcome.ts';

const answered: Pick<Observation, 'state' | 'status'> = { state: 'ok', status: 200 };

test('an error status speaks for itself', () => {
  expect(outcomeOf({ ...answered, status: 404 })).toEqual({ label: 'HTTP 404', tone: 'odd' });
  expect(outcomeOf({ ...answered, status: 502 })).toEqual({ label: 'HTTP 502', tone: 'bad' });
  expect(outcomeOf({ ...answered, state: 'inband_error', status: 400 })).toEqual({ label: 'HTTP 400', tone: 'odd' });
  expect(outcomeOf({ ...answered, state: 'truncated', status: 502 })).toEqual({ label: 'HTTP 502', tone: 'bad' });
});

test('a named state outranks the status', () => {
  expect(outcomeOf({ ...answered, state: 'shed', status: 503 }).label).toBe('shed');
  expect(outcomeOf({ ...answered, state: 'truncated' }).tone).toBe('bad');
});

test('a state the page does not know keeps its name', () => {
  expect(outcomeOf({ ...answered, state: 'novel' })).toEqual({ label: 'novel', tone: 'odd' });
});
