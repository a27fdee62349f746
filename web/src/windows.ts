import { element } from './dom.ts';

export interface TimeWindow {
  label: string;
  seconds: number;
  /** Bucket width the service is asked for, in seconds. */
  step: 1 | 10;
  /** Bucket width drawn, in seconds: about 300 to a window. */
  drawnStep: number;
}

export const WINDOWS: readonly TimeWindow[] = [
  { label: '5 min', seconds: 300, step: 1, drawnStep: 1 },
  { label: '15 min', seconds: 900, step: 1, drawnStep: 3 },
  { label: '1 h', seconds: 3600, step: 10, drawnStep: 10 },
  { label: '6 h', seconds: 21600, step: 10, drawnStep: 60 },
];

/** Least span drawn, in seconds, while the shortest window is still filling. */
const FIRST_SPAN_S = 60;

export interface Extent {
  min: number;
  max: number;
}

/** Start of the first bucket drawn in a window that ends now. */
export function windowStart(window: TimeWindow, now: number): number {
  return Math.floor((now - window.seconds) / window.drawnStep) * window.drawnStep;
}

/**
 * Time range to draw. The shortest window starts narrow and grows with the data,
 * so that a fresh start is readable; the others always show their whole length.
 */
export function timeExtent(window: TimeWindow, now: number, first: number | undefined): Extent {
  const max = (Math.floor(now / window.drawnStep) - 1) * window.drawnStep;
  const isShortest = window.seconds === WINDOWS[0]!.seconds;
  const history = isShortest ? Math.max(FIRST_SPAN_S, max - (first ?? max)) : window.seconds;
  return { min: max - Math.min(history, window.seconds), max };
}

/** Fills the radio group and calls onChange with each newly chosen window. */
export function setUpWindowSelector(group: HTMLElement, onChange: (window: TimeWindow) => void): void {
  WINDOWS.forEach((window, index) => {
    const label = element('label');
    const radio = element('input');
    radio.type = 'radio';
    radio.name = 'window';
    radio.checked = index === 0;
    radio.addEventListener('change', () => onChange(window));
    label.append(radio, element('span', '', window.label));
    group.append(label);
  });
}
