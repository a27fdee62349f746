/** What a key does; keys are as KeyboardEvent.key names them. */
export type Shortcuts = Record<string, () => void>;

const TAKES_TEXT = 'input:not([type=radio]), textarea, select, dialog[open] *';

/** Runs the shortcuts wherever the user is not writing, choosing from a list or in a dialog. */
export function listenForShortcuts(shortcuts: Shortcuts): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.matches(TAKES_TEXT)) return;
    const action = shortcuts[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Moves the focus to the next (1) or the previous (-1) chart in sight. */
export function focusChart(step: number): void {
  const charts = [...document.querySelectorAll<HTMLElement>('.plot')].filter((plot) => plot.offsetParent !== null);
  if (charts.length === 0) return;
  const now = charts.indexOf(document.activeElement as HTMLElement);
  const next = now < 0 ? (step > 0 ? 0 : charts.length - 1) : (now + step + charts.length) % charts.length;
  charts[next]!.focus();
  charts[next]!.scrollIntoView({ block: 'nearest' });
}
