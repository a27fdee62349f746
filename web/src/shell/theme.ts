import { remember, remembered } from './preference.ts';

export type Theme = 'dark' | 'light';

const prefersLight = window.matchMedia('(prefers-color-scheme: light)');

function chosenTheme(): Theme | null {
  const stored = remembered('theme');
  return stored === 'dark' || stored === 'light' ? stored : null;
}

function currentTheme(): Theme {
  return chosenTheme() ?? (prefersLight.matches ? 'light' : 'dark');
}

/** As it was chosen, or as the machine prefers. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = currentTheme();
}

/** Applies the theme now and on each later change, then calls onChange. */
export function setUpTheme(toggle: HTMLElement, onChange: () => void): void {
  const apply = (): void => {
    applyTheme();
    onChange();
  };
  toggle.addEventListener('click', () => {
    remember('theme', currentTheme() === 'dark' ? 'light' : 'dark');
    apply();
  });
  prefersLight.addEventListener('change', apply);
  apply();
}
