import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterAll, afterEach, vi } from 'vitest';

// As in the shared configuration: what is waited for has to come.
configure({ asyncUtilTimeout: 15_000 });

// Sonner writes its styles into the document. The app takes that out too (vite.config.ts), and jsdom compares each
// element that is looked for by its role with all of them.
for (const style of document.querySelectorAll('style')) style.remove();

afterEach(cleanup);

// Files follow each other in one document.
afterAll(() => {
  vi.useRealTimers();
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.title = '';
});

// What jsdom has not got.
window.matchMedia ??= (query) =>
  ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList;
window.CSS ??= { escape: (text: string) => text } as typeof CSS;
