import type { Chart } from '../charts/chart.ts';
import { words } from '../words/words.ts';

const FAR = 10;
const END = 1_000_000;

/** Makes a chart a stop of the Tab key, with a cursor that the arrow keys move and Enter opens. */
export function steerByKeys(plot: HTMLElement, chart: Chart, title: string): void {
  plot.tabIndex = 0;
  plot.setAttribute('role', 'application');
  plot.setAttribute('aria-label', `${title}. ${words.chartHelp}`);
  const actions: Record<string, (far: boolean) => void> = {
    ArrowLeft: (far) => chart.stepCursor(far ? -FAR : -1),
    ArrowRight: (far) => chart.stepCursor(far ? FAR : 1),
    Home: () => chart.stepCursor(-END),
    End: () => chart.stepCursor(END),
    Enter: () => chart.pick(),
    Escape: () => {
      chart.moveCursor(null);
      plot.blur();
    },
  };
  plot.addEventListener('keydown', (event) => {
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action(event.shiftKey);
  });
}
