import { element } from '../../shell/dom.ts';
import { storyOf } from '../../words/incident_text.ts';
import { words } from '../../words/words.ts';
import type { IncidentView } from './section.ts';

/** The first lines, for whoever was woken: what is wrong since when, what was done, whether it is well again. */
export class StorySection {
  readonly root = element('div', 'incident-story');
  private shown = '';

  update({ incident, state, recovery, signals, now }: IncidentView): void {
    const story = storyOf(incident, state, recovery, signals, now);
    const shown = JSON.stringify([story, recovery.health]);
    if (shown === this.shown) return;
    this.shown = shown;
    const health = element('span', 'health', words.incident.health[recovery.health]);
    health.dataset.health = recovery.health;
    health.setAttribute('role', 'status');
    const first = element('p', 'incident-first');
    first.append(health, ' ', [story.what, story.done, story.now].join(words.join.gap));
    this.root.replaceChildren(first, element('p', 'incident-why', story.why));
  }
}
