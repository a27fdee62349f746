import { Refusal } from '../../api/client.ts';
import { copyOnClick } from '../../shell/copying.ts';
import { dialogHead, element, setText } from '../../shell/dom.ts';
import { words } from '../../words/words.ts';
import { ActionSection } from './action_section.ts';
import { causesSection } from './causes_section.ts';
import { courseSection } from './course_section.ts';
import { FindingsSection, LeadSection } from './lead_section.ts';
import type { IncidentLinks, IncidentView } from './section.ts';
import { StorySection } from './story_section.ts';
import { verdictSection } from './verdict_section.ts';

export interface IncidentDrawerHooks extends Omit<IncidentLinks, 'change'> {
  onClose: () => void;
  /** Something was changed: read again. */
  onChange: () => void;
}

/** One incident, from the page back to the requests and on to the verdict. Stays up to date while it is open. */
export class IncidentDrawer {
  private readonly root = element('dialog', 'drawer incident');
  private readonly severity = element('span', 'pill');
  private readonly message = element('p', 'incident-message');
  private readonly parts = element('div', 'incident-parts');
  private readonly sections: { root: HTMLElement; update: (view: IncidentView) => void }[];
  private readonly lead: LeadSection;

  constructor(parent: HTMLElement, hooks: IncidentDrawerHooks) {
    const links: IncidentLinks = { ...hooks, change: (deed) => void this.change(deed, hooks.onChange) };
    this.lead = new LeadSection(links);
    this.sections = [
      new StorySection(), this.lead, courseSection(links), causesSection(links), new ActionSection(links), verdictSection(links),
      new FindingsSection(links),
    ];
    this.parts.append(...this.sections.map(({ root }) => root));
    const copy = element('button', 'chip', words.copyLink);
    copy.type = 'button';
    copyOnClick(copy, copy, () => window.location.href, words.copyLink);
    this.root.tabIndex = -1;
    this.message.setAttribute('role', 'alert');
    this.root.append(dialogHead(this.root, words.incident.incident, words.close, this.severity, copy), this.message, this.parts);
    this.root.setAttribute('aria-label', words.incident.incident);
    this.root.addEventListener('close', () => !this.root.open && hooks.onClose());
    this.root.addEventListener('click', (event) => event.target === this.root && this.root.close());
    parent.append(this.root);
    this.say('');
  }

  /** Opens when there is something to show; TROUBLE is why there is not. */
  show(view: IncidentView | undefined, trouble = ''): void {
    this.parts.hidden = view === undefined;
    this.severity.hidden = view === undefined;
    if (view) this.draw(view);
    if (!view || trouble) this.say(trouble || words.loading);
    if (this.root.open) return;
    this.root.showModal();
    this.root.focus();
    this.root.scrollTop = 0;
  }

  hide(): void {
    if (this.root.open) this.root.close();
    this.say('');
  }

  recolor(): void {
    this.lead.recolor();
  }

  private draw(view: IncidentView): void {
    const { page } = view.incident;
    if (this.root.dataset.id !== page.id) this.say('');
    this.root.dataset.id = page.id;
    setText(this.severity, words.severities[page.severity] ?? page.severity);
    this.severity.dataset.severity = page.severity;
    for (const section of this.sections) section.update(view);
  }

  private async change(deed: () => Promise<void>, onChange: () => void): Promise<void> {
    this.say('');
    try {
      await deed();
    } catch (reason) {
      this.say(reason instanceof Refusal ? reason.text : words.unreachable);
    }
    onChange();
  }

  private say(text: string): void {
    setText(this.message, text);
    this.message.hidden = text === '';
  }
}
