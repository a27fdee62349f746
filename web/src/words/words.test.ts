import { expect, test } from 'vitest';
import { CHINESE } from './chinese.ts';
import { ENGLISH } from './english.ts';
import { causeName, dimensionName, languageFor, signalName } from './words.ts';

/** Paths of all texts below a table: "ranges.5m". */
function paths(table: object, prefix = ''): string[] {
  return Object.entries(table).flatMap(([name, value]) =>
    typeof value === 'object' ? paths(value, `${prefix}${name}.`) : [prefix + name]);
}

test('Chinese characters stand together, numbers apart from them', () => {
  const { turn, engineOwn, wouldTurn, allQuiet } = CHINESE.incident;
  expect(turn('草稿长度', engineOwn, '1')).toBe('草稿长度由引擎默认值改为 1');
  expect(turn('草稿长度', '10', '3')).toBe('草稿长度由 10 改为 3');
  expect(wouldTurn(turn('草稿长度', '10', engineOwn))).toBe('本会将草稿长度由 10 改为引擎默认值');
  expect(allQuiet(CHINESE.ranges['24h'])).toBe('最近 24 小时内没有需要通知的情况。');
  expect(CHINESE.findingText(CHINESE.join.placed('首词元延迟', '副本：a'), '上升', '突然', '8 ms')).toBe('首词元延迟（副本：a）突然上升 8 ms');
});

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
