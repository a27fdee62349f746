/** What this browser remembers of its user; a browser that forbids storage remembers nothing. */
export function remembered(name: string): string | null {
  try {
    return globalThis.localStorage?.getItem(`foreshock.${name}`) ?? null;
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    globalThis.localStorage?.setItem(`foreshock.${name}`, value);
  } catch {
    // Then it holds until the page is closed.
  }
}
