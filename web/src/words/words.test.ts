import { expect, test } from 'vitest';
import { CHINESE } from './chinese.ts';
import { ENGLISH } from './english.ts';
import { causeName, dimensionName, languageFor, signalName } from './words.ts';

/** Paths of all texts below a table: "ranges.5m". */
function paths(table: object, prefix = ''): string[] {
  return Object.entries(table).flatMap(([name, value]) =>
    typeof value === 'object' ? paths(value, `${prefix}${name}.`) : [prefix + name]);
}

test('both languages have the same texts', () => {
  const translated = paths(CHINESE).filter((path) => !/^(signalHelp|incident\.cause(Names|Texts))\./.test(path));
  expect(translated).toEqual(paths(ENGLISH));
});

test('the Chinese help covers every named signal', () => {
  expect(Object.keys(CHINESE.signalHelp)).toEqual(Object.keys(ENGLISH.signals));
});

test('every cause that has a Chinese name is explained in Chinese', () => {
  expect(Object.keys(CHINESE.incident.causeTexts)).toEqual(Object.keys(CHINESE.incident.causeNames));
});

test('the choice of the user comes first, then that of the browser', () => {
  expect(languageFor('zh', 'en-US')).toBe('zh');
  expect(languageFor('en', 'zh-CN')).toBe('en');
  expect(languageFor(null, 'zh-TW')).toBe('zh');
  expect(languageFor('tlh', 'de-DE')).toBe('en');
});

test('dimensions and signals have names, and unknown ones keep theirs', () => {
  expect(dimensionName('prompt')).toBe('Prompt length');
  expect(dimensionName('replica+prompt')).toBe('Replica × Prompt length');
  expect(dimensionName('tier')).toBe('tier');
  expect(signalName('e2e')).toBe('End-to-end latency');
  expect(signalName('of_my_own')).toBe('of_my_own');
});

test('a cause reads as words', () => {
  expect(causeName('kv_leak')).toBe('KV leak');
  expect(causeName('judge_starvation')).toBe('judge starvation');
});
