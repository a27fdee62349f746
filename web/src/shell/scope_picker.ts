import type { Dimension } from '../api/shapes.ts';
import { joinStratum, splitStratum, valuesOf } from '../data/strata.ts';
import { dimensionName, words } from '../words/words.ts';
import { Choice, type Offer } from './choice.ts';
import { element } from './dom.ts';

const asOffer = (value: string): Offer => ({ value, name: value });

/** The dimensions by name, single ones first. */
export function dimensionOffers(dimensions: readonly Dimension[]): Offer[] {
  const isPair = (offer: Offer): number => Number(offer.value.includes('+'));
  const offers = dimensions.map(({ name }) => ({ value: name, name: dimensionName(name) }));
  return offers.sort((left, right) => isPair(left) - isPair(right) || left.name.localeCompare(right.name));
}

/** Which requests are shown: all, or those of one value of a dimension. */
export class ScopePicker {
  readonly root = element('div', 'choices');
  private readonly dimension: Choice;
  private readonly value: Choice;
  private dimensions: readonly Dimension[] = [];

  constructor(onChange: (stratum: string) => void) {
    this.dimension = new Choice(words.show, (name) => onChange(joinStratum(name, valuesOf(this.dimensions, name)[0] ?? '')));
    this.value = new Choice(words.value, (value) => onChange(joinStratum(this.dimension.value, value)));
    this.value.root.classList.add('has-hidden-title');
    this.root.append(this.dimension.root, this.value.root);
  }

  update(dimensions: readonly Dimension[], stratum: string): void {
    this.dimensions = dimensions;
    const [name, value] = splitStratum(stratum);
    this.dimension.offer([{ value: '', name: words.allRequests }, ...dimensionOffers(dimensions)], name);
    this.value.root.hidden = value === '';
    if (value) this.value.offer(valuesOf(dimensions, name).map(asOffer), value);
  }

  focus(): void {
    this.dimension.select.focus();
  }
}
