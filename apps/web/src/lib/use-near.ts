import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element has come near the part of the page that is in sight; once it has, it stays so. */
export function useNear<Shown extends Element>(marginPx = 600): [RefObject<Shown | null>, boolean] {
  const element = useRef<Shown>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${marginPx}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, marginPx]);
  return [element, isNear];
}
