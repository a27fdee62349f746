import type { Chart } from '../charts/chart.ts';
import { words } from '../words/words.ts';

const FAR = 10;
const END = 1_000_000;

/** Makes a chart a stop of the Tab key: a slider over time, whose point Enter opens. */
export function steerByKeys(plot: HTMLElement, chart: Chart, title: string): void {
  plot.tabIndex = 0;
  plot.setAttribute('role', 'slider');
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

/** Tells assistive technology where the cursor is and what is there. */
export function announceCursor(plot: HTMLElement, time: number, text: string): void {
  plot.setAttribute('aria-valuenow', String(Math.round(time)));
  plot.setAttribute('aria-valuetext', text);
}
