import type uPlot from 'uplot';
import type { Mark } from '../data/happenings.ts';
import { withAlpha, type Palette } from './palette.ts';

/** CSS pixels: the sign at the head of a mark, and how a finding fades after it was found. */
const SIGN = 4;
const FADE = 28;

/** Where times lie on the canvas, and how many of its pixels a CSS pixel has. */
interface Canvas {
  context: CanvasRenderingContext2D;
  left: number;
  right: number;
  top: number;
  bottom: number;
  ratio: number;
  x: (time: number) => number;
}

function canvasOf(chart: uPlot): Canvas {
  const { left, top, width, height } = chart.bbox;
  return {
    context: chart.ctx,
    left,
    right: left + width,
    top,
    bottom: top + height,
    ratio: window.devicePixelRatio,
    x: (time) => chart.valToPos(time, 'x', true),
  };
}

function drawSpan(canvas: Canvas, mark: Mark, color: string): void {
  const { context, left, right, top, bottom, ratio, x } = canvas;
  const begin = Math.max(left, x(mark.at));
  const end = Math.min(right, Math.max(x(mark.until ?? mark.at), begin + 2 * ratio));
  if (begin > right || end < left) return;
  context.fillStyle = withAlpha(color, mark.kind === 'finding' ? 0.16 : 0.08);
  context.fillRect(begin, top, end - begin, bottom - top);
  if (mark.kind === 'event') return;
  const fade = context.createLinearGradient(end, 0, end + FADE * ratio, 0);
  fade.addColorStop(0, withAlpha(color, 0.16));
  fade.addColorStop(1, withAlpha(color, 0));
  context.fillStyle = fade;
  context.fillRect(end, top, Math.min(FADE * ratio, right - end), bottom - top);
}

/** Below the lines: how long each mark lasted. */
export function drawSpans(chart: uPlot, marks: readonly Mark[], palette: Palette): void {
  const canvas = canvasOf(chart);
  for (const mark of marks) if (mark.until !== null) drawSpan(canvas, mark, palette[mark.tone]);
}

type Outline = (context: CanvasRenderingContext2D, at: number, top: number, size: number) => void;

/** The signs stand on the upper edge: a diamond, a wedge, a square, a disc. */
const OUTLINES: Record<Mark['kind'], Outline> = {
  event: (context, at, top, size) => polygon(context, [[at - size, top - size], [at, top - 2 * size], [at + size, top - size], [at, top]]),
  finding: (context, at, top, size) => polygon(context, [[at - size, top - size], [at + size, top - size], [at, top + size / 2]]),
  action: (context, at, top, size) => context.rect(at - size, top - 2 * size, 2 * size, 2 * size),
  verdict: (context, at, top, size) => context.arc(at, top - size, size, 0, 2 * Math.PI),
};

function polygon(context: CanvasRenderingContext2D, corners: readonly [x: number, y: number][]): void {
  for (const [x, y] of corners) context.lineTo(x, y);
}

function drawSign(canvas: Canvas, mark: Mark, color: string): void {
  const { context, left, right, top, bottom, ratio, x } = canvas;
  const at = Math.round(x(mark.at)) + 0.5;
  if (at < left || at > right) return;
  const size = SIGN * ratio;
  context.strokeStyle = withAlpha(color, 0.75);
  context.lineWidth = ratio;
  context.setLineDash(mark.kind === 'event' ? [3 * ratio, 3 * ratio] : []);
  context.beginPath();
  context.moveTo(at, top);
  context.lineTo(at, bottom);
  context.stroke();
  context.fillStyle = color;
  context.beginPath();
  OUTLINES[mark.kind](context, at, top, size);
  context.fill();
}

/** Above the lines: where each mark begins; an event, a finding, a dial turned, or a verdict. */
export function drawSigns(chart: uPlot, marks: readonly Mark[], palette: Palette): void {
  const canvas = canvasOf(chart);
  canvas.context.save();
  for (const mark of marks) drawSign(canvas, mark, palette[mark.tone]);
  canvas.context.restore();
}

/** The marks within `reach` seconds of a time, or around it. */
export function marksNear(marks: readonly Mark[], time: number, reach: number): Mark[] {
  return marks.filter((mark) => Math.abs(mark.at - time) <= reach || (mark.until !== null && mark.at <= time && time <= mark.until));
}
