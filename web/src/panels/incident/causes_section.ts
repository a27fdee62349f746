import type { Cause, CauseText, Evidence, SignalInfo } from '../../api/shapes.ts';
import { element } from '../../shell/dom.ts';
import { evidenceText } from '../../words/evidence_text.ts';
import { percentText } from '../../words/incident_text.ts';
import { causeName, words } from '../../words/words.ts';
import { Section } from './section.ts';

function evidenceRow({ statement, weight }: Evidence, signals: readonly SignalInfo[]): HTMLElement {
  const row = element('li');
  row.dataset.speaks = weight > 0 ? 'for' : 'against';
  const speaks = weight > 0 ? words.incident.evidenceFor : words.incident.evidenceAgainst;
  row.append(element('span', 'evidence-weight', `${weight > 0 ? '+' : '−'}${Math.abs(weight).toFixed(1)}`));
  row.append(element('span', 'visually-hidden', speaks), element('span', '', evidenceText(statement, signals)));
  return row;
}

function causeBox(cause: Cause, text: CauseText | undefined, signals: readonly SignalInfo[]): HTMLDetailsElement {
  const [what, advice] = words.incident.causeTexts[cause.cause] ?? [text?.what, text?.advice];
  const box = element('details', 'cause');
  box.dataset.cause = cause.cause;
  const summary = element('summary');
  const bar = element('span', 'cause-bar');
  bar.style.setProperty('--share', String(cause.probability));
  summary.append(element('span', 'cause-name', causeName(cause.cause)), bar, element('span', 'cause-percent', percentText(cause.probability)));
  const evidence = element('ul', 'evidence');
  evidence.append(...cause.evidence.map((one) => evidenceRow(one, signals)));
  box.append(summary);
  if (what) box.append(element('p', 'cause-what', what));
  box.append(evidence);
  if (advice) box.append(element('p', 'cause-what', words.incident.lookAt(advice)));
  return box;
}

/** The causes with their probability, each with what speaks for and against it. */
export function causesSection(): Section {
  return new Section('causes', words.incident.causes, ({ incident, causes }) => [incident.page.diagnosis, causes.length], ({ incident, signals, causes }) => {
    const boxes = incident.page.diagnosis.causes.map((cause) => causeBox(cause, causes.find(({ name }) => name === cause.cause), signals));
    if (boxes[0]) boxes[0].open = true;
    return boxes;
  });
}
