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
