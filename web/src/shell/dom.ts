export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  text = '',
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  if (className) created.className = className;
  if (text) created.textContent = text;
  return created;
}

export function button(className: string, text: string, onClick: () => void): HTMLButtonElement {
  const created = element('button', className, text);
  created.type = 'button';
  created.addEventListener('click', onClick);
  return created;
}

/** A button that changes something on the service: viewers have none. */
export function actButton(className: string, text: string, onClick: () => void): HTMLButtonElement {
  const created = button(className, text, onClick);
  created.dataset.acts = '';
  return created;
}

/** The head of a dialog: its title, more, and what closes it. */
export function dialogHead(dialog: HTMLDialogElement, title: string, closeText: string, ...more: Node[]): HTMLElement {
  const close = button('quiet-button', '✕', () => dialog.close());
  close.setAttribute('aria-label', closeText);
  const head = element('header', 'drawer-head');
  head.append(element('h2', '', title), ...more, close);
  return head;
}

/** The element of index.html with this id; its absence is a mistake in the page. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found;
}

/** Writes only on a change, so that a selection inside the text survives. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
