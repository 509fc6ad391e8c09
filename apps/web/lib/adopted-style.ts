import { useEffect } from 'react';

interface StyleProps {
  styles: string;
  dynamic?: boolean;
}

/**
 * Stands in for `react-style-singleton` (see vite.config.ts): the first mounted instance applies the styles and
 * the last one to leave removes them, through a constructed sheet instead of a <style> element.
 */
export function styleSingleton() {
  let mounted = 0;
  let sheet: CSSStyleSheet | null = null;

  function add(styles: string) {
    mounted += 1;
    if (mounted > 1) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }

  function remove() {
    mounted -= 1;
    if (mounted > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    sheet = null;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: the package it stands in for is a factory, called once per module.
  return function AdoptedStyle({ styles }: StyleProps) {
    useEffect(() => {
      add(styles);
      return remove;
    }, [styles]);
    return null;
  };
}
