import { clsx } from 'clsx';
import { type RefObject, useEffect, useState } from 'react';

/** The classes by which a row that scrolls sideways fades out on the sides where it goes on beyond its edge. */
export function useFadedEnds(row: RefObject<HTMLElement | null>): string {
  const [hidden, setHidden] = useState({ left: false, right: false });

  useEffect(() => {
    const element = row.current;
    if (!element) return;
    function look() {
      if (!element) return;
      const left = element.scrollLeft > 1;
      const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
      setHidden((known) => (known.left === left && known.right === right ? known : { left, right }));
    }
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [row]);

  return clsx(hidden.left && 'mask-l-from-90%', hidden.right && 'mask-r-from-90%');
}
