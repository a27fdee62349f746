import { words } from '../words/words.ts';

const HINT_MS = 1500;

/** Copies on each click and says so on the hint, which reads REST else, for a moment. */
export function copyOnClick(button: HTMLElement, hint: Element, text: () => string, rest = words.copy): void {
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard?.writeText(text()).then(() => true, () => false);
    hint.textContent = copied ? words.copied : words.selectIt;
    window.setTimeout(() => (hint.textContent = rest), HINT_MS);
  });
}
