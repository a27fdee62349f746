import { remember, remembered } from '../shell/preference.ts';
import { CHINESE } from './chinese.ts';
import { ENGLISH, type Words } from './english.ts';

const TABLES = { en: ENGLISH, zh: CHINESE } as const;
export type Language = keyof typeof TABLES;

/** What the user chose, else what the browser prefers, else English. */
export function languageFor(chosen: string | null, preferred: string): Language {
  if (chosen === 'en' || chosen === 'zh') return chosen;
  return preferred.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

export const language = languageFor(remembered('language'), globalThis.navigator?.language ?? 'en');
export const words: Words = TABLES[language];

/** Takes effect by loading the page again; the address holds all that is shown. */
export function switchLanguage(): void {
  remember('language', language === 'en' ? 'zh' : 'en');
  window.location.reload();
}

const textOf = (name: string): string => {
  const text = (words as Record<string, unknown>)[name];
  if (typeof text !== 'string') throw new Error(`the page asks for the unknown text '${name}'`);
  return text;
};

/** Fills in what index.html leaves to the language: data-text, data-title and data-label name a text each. */
export function fillTexts(root: ParentNode): void {
  document.documentElement.lang = words.locale;
  for (const found of root.querySelectorAll<HTMLElement>('[data-text]')) found.textContent = textOf(found.dataset.text!);
  for (const found of root.querySelectorAll<HTMLElement>('[data-title]')) found.title = textOf(found.dataset.title!);
  for (const found of root.querySelectorAll<HTMLElement>('[data-label]')) {
    found.setAttribute('aria-label', textOf(found.dataset.label!));
  }
}

/** "replica+prompt" reads "Replica × Prompt length"; a dimension of the user's own stays as it is. */
export function dimensionName(dimension: string): string {
  const [first, second] = dimension.split('+');
  const name = (one: string): string => words.dimensions[one] ?? one;
  return second === undefined ? name(dimension) : words.pairOf(name(first!), name(second));
}

export const signalName = (signal: string): string => words.signals[signal] ?? signal;

const ACRONYMS = ['kv', 'gpu', 'cpu'];

/** "kv_leak" reads "KV leak" where the language has no name of its own. */
export function causeName(cause: string): string {
  const named = words.incident.causeNames[cause];
  return named ?? cause.split('_').map((word) => (ACRONYMS.includes(word) ? word.toUpperCase() : word)).join(' ');
}

export const dialName = (dial: string): string => words.incident.dials[dial] ?? dial;
