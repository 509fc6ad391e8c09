import { useSyncExternalStore } from 'react';

/** Whether the window is as this media query says; drawn again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (tell) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', tell);
      return () => media.removeEventListener('change', tell);
    },
    () => window.matchMedia(query).matches,
  );
}

/** As narrow as a phone. */
export const usePhone = () => useMedia('(width < 40rem)');
