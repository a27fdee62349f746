import { expect, test } from 'vitest';
import type { Evidence } from '../api/shapes.ts';
import { incidentNouns } from '../../dev/incident_nouns.ts';
import { evidenceText } from './evidence_text.ts';
import { clockOf } from './format.ts';
import { actionText, changeText, deedText, levelText, storyOf } from './incident_text.ts';

const NOW = 1_796_000_000;
const signals = ['ttft', 'inter_token'].map((name) => ({
  name, unit: 's', direction: 'lower_is_better', rollup: 'distribution' as const, help: '',
}));
const { page, action, verdict } = incidentNouns(NOW);

test('the first lines say what is wrong, why, what was done and whether it is well again', () => {
  const story = storyOf({ page, action, verdict, deeds: [] }, 'running', { health: 'well', value: 0.0104 }, signals, NOW);
  expect(story.what).toMatch(/^Inter-token latency rose from 10.1 ms to 21.5 ms at \d\d:\d\d:\d\d\.$/);
  expect(story.why).toBe('Most likely cause: judge starvation (89 %), after model version (replica-a: version 1.8 to 1.9).');
  expect(story.done).toMatch(/^Done about it: draft length from the engine's own to 1, until \d\d:\d\d:\d\d at the latest\.$/);
  expect(story.now).toBe('It is back to usual: 10.4 ms in the last minute.');
});

test('a suggestion holds from when it was approved', () => {
  const deeds = [{ what: 'approve', at: action.at + 100, who: 'anna' }];
  const story = storyOf({ page, action, verdict, deeds }, 'running', { health: 'well', value: 0.0104 }, signals, NOW);
  expect(story.done).toContain(`until ${clockOf(action.until + 100, NOW)} at the latest`);
});

test('an action that helped, and not with what was found, is said to', () => {
  const story = storyOf({ page, action, verdict, deeds: [] }, 'running', { health: 'bad', value: 0.0214 }, signals, NOW);
  expect(story.now).toBe('That helped, but not this: 21.4 ms in the last minute.');
});

test('a cause for which nothing speaks is not named', () => {
  const causes = [{ cause: 'seasonal', probability: 0.4, evidence: [{ statement: '', weight: -1, because: [] }] }];
  const bare = { ...page, events: [], diagnosis: { ...page.diagnosis, causes } };
  const story = storyOf({ page: bare, deeds: [] }, 'none', { health: 'unknown', value: null }, signals, NOW);
  expect(story.why).toBe('No cause has evidence for it.');
  expect(story.done).toBe('Nothing was done about it.');
});

test('an action says how far it went', () => {
  expect(actionText(action)).toBe("turned draft length from the engine's own to 1");
  expect(actionText({ ...action, autonomy: 'suggest', previous: 10 })).toBe('suggested draft length from 10 to 1');
});

test('what was done to a dial names who did it', () => {
  expect(deedText(action, { what: 'undo', at: 0, who: 'anna' })).toBe('draft length undone by anna');
  expect(deedText(action, { what: 'expiry', at: 0, who: 'draft_length' })).toBe('draft length ended by itself');
});

test('evidence stands in the units of its signal, and unknown statements stay as they are', () => {
  const text = (evidence: Evidence): string => evidenceText(evidence, page, signals);
  const [judge, regression] = page.diagnosis.causes;
  expect(text(judge!.evidence[1]!)).toBe('Inter-token latency rose from 10.1 ms to 21.5 ms');
  expect(text(regression!.evidence[1]!)).toBe('Time to first token is as usual: 72.1 ms (Replica: replica-a)');
  expect(text(judge!.evidence[2]!)).toBe('model version 2 s before the onset (replica-a: version 1.8 to 1.9)');
  expect(text({ statement: 'the moon is full', weight: 1, because: [] })).toBe('the moon is full');
});

test('changes have a sign and levels no needless digits', () => {
  expect(changeText(signals, 'ttft', -0.00635)).toBe('−6.35 ms');
  expect(changeText(signals, 'ttft', 0.2)).toBe('+200 ms');
  expect([levelText(0.95), levelText(0.9973)]).toEqual(['95 %', '99.7 %']);
});
