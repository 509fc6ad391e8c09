import { type RefObject, useEffect, useRef, useState } from 'react';

/** `unknown` until the observer's first call. */
type Place = 'unknown' | 'far' | 'near';

/** Whether an element is within `marginPx` of the viewport; once `near`, it stays so. */
export function useInView<Shown extends Element>(marginPx = 600): [RefObject<Shown | null>, Place] {
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
