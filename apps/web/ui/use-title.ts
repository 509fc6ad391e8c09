import { useEffect } from 'react';

const shown = { title: '', count: 0 };

/** Names the page in the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    shown.title = title;
    show();
  }, [title]);
}

/** Puts a number before the title of every page for as long as it is used: '(4) Pedidos · Esteira'; none for zero. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    shown.count = count;
    show();
    return () => {
      shown.count = 0;
      show();
    };
  }, [count]);
}

function show() {
  const { title, count } = shown;
  if (title) document.title = `${count > 0 ? `(${count}) ` : ''}${title} · Esteira`;
}
