import { type RefObject, useEffect, useRef, useState } from 'react';

/** Unknown until the browser first says. */
type Place = 'unknown' | 'far' | 'near';

/** Where an element is: near the part of the page that is in sight or far from it; once near, it stays so. */
export function useNear<Shown extends Element>(marginPx = 600): [RefObject<Shown | null>, Place] {
  const element = useRef<Shown>(null);
  const [place, setPlace] = useState<Place>('unknown');
  const isNear = place === 'near';
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => setPlace(entries.some(({ isIntersecting }) => isIntersecting) ? 'near' : 'far'),
      { rootMargin: `${marginPx}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, marginPx]);
  return [element, place];
}
