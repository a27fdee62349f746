export type Theme = 'dark' | 'light';

const STORAGE_KEY = 'foreshock.theme';
const prefersLight = window.matchMedia('(prefers-color-scheme: light)');

function chosenTheme(): Theme | null {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === 'dark' || stored === 'light' ? stored : null;
}

export function currentTheme(): Theme {
  return chosenTheme() ?? (prefersLight.matches ? 'light' : 'dark');
}

/** Applies the theme now and on each later change, then calls onChange. */
export function setUpTheme(toggle: HTMLElement, onChange: () => void): void {
  const apply = (): void => {
    document.documentElement.dataset.theme = currentTheme();
    onChange();
  };
  toggle.addEventListener('click', () => {
    localStorage.setItem(STORAGE_KEY, currentTheme() === 'dark' ? 'light' : 'dark');
    apply();
  });
  prefersLight.addEventListener('change', apply);
  apply();
}
