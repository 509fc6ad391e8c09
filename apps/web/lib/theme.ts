import { create } from 'zustand';
import { readStored, store } from '../ui/stored';

export type Theme = 'claro' | 'escuro';

/** public/theme.js reads the same key before the first paint. */
const THEME_KEY = 'tema';

const useShownTheme = create(() => ({ theme: currentTheme() }));

const system = window.matchMedia('(prefers-color-scheme: dark)');

system.addEventListener('change', () => {
  if (readStored(THEME_KEY) === null) show(system.matches ? 'escuro' : 'claro');
});

function show(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'escuro');
  useShownTheme.setState({ theme });
}

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'escuro' : 'claro';
}

function chooseTheme(theme: Theme): void {
  store(THEME_KEY, theme);
  show(theme);
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useShownTheme((shown) => shown.theme), chooseTheme];
}
