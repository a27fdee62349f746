import { words } from '../words/words.ts';
import { dialogHead, element } from './dom.ts';

const KEYS: readonly [keys: string[], does: keyof typeof words.shortcuts][] = [
  [['o', 'e', 'h'], 'views'],
  [['i'], 'incident'],
  [['1', '…', '8'], 'range'],
  [['f'], 'scope'],
  [['c', 'C'], 'chart'],
  [['←', '→'], 'cursor'],
  [['Home', 'End'], 'ends'],
  [['Enter'], 'open'],
  [['Esc'], 'close'],
  [['t'], 'theme'],
  [['l'], 'language'],
  [['?'], 'help'],
];

/** The overlay that lists the keys. */
export class Help {
  private readonly root = element('dialog', 'help');

  constructor(parent: HTMLElement) {
    const list = element('dl');
    for (const [keys, does] of KEYS) {
      const term = element('dt');
      term.append(...keys.map((key) => (key === '…' ? element('span', '', key) : element('kbd', '', key))));
      list.append(term, element('dd', '', words.shortcuts[does]));
    }
    this.root.append(dialogHead(this.root, words.keyboardHelp, words.close), list);
    this.root.setAttribute('aria-label', words.keyboardHelp);
    this.root.addEventListener('click', (event) => event.target === this.root && this.root.close());
    this.root.addEventListener('keydown', (event) => event.key === '?' && this.root.close());
    parent.append(this.root);
  }

  toggle(): void {
    if (this.root.open) this.root.close();
    else this.root.showModal();
  }
}
