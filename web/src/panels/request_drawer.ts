import { fetchObservations, type ObservationQuery } from '../api/endpoints.ts';
import { Refusal } from '../api/client.ts';
import type { Observation } from '../api/shapes.ts';
import { dialogHead, element, setText } from '../shell/dom.ts';
import { Choice } from '../shell/choice.ts';
import { clock, day } from '../words/format.ts';
import { placeText } from '../words/incident_text.ts';
import { words } from '../words/words.ts';
import { requestDetails } from './request_details.ts';
import { pill, seconds } from './request_table.ts';
import { STATES } from './request_outcome.ts';

const MOST_REQUESTS = 200;

/** To find the witnesses among. */
const MOST_READ = 1000;

export interface Occasion {
  title: string;
  from: number;
  to: number;
  stratum: string;
  /** A moment: where there are more requests than are shown, those are that ended nearest to it. */
  near?: number;
  /** Ids of requests that show best what it is about: they come first. */
  witnesses?: readonly string[];
}

const exactly = (time: number): string => `${day(time)} ${clock(time)}`;

/** The requests behind a point of a chart, each with the course that it took. */
export class RequestDrawer {
  private readonly root = element('dialog', 'drawer request-drawer');
  private readonly subject = element('p', 'drawer-subject');
  private readonly message = element('p', 'drawer-message');
  private readonly list = element('div', 'drawer-list');
  private readonly filters: Record<'model' | 'replica' | 'state', Choice>;
  private occasion: Occasion | undefined;
  private reading: AbortController | undefined;

  constructor(parent: HTMLElement) {
    const read = (): void => void this.read();
    this.filters = {
      model: new Choice(words.model, read),
      replica: new Choice(words.replica, read),
      state: new Choice(words.state, read),
    };
    const filters = element('div', 'choices');
    filters.append(...Object.values(this.filters).map((filter) => filter.root));
    const head = dialogHead(this.root, words.requestsBehind, words.close);
    this.root.append(head, this.subject, filters, this.message, this.list);
    this.root.setAttribute('aria-label', words.requestsBehind);
    this.root.addEventListener('close', () => this.reading?.abort());
    this.root.addEventListener('click', (event) => event.target === this.root && this.root.close());
    parent.append(this.root);
  }

  /** MODELS and REPLICAS are what can be chosen from. */
  open(occasion: Occasion, models: readonly string[], replicas: readonly string[]): void {
    this.occasion = occasion;
    const anyOf = (values: readonly string[], name = (value: string) => value): { value: string; name: string }[] =>
      [{ value: '', name: words.any }, ...values.map((value) => ({ value, name: name(value) }))];
    this.filters.model.offer(anyOf(models), '');
    this.filters.replica.offer(anyOf(replicas), '');
    this.filters.state.offer(anyOf(STATES, (state) => words.outcomes[state] ?? state), '');
    const { title, stratum } = occasion;
    const what = stratum ? words.join.placed(title, placeText(stratum)) : title;
    setText(this.subject, words.join.named(what, words.endedBetween(exactly(occasion.from), exactly(occasion.to))));
    if (!this.root.open) this.root.showModal();
    void this.read();
  }

  private async read(): Promise<void> {
    if (!this.occasion) return;
    this.reading?.abort();
    const mine = (this.reading = new AbortController());
    const { from, to, near, stratum } = this.occasion;
    const { model, replica, state } = this.filters;
    const query: ObservationQuery = { limit: this.occasion.witnesses?.length ? MOST_READ : MOST_REQUESTS, from, to, near, stratum };
    Object.assign(query, { model: model.value, replica: replica.value, state: state.value });
    this.say(words.loading);
    try {
      this.show(await fetchObservations(query, mine.signal));
    } catch (reason) {
      if (!mine.signal.aborted) this.say(reason instanceof Refusal ? reason.text : words.unreachable);
    }
  }

  private say(text: string): void {
    setText(this.message, text);
    this.message.hidden = text === '';
  }

  private show(read: readonly Observation[]): void {
    const witnesses = this.occasion?.witnesses ?? [];
    const isWitness = ({ id }: Observation): boolean => witnesses.includes(id);
    const others = read.filter((one) => !isWitness(one));
    const observations = [...read.filter(isWitness), ...others].slice(0, MOST_REQUESTS);
    const full = observations.length === MOST_REQUESTS;
    const more = this.occasion?.near === undefined ? words.moreRequests : words.moreRequestsAround;
    this.say(observations.length === 0 ? words.noRequestKept : full ? more(MOST_REQUESTS) : '');
    this.list.replaceChildren(...(observations.length > 0 ? [titles()] : []), ...observations.map((one) => entryOf(one, isWitness(one))));
    this.list.dataset.requests = String(observations.length);
  }
}

function titles(): HTMLElement {
  const { time, state, model, ttft, e2e } = words.columns;
  const line = element('div', 'request-titles');
  line.append(...[time, state, model].map((title) => element('span', '', title)));
  line.append(...[ttft, e2e].map((title) => element('span', 'request-number', title)));
  return line;
}

function entryOf(observation: Observation, isWitness: boolean): HTMLElement {
  const entry = element('details', isWitness ? 'request is-witness' : 'request');
  if (isWitness) entry.title = words.showsItBest;
  const summary = element('summary');
  summary.append(
    element('time', '', clock(observation.accepted + (observation.stamps.end ?? 0))),
    pill(observation),
    element('span', 'request-model', observation.model ?? ''),
    element('span', 'request-number', seconds(observation.ttft_s)),
    element('span', 'request-number', seconds(observation.e2e_s)),
  );
  entry.append(summary);
  entry.addEventListener('toggle', () => {
    if (entry.open && entry.childElementCount === 1) entry.append(requestDetails(observation));
  });
  return entry;
}
