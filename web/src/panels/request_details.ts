import type { Observation } from '../api/shapes.ts';
import { element } from '../shell/dom.ts';
import { duration, integer, quantityText } from '../words/format.ts';
import { words } from '../words/words.ts';

/** One line a stamp: its name, how long after acceptance it came, and that as a bar. */
function course(observation: Observation): HTMLElement {
  const list = element('ol', 'course');
  const stamps = Object.entries(observation.stamps).filter((stamp): stamp is [string, number] => stamp[1] !== null);
  stamps.sort((left, right) => left[1] - right[1]);
  const whole = Math.max(...stamps.map(([, after]) => after), 1e-9);
  let before = 0;
  for (const [name, after] of stamps) {
    const bar = element('span', 'course-bar');
    bar.style.setProperty('--from', String(before / whole));
    bar.style.setProperty('--to', String(after / whole));
    const line = element('li');
    line.append(element('span', 'course-name', words.stamps[name] ?? name), bar, element('span', 'course-time', quantityText(duration(after))));
    list.append(line);
    before = after;
  }
  return list;
}

function facts(observation: Observation): HTMLElement {
  const list = element('dl', 'request-facts');
  for (const [name, title] of Object.entries(words.facts)) {
    const value = observation[name as keyof Observation];
    if (value === null || value === undefined || value === '' || value === 'none') continue;
    const fact = element('div');
    fact.append(element('dt', '', title), element('dd', '', typeof value === 'number' ? integer(value) : String(value)));
    list.append(fact);
  }
  return list;
}

/** All that is known of one request. */
export function requestDetails(observation: Observation): HTMLElement {
  const details = element('div', 'request-details');
  details.append(course(observation), facts(observation));
  return details;
}
