import { element } from './dom.ts';

export interface Offer {
  value: string;
  name: string;
}

/** A labelled list to choose one of. */
export class Choice {
  readonly root = element('label', 'choice');
  readonly select = element('select');
  private offers = '';

  constructor(title: string, onChange: (value: string) => void) {
    this.root.append(element('span', '', title), this.select);
    this.select.setAttribute('aria-label', title);
    this.select.addEventListener('change', () => onChange(this.select.value));
  }

  get value(): string {
    return this.select.value;
  }

  /** A chosen value that is not on offer is shown all the same: an address may have named it. */
  offer(offers: readonly Offer[], chosen: string): void {
    const known = offers.some((offer) => offer.value === chosen);
    const shown = known ? offers : [...offers, { value: chosen, name: chosen }];
    const text = JSON.stringify(shown);
    if (text !== this.offers && document.activeElement !== this.select) {
      this.offers = text;
      this.select.replaceChildren(...shown.map(({ value, name }) => new Option(name, value)));
    }
    if (this.select.value !== chosen) this.select.value = chosen;
  }
}

/** Buttons of which one is chosen; the arrow keys move within them. */
export class Segments {
  readonly root = element('div', 'segments');
  private readonly radios: HTMLInputElement[];

  constructor(name: string, title: string, offers: readonly Offer[], onChange: (value: string) => void) {
    this.root.setAttribute('role', 'radiogroup');
    this.root.setAttribute('aria-label', title);
    this.radios = offers.map((offer) => {
      const radio = element('input');
      radio.type = 'radio';
      radio.name = name;
      radio.value = offer.value;
      radio.addEventListener('change', () => onChange(offer.value));
      const label = element('label');
      label.append(radio, element('span', '', offer.name));
      this.root.append(label);
      return radio;
    });
  }

  choose(value: string): void {
    for (const radio of this.radios) radio.checked = radio.value === value;
  }
}
