import { words } from '../words/words.ts';

const HINT_MS = 1500;

/** Copies on each click and says so on the hint for a moment. */
export function copyOnClick(button: HTMLElement, hint: Element, text: () => string): void {
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard?.writeText(text()).then(() => true, () => false);
    hint.textContent = copied ? words.copied : words.selectIt;
    window.setTimeout(() => (hint.textContent = words.copy), HINT_MS);
  });
}
