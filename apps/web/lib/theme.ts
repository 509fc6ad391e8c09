import { create } from 'zustand';

export type Theme = 'claro' | 'escuro';

/** public/theme.js reads the same key before the first paint. */
const THEME_KEY = 'tema';

const useShownTheme = create(() => ({ theme: currentTheme() }));

const system = window.matchMedia('(prefers-color-scheme: dark)');

system.addEventListener('change', () => {
  if (storedTheme() === null) show(system.matches ? 'escuro' : 'claro');
});

function storedTheme(): string | null {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}

function show(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'escuro');
  useShownTheme.setState({ theme });
}

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'escuro' : 'claro';
}

function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Forbidden storage: the choice lasts as long as the page.
  }
  show(theme);
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useShownTheme((shown) => shown.theme), chooseTheme];
}
